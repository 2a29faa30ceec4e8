import { describe, expect, test } from "vitest";
import { amount, asked, differenceInWords, fits, sceneInWords } from "./measure_words.ts";
import { said } from "./words_learning.ts";

const length = { feature: "mean_sentence_length", op: "<", value: 15, unit: "characters" } as const;
const rate = { feature: "similes", op: ">", value: 0.2, unit: "per 100 characters" } as const;
const share = { feature: "dialogue_share", op: ">", value: 0.35, unit: "share" } as const;
const phrase = { feature: "phrase:不禁", op: "<", value: 1, unit: "uses" } as const;

test.each([
  [12.43, length, "12.4 字", "12.4 characters"],
  [0, rate, "每百字 0", "0 per 100 characters"],
  [0.352, share, "35%", "35%"],
  [3, { ...length, unit: "parsecs" }, "3 parsecs", "3 parsecs"],
] as const)("%s", (value, predicate, zh, en) => {
  expect(amount(value, predicate, "zh")).toBe(zh);
  expect(amount(value, predicate, "en")).toBe(en);
});

test("what a rule asks for, and whether a text gives it", () => {
  expect(asked(length, "zh")).toBe("< 15 字");
  expect(fits(14.9, length)).toBe(true);
  expect(fits(15, length)).toBe(false);
  expect(fits(0.2, rate)).toBe(false);
});

describe("what was compared", () => {
  const told = (kind: string, value: number, predicate: Parameters<typeof fits>[1]) => ({
    zh: differenceInWords({ kind, value, weight: 1 }, predicate, said.zh, "zh"),
    en: differenceInWords({ kind, value, weight: 1 }, predicate, said.en, "en"),
  });

  test("an edit, a choice, and a share in points", () => {
    expect(told("final_vs_chosen", -8.74, length).en).toBe("Your edit: -8.74 characters");
    expect(told("chosen_vs_rejected", -7.1429, rate).zh).toBe("与落选的相比：每百字 -7.14");
    expect(told("final_vs_chosen", 0.052, share).zh).toBe("你的改动：+5.2 个百分点");
  });

  test("words that were cut or added", () => {
    expect(told("final_vs_chosen", -1, phrase)).toEqual({
      zh: "删去「不禁」1 次",
      en: "“不禁” cut once",
    });
    expect(told("final_vs_chosen", 3, phrase).en).toBe("“不禁” added 3 times");
  });

  test("a comparison of a newer server is still a difference", () => {
    expect(told("dreamt_vs_awake", 2, length).zh).toBe("差异：+2 字");
  });
});

test("scenes: known ones by their names, others as they are", () => {
  expect(sceneInWords("psychology", "zh")).toBe("心理");
  expect(sceneInWords("toString", "zh")).toBe("toString");
  expect(sceneInWords("夺宝", "en")).toBe("夺宝");
});
