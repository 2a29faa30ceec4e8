import { expect, test } from "vitest";
import { isVariable, onTheWire } from "./ServerFields.tsx";

test.each(["", "OPENAI_API_KEY", "my_key", "_K2", "DEEPSEEK_API_KEY_2"])(
  "%j is a variable's name, or none",
  (name) => expect(isVariable(name)).toBe(true),
);

test.each([
  "sk-proj-abc",
  "9lives",
  "a b",
  "$OPENAI_API_KEY",
  "d41d8cd98f00b204e9800998ecf8427e",
  "gsk_Zx81kdLm29QpWv73hhTy",
])("%j is not sent: it is, or may be, a key", (name) => expect(isVariable(name)).toBe(false));

test("what is empty does not go over the wire", () => {
  expect(onTheWire({ model: " qwen3 ", baseUrl: " ", apiKeyEnv: "" })).toEqual({ model: "qwen3" });
});
