import { describe, expect, test } from "vitest";
import { EVERYTHING, filtered, grouped, isNarrow } from "./filter_rules.ts";
import { contradiction, sampleRules } from "./sample_rules.ts";

const rules = [...sampleRules(0), ...contradiction(0)];
const ids = (filter: Partial<typeof EVERYTHING>) =>
  filtered(rules, { ...EVERYTHING, ...filter }).map((each) => each.id);

describe("filtering", () => {
  test.each([
    ["短句", ["rule_short", "rule_brief"]],
    ["ＳＨＯＲＴ sentences", ["rule_short", "rule_brief"]],
    ["sentences action", ["rule_short"]],
    ["平均句长", ["rule_short"]],
    ["短句 不存在", []],
  ])("%s", (text, found) => expect(ids({ text })).toEqual(found));

  test.each([
    ["confirmed", ["rule_person", "rule_cold", "rule_exclaim"]],
    ["typed", ["rule_person", "rule_exclaim"]],
    ["edited", ["rule_cold"]],
    ["recent", ["rule_short"]],
    ["inConflict", ["rule_brief", "rule_long"]],
    ["overridden", ["rule_first"]],
  ] as const)("state %s", (state, found) => expect(ids({ state })).toEqual(found));

  test("all three together", () => {
    expect(ids({ text: "短句", category: "style", state: "recent" })).toEqual(["rule_short"]);
    expect(ids({ text: "短句", category: "pacing" })).toEqual([]);
  });

  test("blanks ask for nothing", () => {
    expect(isNarrow({ ...EVERYTHING, text: "  " })).toBe(false);
    expect(ids({ text: "  " })).toHaveLength(rules.length);
  });
});

test("groups stand in the panel's order, empty ones left out", () => {
  const groups = grouped(sampleRules(0).filter((each) => each.scope === "project"));
  expect(groups.map((each) => each.category)).toEqual([
    "style",
    "structure",
    "character",
    "pacing",
  ]);
});
