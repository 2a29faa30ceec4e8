import type { Rule } from "../channels/generated.ts";
import type { Language } from "../words/index.ts";

type Worded = Pick<Rule, "rule" | "ruleEn" | "ruleZh"> &
  Partial<Pick<Rule, "origin" | "userModified">>;

/** What a rule says to a reader of this language. What the author typed stays in the author's own
 * words, and so does what was never put otherwise. */
export function ruleText(rule: Worded, language: Language): string {
  if (rule.origin === "manual" || rule.userModified) return rule.rule;
  return inLanguage(rule, language) ?? rule.rule;
}

/** The same in other words, where there are any. */
export function otherText(rule: Worded, language: Language): string | undefined {
  const shown = ruleText(rule, language);
  const others = [inLanguage(rule, language), inLanguage(rule, language === "zh" ? "en" : "zh")];
  return others.find((each) => each !== undefined && each !== shown);
}

function inLanguage({ ruleZh, ruleEn }: Worded, language: Language): string | undefined {
  return language === "zh" ? ruleZh : ruleEn;
}

/** What is measured, as one reads it: the server names features as programs do. */
export function measureText({ measures }: Pick<Rule, "measures">, language: Language) {
  if (language === "zh") return measures?.zh;
  return measures?.en
    .replace(/^phrase:(.+?) (?=[<>])/, "“$1” ")
    .replace(/^\w+/, spaced)
    .replace("code points", "characters");
}

function spaced(name: string): string {
  return name.replaceAll("_", " ");
}
