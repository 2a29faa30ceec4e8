import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { replacing } from "./replacing.ts";

function changed(before: string, after: string): EditorState {
  const state = EditorState.create({
    doc: before,
    selection: { anchor: Math.min(2, before.length) },
  });
  return state.update(replacing(state, after) ?? {}).state;
}

test.each([
  ["雨停了。他走。", "雨停了。她走。"],
  ["", "新的一章"],
  ["旧的", ""],
  ["aaa", "aaaa"],
  ["aaaa", "aa"],
  ["雨🌧停", "雨🌨停"],
  ["一\n二", "一\n二\n三"],
])("%j becomes %j", (before, after) => {
  expect(changed(before, after).doc.toString()).toBe(after);
});

test("only what differs is touched: the cursor before it stays", () => {
  expect(changed("雨停了。他走。", "雨停了。她走了。").selection.main.head).toBe(2);
});

test("the same text is no change, whatever ends its lines", () => {
  const state = EditorState.create({ doc: "一\n二" });
  expect(replacing(state, "一\r\n二")).toBeUndefined();
});
