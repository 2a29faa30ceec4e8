// How an interaction and a rule are called in a list to choose from.

import type { Rule } from "../../channels/generated.ts";
import type { Episodes } from "../../state/pictures.ts";
import { type Language, moment } from "../../words/index.ts";
import type { Said } from "../words.ts";

type Episode = Episodes["items"][number];

const LONGEST = 28;

export function episodeInWords(
  { timestamp, trigger, feedback, meta }: Episode,
  say: Said,
  language: Language,
) {
  const { signal } = feedback.implicit;
  const about = withoutHeadings(trigger.inputContext) || meta.digest || "";
  return [moment(timestamp, language), signal ? say[signal] : "", shortened(about)]
    .filter(Boolean)
    .join(" · ");
}

export function ruleInWords({ rule, ruleEn, ruleZh }: Rule, language: Language): string {
  return shortened((language === "zh" ? ruleZh : ruleEn) ?? rule, LONGEST * 2);
}

/** A chapter's title says nothing of what was asked for in it. */
function withoutHeadings(text: string): string {
  return text.replace(/^#{1,6} .*$/gmu, "").trim();
}

function shortened(text: string, longest = LONGEST): string {
  const letters = [...text.replace(/\s+/g, " ")];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : letters.join("");
}
