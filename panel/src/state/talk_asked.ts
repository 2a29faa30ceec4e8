// What is asked of the log of what was said, and how places in it are named.

import { Failure } from "../channels/client.ts";
import type { ConversationsMessage, Data, Quote } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import type { Piece } from "./knowledge.ts";

export type Message = ConversationsMessage;
/** One thing that is known, by its words. */
export type Fact = Pick<Piece, "id" | "content">;

/** A line that was found with what is known from it, or what is known without its line. */
export interface Found {
  readonly facts: readonly Fact[];
  readonly said?: Quote;
  /** What was known from it and does not hold any more. */
  readonly replaced: readonly string[];
}

/** What is sought. Days as `2026-03-02`, empty: any. */
export interface Sought {
  readonly words: string;
  /** A name, or a role; empty: anybody. */
  readonly who: string;
  readonly from: string;
  readonly to: string;
}

export interface Answers {
  readonly items: readonly Found[];
  /** Words that were asked for, as they stand in them. */
  readonly marks: readonly string[];
}

/** Some of a session, in its order. */
export interface Reading {
  readonly items: readonly Message[];
  /** What is known from each line, by its place. */
  readonly facts: ReadonlyMap<number, readonly Piece[]>;
  /** There is more before this place, and behind that. */
  readonly previous?: number;
  readonly next?: number;
}

/** Where one reads: a session, and the line one came for. */
export interface Spot {
  readonly session: string;
  readonly place?: number;
}

const FOUND = 50;
/** Of a session at a time. */
export const LINES = 60;
const BEFORE = 20;
const FACTS = 200;
const STATES = ["active", "archived", "superseded", "denied", "withdrawn"] as const;

export function isSought({ words, who, from, to }: Sought): boolean {
  return [words.trim(), who, from, to].some(Boolean);
}

/** How `memory:forget` and `knowledge:list` call a whole session, or a line of it. */
export function sourceOf({ session, place }: Spot): string {
  if (place !== undefined) return `${session}:${place}`;
  return /:\d+$/u.test(session) ? `${session}:0` : session; // else it would be taken for a line
}

/** `session:place` as knowledge names where it was said; absent: it names no line. */
export function spotOf(source: string): Spot | undefined {
  const [, session, place] = /^(.+):(\d+)$/su.exec(source) ?? [];
  return session && Number(place) > 0 ? { session, place: Number(place) } : undefined;
}

/** From the first moment of a day to the last of another, where the author is. */
export function span({ from, to }: Pick<Sought, "from" | "to">) {
  const day = (text: string, more: number) => {
    const [year = 0, month = 1, date = 1] = text.split("-").map(Number);
    return new Date(year, month - 1, date + more).getTime();
  };
  return { ...(from && { since: day(from, 0) }), ...(to && { until: day(to, 1) }) };
}

type Told<T> = { data: T; degraded: readonly string[] };

/** Facts and what was said by words; without words what was said, the newest first. */
export async function answers(
  { client }: Mohen,
  projectId: string,
  sought: Sought,
): Promise<Told<Answers>> {
  const { words, who } = sought;
  const query = words.trim();
  const asked = { projectId, limit: FOUND, ...(who && { speaker: who }), ...span(sought) };
  if (query === "") {
    const { data, degraded } = await client.call("talk:search", asked);
    const items = data.items.map((each) => ({ facts: [], said: each, replaced: [] }));
    return { data: { items, marks: [] }, degraded };
  }
  // Looking must not change anything: what is found in the archive would be brought back.
  const given = { ...asked, query, includeArchived: false, marks: true };
  const { data, degraded } = await client.call("memory:search", given);
  const items = data.items.map(({ id, type, content, said, also, replaced }) => ({
    facts: [...(type === "said" ? [] : [{ id, content }]), ...also],
    replaced,
    ...(said && { said }),
  }));
  return { data: { items, marks: data.marks ?? [] }, degraded };
}

/** A session from its beginning, or what was said around a place. */
export async function around(
  mohen: Mohen,
  projectId: string,
  { session }: Spot,
  place: number | undefined,
): Promise<Told<Reading>> {
  const { client } = mohen;
  const at = { projectId, session };
  const [facts, before, behind] = await Promise.all([
    knownFrom(mohen, projectId, session),
    place === undefined
      ? undefined
      : client.call("talk:read", { ...at, before: place, limit: BEFORE }),
    client.call("talk:read", { ...at, limit: LINES, ...(place && { after: place - 1 }) }),
  ]);
  const items = [...(before?.data.items ?? []), ...behind.data.items];
  const data = { items, facts, ...ends(before?.data.previous, behind.data.next) };
  return { data, degraded: behind.degraded };
}

export function ends(previous: number | undefined, next: number | undefined) {
  return { ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) };
}

/** What is known from a session, by the places where it was said. */
async function knownFrom(
  { client }: Mohen,
  projectId: string,
  session: string,
): Promise<Map<number, Piece[]>> {
  const facts = new Map<number, Piece[]>();
  const asked = { projectId, source: sourceOf({ session }), states: [...STATES], limit: FACTS };
  let cursor: string | undefined;
  try {
    do {
      const given = { ...asked, ...(cursor !== undefined && { cursor }) };
      const { data }: { data: Data<"knowledge:list"> } = await client.call("knowledge:list", given);
      for (const item of data.items) {
        for (const spot of item.sources.map(spotOf)) {
          if (spot?.session !== session || spot.place === undefined) continue;
          facts.set(spot.place, [...(facts.get(spot.place) ?? []), item]);
        }
      }
      cursor = data.page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure; // what was said is read all the same
  }
  return facts;
}
