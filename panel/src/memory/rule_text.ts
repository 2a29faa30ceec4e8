import type { Rule } from "../channels/generated.ts";
import type { Language } from "../words/index.ts";

/** What a rule says to a reader of this language; where it was never put so, in its own words. */
export function ruleText(
  rule: Pick<Rule, "rule" | "ruleEn" | "ruleZh">,
  language: Language,
): string {
  return (language === "zh" ? rule.ruleZh : rule.ruleEn) ?? rule.rule;
}

/** The same in the other language, where that says something else. */
export function otherText(rule: Pick<Rule, "rule" | "ruleEn" | "ruleZh">, language: Language) {
  const other = language === "zh" ? rule.ruleEn : rule.ruleZh;
  return other === ruleText(rule, language) ? undefined : other;
}
