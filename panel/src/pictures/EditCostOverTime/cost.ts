// What the AI's texts cost an author over time, and what may honestly be said of it.

import type { Cost, CostBucket, CostMark } from "../../channels/generated.ts";
import { type Language, percent } from "../../words/index.ts";
import type { Said } from "../words.ts";

export type Costs = Pick<Cost, "buckets" | "firstThird" | "lastThird" | "marks">;
export type Bucket = CostBucket;

export const OUTCOMES = ["accepted", "edited", "rewritten", "rejected", "undone"] as const;
export type Outcome = (typeof OUTCOMES)[number] | "other";

/** What became of the suggestions, and how many had another end. */
export function outcomes(bucket: Bucket): (readonly [Outcome, number])[] {
  const told = OUTCOMES.map((each) => [each, bucket[each]] as const);
  const rest = bucket.episodes - told.reduce((sum, [, many]) => sum + many, 0);
  return [...told, ["other", Math.max(0, rest)] as const];
}

export function total(buckets: readonly Bucket[]): number {
  return buckets.reduce((sum, { episodes }) => sum + episodes, 0);
}

/** Below this a third says more about chance than about memory. */
export const ENOUGH = 4;
const ABOUT_SAME = 0.05;

export function costInWords(
  { buckets, firstThird: first, lastThird: last }: Costs,
  say: Said,
  language: Language,
): string {
  const many = total(buckets);
  if (many === 0) return say.costNone;
  if (!first || !last || first.episodes < ENOUGH || last.episodes < ENOUGH) {
    return say.costFew(many, ENOUGH * 3);
  }
  if (first.editCost === 0) {
    return last.editCost === 0 ? say.costSame : say.costFrom0(percent(last.editCost, language));
  }
  const change = last.editCost / first.editCost - 1;
  if (Math.abs(change) < ABOUT_SAME) return say.costSame;
  const share = percent(Math.abs(change), language);
  return change < 0 ? say.costLess(share) : say.costMoreThan(share);
}

/** Where rules changed: marks that would lie on each other are drawn as one. */
export function grouped(
  marks: readonly Pick<CostMark, "at">[],
  near: number,
): { at: number; many: number }[] {
  const groups: { at: number; many: number }[] = [];
  for (const { at } of [...marks].sort((a, b) => a.at - b.at)) {
    const last = groups[groups.length - 1];
    if (last && at - last.at <= near) last.many += 1;
    else groups.push({ at, many: 1 });
  }
  return groups;
}
