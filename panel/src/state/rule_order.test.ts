import { expect, test } from "vitest";
import { sampleRule } from "../memory/sample_rules.ts";
import { asBefore } from "./rule_order.ts";

const rules = (ids: string, text = "x") =>
  [...ids].map((id) => sampleRule({ id, rule: `${id}${text}` }));
const ids = (list: readonly { id: string }[]) => list.map((each) => each.id).join("");

test.each([
  ["abc", "cba", "abc"],
  ["abc", "ac", "ac"],
  ["abc", "xcba", "xabc"],
  ["abc", "cxba", "abcx"],
  ["abc", "axycb", "axybc"],
  ["", "cab", "cab"],
  ["abc", "", ""],
])("%s, now %s: shown as %s", (before, now, shown) => {
  expect(ids(asBefore(rules(before), rules(now)))).toBe(shown);
});

test("what did not change is the same object; what did is the new one", () => {
  const before = rules("ab");
  const now = [...rules("a"), ...rules("b", "changed")];
  const shown = asBefore(before, now);
  expect(shown[0]).toBe(before[0]);
  expect(shown[1]).toBe(now[1]);
});
