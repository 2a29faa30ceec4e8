import { expect, test } from "vitest";
import { measureText, otherText, ruleText } from "./rule_text.ts";

const both = { rule: "短句", ruleZh: "短句", ruleEn: "Short sentences" };

test("a rule is read in one's own language, and in its own words where there is no other", () => {
  expect(ruleText(both, "en")).toBe("Short sentences");
  expect(ruleText({ rule: "短句" }, "en")).toBe("短句");
});

test("what the author typed stays in the author's own words, in any language", () => {
  for (const own of [{ origin: "manual" }, { origin: "learned", userModified: true }] as const) {
    expect(ruleText({ ...both, ...own }, "en")).toBe("短句");
    expect(otherText({ ...both, ...own }, "en")).toBe("Short sentences");
  }
});

test("the other wording is there only where it says something else", () => {
  expect(otherText(both, "zh")).toBe("Short sentences");
  expect(otherText(both, "en")).toBe("短句");
  expect(otherText({ rule: "短句" }, "zh")).toBeUndefined();
  expect(otherText({ rule: "短句", ruleZh: "短句" }, "en")).toBeUndefined();
});

test.each([
  [
    "mean_sentence_length < 15 characters in action",
    "mean sentence length < 15 characters in action",
  ],
  ["exclamation < 0.1 per 100 code points", "exclamation < 0.1 per 100 characters"],
  ["phrase:slowly_now < 1 uses", "“slowly_now” < 1 uses"],
  ["phrase:all of a sudden < 1 uses in some_scene", "“all of a sudden” < 1 uses in some_scene"],
])("%s", (en, read) => {
  expect(measureText({ measures: { en, zh: "…" } }, "en")).toBe(read);
});
