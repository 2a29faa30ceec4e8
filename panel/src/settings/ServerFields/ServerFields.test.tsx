import { expect, test, vi } from "vitest";
import { standing } from "../../parts/standing.tsx";
import { isVariable, onTheWire, ServerFields } from "./ServerFields.tsx";

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

test("one field changes and the others are handed on as they are", async () => {
  const server = { model: "qwen3", baseUrl: "http://127.0.0.1/v1", apiKeyEnv: "KEY" };
  const onChange = vi.fn();
  const screen = await standing(<ServerFields server={server} onChange={onChange} />);
  await screen.getByRole("textbox", { name: "地址" }).fill("");
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...server, baseUrl: "" });
});
