import { expect, test } from "vitest";
import { countPoints, pointsBefore } from "./points.ts";

// Texts from a fixed seed: one-unit and two-unit characters, joined emoji, halves of pairs.
const PIECES = ["a", "雨", "\n", "，", "𠮷", "🌧️", "👩‍👩‍👧", "é", "\ud83d", "\udf27", " "];

function* texts(): Generator<string> {
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let n = 0; n < 400; n += 1) {
    yield Array.from({ length: next(12) }, () => PIECES[next(PIECES.length)]).join("");
  }
}

test("counting agrees with how the language itself walks a string", () => {
  for (const text of texts()) expect(countPoints(text)).toBe([...text].length);
});

test("every place between code points has as many before it", () => {
  for (const text of texts()) {
    const points = [...text];
    for (let at = 0; at <= points.length; at += 1) {
      const unit = points.slice(0, at).join("").length;
      expect(pointsBefore(text, unit)).toBe(at);
    }
  }
});

test("a place within a pair counts as before it", () => {
  expect(pointsBefore("雨🌧下", 2)).toBe(1);
  expect(pointsBefore("雨🌧下", 3)).toBe(2);
});

test("places past the end are the end", () => {
  expect(pointsBefore("雨🌧", 9)).toBe(2);
});
