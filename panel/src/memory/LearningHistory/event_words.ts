// One event of the learning history, and one day of them, in words.
import type { RuleEvent } from "../../state/history.ts";
import { type Language, percent } from "../../words/index.ts";
import type { Said } from "../words_history.ts";

/** What happened, as one says it: "confidence rose from 62% to 71% after 8 interactions". */
export function eventInWords(event: RuleEvent, say: Said, language: Language): string {
  const { kind, runId } = event;
  const number = event.supporting + event.contradicting;
  const share = (value: number | null | undefined) =>
    percent(value ?? event.after ?? event.before ?? 0, language);
  const [before, after] = [share(event.before), share(event.after)];
  switch (kind) {
    case "created":
      return say.event_created(after, number);
    case "raised":
    case "lowered":
      if (before === after) return say.event_steady(after, number);
      // Without a run it was not learning that did it.
      if (!runId)
        return (kind === "raised" ? say.event_raisedApart : say.event_loweredApart)(before, after);
      return (kind === "raised" ? say.event_raised : say.event_lowered)(before, after, number);
    case "supported":
      return say.event_supported(after);
    case "contradicted":
      return say.event_contradicted(after);
    default:
      return simple(kind, say);
  }
}

function simple(kind: string, say: Said): string {
  const key = `event_${kind}`;
  const phrase = Object.hasOwn(say, key) ? say[key as keyof Said] : undefined;
  // A newer server may know of more than there are words for.
  return typeof phrase === "string" ? phrase : say.event_other(kind);
}

export interface Day {
  /** Midnight, where the author is. */
  readonly at: number;
  readonly events: readonly RuleEvent[];
}

/** In the order they come, by the days of the calendar. */
export function byDay(events: readonly RuleEvent[]): Day[] {
  const days: { at: number; events: RuleEvent[] }[] = [];
  for (const event of events) {
    const at = new Date(event.at).setHours(0, 0, 0, 0);
    const last = days.at(-1);
    if (last?.at === at) last.events.push(event);
    else days.push({ at, events: [event] });
  }
  return days;
}
