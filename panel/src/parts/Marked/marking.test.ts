import { expect, test } from "vitest";
import { excerpt, marking } from "./marking.ts";

const found = (text: string, ...words: string[]) => text.split(marking(words) ?? "\0");

test("a word is a word and no part of one, where words have spaces", () => {
  expect(found("art at a party: art!", "art")).toEqual(["", "art", " at a party: ", "art", "!"]);
  expect(found("住在Oslo市", "Oslo")).toEqual(["住在", "Oslo", "市"]);
  expect(found("对花生过敏", "花生")).toEqual(["对", "花生", "过敏"]);
});

test("the longest goes first, and signs are signs", () => {
  expect(found("花生酱和花生", "花生", "花生酱")).toEqual(["", "花生酱", "和", "花生", ""]);
  expect(found("1+1 (a.b)", "a.b", "1+1")).toEqual(["", "1+1", " (", "a.b", ")"]);
  expect(marking([])).toBeUndefined();
});

test("of a long text what is around the word, whole signs only", () => {
  const text = `${"🌊".repeat(300)}灯塔${"雨".repeat(300)}`;
  const shown = excerpt(text, ["灯塔"], 30);
  expect(shown).toBe(`…${"🌊".repeat(10)}灯塔${"雨".repeat(18)}…`);
  expect(excerpt("短", ["灯塔"])).toBe("短");
  expect(excerpt("雨".repeat(300), [], 10)).toBe(`${"雨".repeat(10)}…`);
});
