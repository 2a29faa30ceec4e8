import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type {
  ConversationsMessage,
  Data,
  KnowledgeRecalled,
  Payload,
  Session,
} from "../channels/generated.ts";
import { said } from "../knowledge/words_talk.ts";
import type { Mohen } from "../mohen.tsx";
import { createKnowledge, type Foreseen, type Piece } from "./knowledge.ts";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";

export type Message = ConversationsMessage;
export type Found = KnowledgeRecalled;
/** What is to be forgotten: a session or a line of it, what somebody said, or a span of time. */
export type Target = Pick<Payload<"memory:forget">, "source" | "speaker" | "since" | "until">;

/** What is sought. Days as `2026-03-02`, empty: any. */
export interface Sought {
  readonly words: string;
  /** A name, or a role; empty: anybody. */
  readonly who: string;
  readonly from: string;
  readonly to: string;
}

export interface Sessions {
  readonly items: readonly Session[];
  /** There are older ones. */
  readonly more: boolean;
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

/** What was said: by session, sought, read, and forgotten. */
export interface Talk {
  sought: Sought;
  sessions: Loaded<Sessions>;
  /** Of what is sought; it says nothing where nothing is. */
  found: Loaded<Answers>;
  /** Absent: the list is looked at. */
  spot: Spot | undefined;
  reading: Loaded<Reading>;
  load(): Promise<void>;
  seek(part: Partial<Sought>): void;
  older(): Promise<void>;
  open(spot: Spot): Promise<void>;
  /** Of the open session what comes before, or behind what is shown. */
  earlier(): Promise<void>;
  later(): Promise<void>;
  leave(): void;
  foresee(target: Target): Promise<Foreseen | Failure>;
  /** Only what was foreseen: if something else would go by now, nothing does. */
  forget(target: Target, foreseen: Foreseen): Promise<Failure | undefined>;
}

const SESSIONS = 50;
const FOUND = 50;
const LINES = 60;
const BEFORE = 20;
const FACTS = 200;
const WHILE_TYPING_MS = 200;
const NOTHING: Sought = { words: "", who: "", from: "", to: "" };
const STATES = ["active", "archived", "superseded", "denied", "withdrawn"] as const;

export function createTalk(mohen: Mohen): StoreApi<Talk> {
  const { client, place, toasts, manner } = mohen;
  let looked = false;
  let typing: ReturnType<typeof setTimeout> | undefined;

  const store = createStore<Talk>()((set, get) => {
    const askSessions = questioner<Sessions>((change) => set({ sessions: change(get().sessions) }));
    const askFound = questioner<Answers>((change) => set({ found: change(get().found) }));
    const askReading = questioner<Reading>((change) => set({ reading: change(get().reading) }));

    /** Conversations are a project's own: without one nobody is asked. */
    async function here(ask: (projectId: string) => Promise<void>): Promise<void> {
      const { projectId } = place.getState();
      if (projectId !== undefined) await ask(projectId);
    }

    const listed = (before: readonly Session[] = []) =>
      here((projectId) =>
        askSessions(async () => {
          const after = before.at(-1)?.session;
          const asked = { projectId, limit: SESSIONS, ...(after !== undefined && { after }) };
          const { data, degraded } = await client.call("talk:sessions", asked);
          const items = [...before, ...data.items];
          return { data: { items, more: data.items.length === SESSIONS }, degraded };
        }),
      );

    const search = () =>
      here(async (projectId) => {
        if (isSought(get().sought)) await askFound(() => answers(mohen, projectId, get().sought));
      });

    /** What is shown of the open session, with more of it. */
    const readOn = (asked: { before: number } | { after: number }) =>
      here((projectId) =>
        askReading(async () => {
          const { spot, reading } = get();
          const { session } = spot ?? { session: "" };
          const limit = LINES;
          const answer = await client.call("talk:read", { projectId, session, limit, ...asked });
          const was = reading.data ?? NOTHING_READ;
          const { items, next, previous } = answer.data;
          const data =
            "before" in asked
              ? { ...ends(previous, was.next), items: [...items, ...was.items], facts: was.facts }
              : { ...ends(was.previous, next), items: [...was.items, ...items], facts: was.facts };
          return { data, degraded: answer.degraded };
        }),
      );

    /** As much as was shown, after something of it is gone. */
    async function readAgain() {
      const { spot, reading } = get();
      const [first] = reading.data?.items ?? [];
      if (!spot || !first) return;
      await here((projectId) => askReading(() => around(mohen, projectId, spot, first.place)));
      if (get().spot === spot && get().reading.data?.items.length === 0) get().leave();
    }

    return {
      sought: NOTHING,
      sessions: loading,
      found: loading,
      spot: undefined,
      reading: loading,
      async load() {
        looked = true;
        clearTimeout(typing);
        await Promise.all([listed(), search()]);
      },
      seek(part) {
        const before = get().sought;
        set({ sought: { ...before, ...part } });
        clearTimeout(typing);
        if (!isSought(get().sought)) return set({ found: loading });
        if (part.words === undefined) void search();
        else typing = setTimeout(search, WHILE_TYPING_MS);
      },
      older: () => listed(get().sessions.data?.items),
      async open(spot) {
        set({ spot, reading: loading });
        await here((projectId) => askReading(() => around(mohen, projectId, spot, spot.place)));
      },
      async earlier() {
        const before = get().reading.data?.previous;
        if (before !== undefined) await readOn({ before });
      },
      async later() {
        const after = get().reading.data?.next;
        if (after !== undefined) await readOn({ after });
      },
      leave: () => set({ spot: undefined }),
      async foresee(target) {
        return forgetting(mohen, { ...target, dryRun: true });
      },
      async forget(target, foreseen) {
        let gone = await forgetting(mohen, target);
        // What is named in general wants a token, and that is for what the author has seen.
        const consent = gone instanceof Failure ? consented(gone, foreseen) : undefined;
        if (consent) gone = await forgetting(mohen, { ...target, confirmToken: consent });
        if (gone instanceof Failure) return gone;
        toasts.getState().show({ tone: "success", text: said[manner.getState().language].gone });
        await Promise.all([
          get().load(),
          readAgain(),
          mohen.store(createKnowledge).getState().load(),
        ]);
        return undefined;
      },
    };
  });

  following(mohen, (moved) => {
    if (moved) {
      store.setState({ sessions: loading, found: loading, spot: undefined, sought: NOTHING });
    }
    if (looked) store.getState().load();
  });
  client.listen((push) => {
    const done =
      push.channel === "knowledge:consolidate:progress" && push.data.status === "completed";
    if (looked && done) store.getState().load();
  });
  return store;
}

const NOTHING_READ: Reading = { items: [], facts: new Map() };

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
async function answers(
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
  const given = { ...asked, query, includeArchived: false };
  const { data, degraded } = await client.call("memory:search", given);
  return { data: { items: data.items, marks: data.marks ?? [] }, degraded };
}

/** A session from its beginning, or what was said around a place. */
async function around(
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

function ends(previous: number | undefined, next: number | undefined) {
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

async function forgetting(
  { client, place }: Mohen,
  asked: Payload<"memory:forget">,
): Promise<Foreseen | Failure> {
  const { projectId } = place.getState();
  try {
    const given = { ...asked, ...(projectId !== undefined && { projectId }) };
    return (await client.call("memory:forget", given)).data;
  } catch (failure) {
    if (failure instanceof Failure) return failure;
    throw failure;
  }
}

/** The token of a refusal, if what it says would go is what was foreseen. */
function consented({ code, details }: Failure, { messages, knowledge }: Foreseen) {
  if (code !== "MEMORY_CLEAR_CONFIRM_REQUIRED") return undefined;
  const { confirmToken, would } = details ?? {};
  const now = (would ?? {}) as Record<string, unknown>;
  const same = now.messages === messages && (now.knowledge ?? 0) === knowledge;
  return same && typeof confirmToken === "string" ? confirmToken : undefined;
}
