import { expect, test } from "vitest";
import type { RuleEvent } from "../../state/history.ts";
import { said } from "../words_history.ts";
import { byDay, eventInWords } from "./event_words.ts";

const event = (given: Partial<RuleEvent>): RuleEvent => ({
  at: 0,
  kind: "raised",
  ruleId: "rule",
  supporting: 7,
  contradicting: 1,
  ...given,
});
const en = (given: Partial<RuleEvent>) => eventInWords(event(given), said.en, "en");

test("learning, and what was not learning", () => {
  const rise = { before: 0.62, after: 0.71 };
  expect(en({ ...rise, runId: "run" })).toBe(
    "confidence rose from 62% to 71% after 8 interactions",
  );
  expect(en(rise)).toMatch(/^by your verdict or your choices/);
  expect(en({ kind: "lowered", before: 0.5, after: 0.4 })).toMatch(/or a conflict/);
  expect(en({ before: 0.712, after: 0.714, runId: "run" })).toMatch(/^confidence stays at 71%/);
});

test("made by learning or by hand", () => {
  expect(en({ kind: "created", after: 0.5, supporting: 1, contradicting: 0 })).toBe(
    "learned from 1 interaction, 50% sure",
  );
  expect(en({ kind: "created", after: 1, supporting: 0, contradicting: 0 })).toBe(
    "added, 100% sure",
  );
});

test("what a newer server tells is told in its word", () => {
  expect(en({ kind: "transmuted" })).toBe("transmuted");
});

test("days are the author's own, in the order they come", () => {
  const evening = new Date(2026, 2, 1, 23, 59).getTime();
  const days = byDay([
    event({ at: evening + 120_000 }),
    event({ at: evening }),
    event({ at: evening - 60_000 }),
  ]);
  expect(days.map((each) => each.events.length)).toEqual([1, 2]);
});
