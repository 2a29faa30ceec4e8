// Numbers of style in words: what was measured of a text, and how far it lies from another.
import type { Account, Rule } from "../channels/generated.ts";
import { count, type Language, percent, words } from "../words/index.ts";
import type { Said } from "./words_learning.ts";

type Predicate = NonNullable<Rule["predicate"]>;

const PHRASE = "phrase:";

const named = words({
  en: {
    dialogue: "dialogue",
    action: "action",
    description: "description",
    psychology: "inner life",
    narration: "narration",
    transition: "transition",
    characters: "characters",
    words: "words",
    "per 100 characters": "per 100 characters",
    "per 100 words": "per 100 words",
    "per 100 code points": "per 100 characters",
    letters: "letters",
    uses: "uses",
    points: "points",
  },
  zh: {
    dialogue: "对白",
    action: "动作",
    description: "描写",
    psychology: "心理",
    narration: "叙述",
    transition: "过渡",
    characters: "字",
    words: "词",
    "per 100 characters": "每百字",
    "per 100 words": "每百词",
    "per 100 code points": "每百字",
    letters: "字母",
    uses: "次",
    points: "个百分点",
  },
});

/** Scene types are an open set: one that is not known is said as it is. */
export function sceneInWords(scene: string, language: Language): string {
  return known(scene, language);
}

/** "12.4 字", "35%", "每百字 0.2". */
export function amount(value: number, { unit }: Predicate, language: Language): string {
  if (unit === "share") return percent(value, language);
  return withUnit(plain(value, language), unit, language);
}

/** What a rule asks for: "< 15 字". */
export function asked(predicate: Predicate, language: Language): string {
  return `${predicate.op} ${amount(predicate.value, predicate, language)}`;
}

export function fits(value: number, { op, value: bound }: Predicate): boolean {
  return op === "<" ? value < bound : value > bound;
}

/** One comparison the author made, in words. */
export function differenceInWords(
  { kind, value }: Account["differences"][number],
  predicate: Predicate,
  say: Said,
  language: Language,
): string {
  if (predicate.feature.startsWith(PHRASE)) {
    const phrase = predicate.feature.slice(PHRASE.length);
    const times = Math.abs(value);
    return value < 0 ? say.phraseLess(phrase, times) : say.phraseMore(phrase, times);
  }
  const apart = apartInWords(value, predicate, language);
  if (kind === "final_vs_chosen" || kind === "chosen_vs_rejected" || kind === "refused")
    return say[kind](apart);
  return say.compared(apart);
}

function apartInWords(value: number, { unit }: Predicate, language: Language): string {
  const share = unit === "share";
  const number = new Intl.NumberFormat(language, {
    maximumSignificantDigits: 3,
    signDisplay: "exceptZero",
  }).format(share ? value * 100 : value);
  return withUnit(number, share ? "points" : unit, language);
}

/** A rate stands before its number in Chinese. */
function withUnit(number: string, unit: string, language: Language): string {
  const name = known(unit, language);
  return language === "zh" && unit.startsWith("per ") ? `${name} ${number}` : `${number} ${name}`;
}

function plain(value: number, language: Language): string {
  if (Number.isInteger(value)) return count(value, language);
  return new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }).format(value);
}

function known(name: string, language: Language): string {
  const table: Record<string, string> = named[language];
  return Object.hasOwn(table, name) ? (table[name] ?? name) : name;
}
