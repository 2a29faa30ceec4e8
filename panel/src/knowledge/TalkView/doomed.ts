import type { Session } from "../../channels/generated.ts";
import type { Target } from "../../state/talk.ts";
import { type Message, type Sought, sourceOf, span } from "../../state/talk_asked.ts";
import { brief, day, type Language } from "../../words/index.ts";
import type { Said } from "../words_talk.ts";

/** What is to go, and how the author is told so. */
export interface Doomed {
  readonly target: Target;
  readonly words: string;
  /** What is shown of it: an attribute and its value. */
  readonly shown?: readonly [attribute: string, value: string];
}

const SHOWN = 160;

export function lineOf({ session, place, text }: Message): Doomed {
  const target = { source: sourceOf({ session, place }) };
  return { target, words: brief(text, SHOWN), shown: ["data-place", String(place)] };
}

export function sessionOf(session: string, listed: Session | undefined, say: Said): Doomed {
  const words = listed ? say.ofSession(brief(listed.opening, SHOWN), listed.messages) : session;
  const target = { source: sourceOf({ session }) };
  return { target, words, shown: ["data-session", session] };
}

export function speakerOf(speaker: string, say: Said): Doomed {
  return { target: { speaker }, words: say.ofSpeaker(speaker) };
}

const ROLES: ReadonlySet<string> = new Set(["user", "assistant", "tool", "system"]);

/** All that is sought, where it can be named without its words: by name, and from when to when. */
export function generally(sought: Sought, say: Said, language: Language): Doomed | undefined {
  const { words, who, from, to } = sought;
  if (words.trim() !== "" || ROLES.has(who) || !(who || from || to)) return undefined;
  const { since, until } = span(sought);
  const when = spanInWords(since, until, say, language);
  const target = { ...(who && { speaker: who }), ...span(sought) };
  if (!when) return { target, words: say.ofSpeaker(who) };
  return { target, words: who ? say.inSpan(say.ofSpeaker(who), when) : say.ofSpan(when) };
}

function spanInWords(
  since: number | undefined,
  until: number | undefined,
  say: Said,
  language: Language,
): string {
  const from = since === undefined ? "" : day(since, language);
  const to = until === undefined ? "" : day(until - 1, language);
  if (from && to) return say.between(from, to);
  if (from) return say.since(from);
  return to ? say.until(to) : "";
}
