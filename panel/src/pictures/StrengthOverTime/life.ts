// The life of one memory in words: where it stands, and what happens to it when.

import type { Strength } from "../../channels/generated.ts";
import type { Language } from "../../words/index.ts";
import { day, percent } from "../../words/index.ts";
import type { Said } from "../words.ts";

export type Life = Strength;

export function lifeInWords(life: Life, say: Said, language: Language): string {
  const parts = [
    say.strengthNow(percent(life.strength, language), say[life.band]),
    say.recalled(life.recallCount),
  ];
  if (life.coreSetting) return [...parts, say.neverFades].join(language === "zh" ? "" : " ");
  if (life.compressed) parts.push(say.isCompressed);
  const { willCompressAt, expiresAt } = life;
  if (willCompressAt !== undefined && willCompressAt > life.now) {
    parts.push(say.willCompress(day(willCompressAt, language)));
  }
  if (expiresAt !== undefined) parts.push(say.willExpire(day(expiresAt, language)));
  return parts.join(language === "zh" ? "" : " ");
}
