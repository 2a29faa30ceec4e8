// What happened to one rule, as a course of confidence that can be drawn.

import type { Data } from "../../channels/generated.ts";
import type { Said } from "../words.ts";

export type RuleEvent = Data<"memory:learning:history">["items"][number];

/** How sure the memory was of a rule from a moment on, and why it changed. */
export interface Certainty {
  readonly at: number;
  readonly confidence: number;
  readonly kind: string;
  /** Whether a learning run did it; otherwise the author did, or a conflict. */
  readonly learned: boolean;
  readonly supporting: number;
  readonly contradicting: number;
}

/** The course from the events of one rule, which come newest first. What says no number stays at
 * the number before it. */
export function course(events: readonly RuleEvent[]): Certainty[] {
  const oldestFirst = [...events].sort((a, b) => a.at - b.at);
  let known = oldestFirst.find(({ before, after }) => (after ?? before) !== undefined);
  return oldestFirst.flatMap((event) => {
    if ((event.after ?? event.before) !== undefined) known = event;
    const confidence = event.after ?? event.before ?? known?.after ?? known?.before;
    if (confidence === undefined || confidence === null) return [];
    const { at, kind, supporting, contradicting } = event;
    const learned = event.runId !== undefined && event.runId !== null;
    return [{ at, kind, confidence, learned, supporting, contradicting }];
  });
}

const GONE: ReadonlySet<string> = new Set(["deleted", "withdrawn", "evicted", "merged"]);

export function isGone(points: readonly Certainty[]): boolean {
  const last = points[points.length - 1];
  return last !== undefined && GONE.has(last.kind);
}

/** Which sign an event is drawn with: by its form, not only by its colour. */
export function signOf({
  kind,
  learned,
}: Certainty): "dot" | "check" | "pen" | "fall" | "turn" | "end" {
  if (GONE.has(kind)) return "end";
  if (kind === "confirmed") return "check";
  if (kind === "edited" || kind === "unconfirmed" || kind === "promoted") return "pen";
  if (kind === "drifted") return "turn";
  if ((kind === "lowered" && !learned) || kind === "contradicted") return "fall";
  return "dot";
}

export function eventInWords({ kind, learned }: Certainty, say: Said): string {
  if (kind === "raised" && !learned) return say.event_raised_by_you;
  if (kind === "lowered" && !learned) return say.event_lowered_apart;
  const key = `event_${kind}`;
  const phrase = key in say ? say[key as keyof Said] : undefined;
  // A newer server may know of more than we have words for.
  return typeof phrase === "string" ? phrase : kind;
}
