import { expect, test } from "vitest";
import { SKILLS } from "../desk/sample_desk.ts";
import { placed, targetOf } from "./run.ts";

const [cursor, selection] = [SKILLS[0], SKILLS[1]];
const report = SKILLS.find((each) => each.id === "consistency-check");
if (!cursor || !selection || !report) throw new Error("skills");

const sheet = (text: string, from: number, to = from) => ({
  text: () => text,
  selection: () => ({ from, to }),
});

test.each([
  ["the selection", "一二三\n四五六", 1, 3, { from: 1, to: 3 }],
  ["the selection without the ends of its lines", "一二三\n四五六\n", 3, 8, { from: 4, to: 7 }],
  ["the paragraph at its beginning", "一二三\n四五六", 4, 4, { from: 4, to: 7 }],
  ["the paragraph at its end", "一二三\n四五六", 3, 3, { from: 0, to: 3 }],
  ["nothing on an empty line", "一\n\n二", 2, 2, undefined],
  ["nothing in an empty text", "", 0, 0, undefined],
  ["the paragraph, where only blanks are selected", "一 二", 1, 2, { from: 0, to: 3 }],
])("a skill of the selection works on %s", (_, text, from, to, target) => {
  expect(targetOf(selection, sheet(text, from, to))).toEqual(target);
});

test("a skill at the cursor works at the end of the selection, a reading on everything", () => {
  expect(targetOf(cursor, sheet("一二三", 0, 2))).toEqual({ from: 2, to: 2 });
  expect(targetOf(report, sheet("一二\n三", 1))).toEqual({ from: 0, to: 4 });
  expect(targetOf(report, sheet("", 0))).toBeUndefined();
});

test("of a very long text only what is around goes along, and its places fit it", () => {
  const text = "🌫".repeat(400_000);
  const at = { from: 500_001 - 1, to: 500_004 };
  const sent = placed(selection, text, at);
  expect([...(sent.text ?? "")].length).toBeLessThan(400_000);
  const points = [...(sent.text ?? "")].slice(sent.selection?.start, sent.selection?.end);
  expect(points).toEqual(["🌫", "🌫"]);
});
