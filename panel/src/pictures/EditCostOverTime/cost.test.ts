import { describe, expect, test } from "vitest";
import { said } from "../words.ts";
import { type Bucket, costInWords, grouped, outcomes } from "./cost.ts";

function bucket(editCost: number, episodes: number, more: Partial<Bucket> = {}): Bucket {
  const none = { accepted: 0, edited: 0, rewritten: 0, rejected: 0, undone: 0 };
  return { from: 0, to: 1, editCost, episodes, ...none, ...more };
}

const third = (editCost: number, episodes = 10) => bucket(editCost, episodes);

describe("what the picture says", () => {
  const say = (first: number, last: number) =>
    costInWords(
      { buckets: [bucket(0.5, 30)], firstThird: third(first), lastThird: third(last) },
      said.en,
      "en",
    );

  test("less, more, or about the same", () => {
    expect(say(0.61, 0.36)).toBe("The last third cost 41% less editing than the first.");
    expect(say(0.2, 0.5)).toBe("The last third cost 150% more editing than the first.");
    expect(say(0.5, 0.51)).toBe(said.en.costSame);
  });

  test("from nothing there is no percentage", () => {
    expect(say(0, 0.3)).toContain("30%");
    expect(say(0, 0)).toBe(said.en.costSame);
  });

  test("too little is said to be too little", () => {
    const few = { buckets: [bucket(0.5, 6)] };
    expect(costInWords(few, said.en, "en")).toBe(said.en.costFew(6, 12));
    const thin = { ...few, firstThird: third(0.9, 2), lastThird: third(0.1, 2) };
    expect(costInWords(thin, said.zh, "zh")).toBe(said.zh.costFew(6, 12));
    expect(costInWords({ buckets: [] }, said.zh, "zh")).toBe(said.zh.costNone);
  });
});

test("outcomes tell of all; what has no name of its own is the rest", () => {
  const told = outcomes(bucket(0.4, 10, { accepted: 4, undone: 1 }));
  expect(told).toContainEqual(["accepted", 4]);
  expect(told).toContainEqual(["other", 5]);
  expect(told.reduce((sum, [, many]) => sum + many, 0)).toBe(10);
});

test("marks near each other are one, with its number", () => {
  const marks = [50, 10, 12, 14].map((at) => ({ at }));
  expect(grouped(marks, 5)).toEqual([
    { at: 10, many: 3 },
    { at: 50, many: 1 },
  ]);
});
