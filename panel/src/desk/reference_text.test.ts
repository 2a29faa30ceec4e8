import { expect, test } from "vitest";
import { readable } from "./reference_text.ts";

test.each([
  ["[expand · description · DIRECT_ACCEPT] 定稿: The room was the same."],
  ["[expand · description · DIRECT_ACCEPT] kept: The room was the same."],
])("an interaction reads as the author's words, whatever the prompt's language: %s", (text) => {
  const told = readable({ id: "ep_1", kind: "episodic", text, deleted: false }, "en");
  expect(told.text).toBe("The room was the same.");
  expect(told.about).toMatch(/^Expand · description · /);
  const chinese = readable({ id: "ep_1", kind: "episodic", text, deleted: false }, "zh");
  expect(chinese.about).toMatch(/^扩写 · 描写 · /);
});
