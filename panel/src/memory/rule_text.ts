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

/** What is measured, as one reads it: the server names features as programs do. */
export function measureText({ measures }: Pick<Rule, "measures">, language: Language) {
  if (language === "zh") return measures?.zh;
  return measures?.en.replace(/^phrase:(.+?) (?=[<>])/, "“$1” ").replace(/^\w+/, spaced);
}

function spaced(name: string): string {
  return name.replaceAll("_", " ");
}
