import { expect, test } from "vitest";
import { said } from "../words.ts";
import { course, eventInWords, isGone, type RuleEvent, signOf } from "./course.ts";

function event(at: number, kind: string, more: Partial<RuleEvent> = {}): RuleEvent {
  return { at, kind, ruleId: "rule_1", supporting: 3, contradicting: 0, ...more };
}

test("events come newest first and are drawn oldest first", () => {
  const points = course([
    event(30, "raised", { before: 0.6, after: 0.7, runId: "run_2" }),
    event(10, "created", { after: 0.6, runId: "run_1" }),
  ]);
  expect(points.map(({ at, confidence }) => [at, confidence])).toEqual([
    [10, 0.6],
    [30, 0.7],
  ]);
});

test("what says no number stays where it was; a deletion keeps the last number", () => {
  const points = course([
    event(10, "created", { after: 0.6 }),
    event(20, "confirmed"),
    event(30, "deleted", { before: 0.8 }),
  ]);
  expect(points.map(({ confidence }) => confidence)).toEqual([0.6, 0.6, 0.8]);
  expect(isGone(points)).toBe(true);
  expect(isGone(points.slice(0, 2))).toBe(false);
});

test("a course of which no number is known is no course", () => {
  expect(course([event(10, "edited")])).toEqual([]);
  expect(course([])).toEqual([]);
});

test("a fall by a verdict looks and reads otherwise than one that was learned", () => {
  const [learned, judged] = course([
    event(10, "lowered", { after: 0.5, runId: "run_1" }),
    event(20, "lowered", { before: 0.5, after: 0.3 }),
  ]);
  if (!learned || !judged) throw new Error("no points");
  expect([signOf(learned), signOf(judged)]).toEqual(["dot", "fall"]);
  expect(eventInWords(learned, said.en)).not.toBe(eventInWords(judged, said.en));
});

test("an event of a newer server is told by its own name", () => {
  const [point] = course([event(10, "hibernated", { after: 0.5 })]);
  if (!point) throw new Error("no point");
  expect(eventInWords(point, said.zh)).toBe("hibernated");
});
