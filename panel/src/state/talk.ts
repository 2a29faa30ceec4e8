import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Payload, Session } from "../channels/generated.ts";
import { said } from "../knowledge/words_talk.ts";
import type { Mohen } from "../mohen.tsx";
import { type Foreseen, forgetting } from "./forgetting.ts";
import { createKnowledge } from "./knowledge.ts";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";
import {
  type Answers,
  answers,
  around,
  ends,
  isSought,
  LINES,
  type Reading,
  type Sought,
  type Spot,
} from "./talk_asked.ts";

/** What is to be forgotten: a session or a line of it, what somebody said, or a span of time. */
export type Target = Pick<Payload<"memory:forget">, "source" | "speaker" | "since" | "until">;

export interface Sessions {
  readonly items: readonly Session[];
  /** There are older ones. */
  readonly more: boolean;
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
const WHILE_TYPING_MS = 200;
const NOTHING: Sought = { words: "", who: "", from: "", to: "" };

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
      foresee: (target) => forgetting(mohen, { ...projectOf(mohen), ...target, dryRun: true }),
      async forget(target, foreseen) {
        const asked = { ...projectOf(mohen), ...target };
        let gone = await forgetting(mohen, asked);
        // What is named in general wants a token, and that is for what the author has seen.
        const consent = gone instanceof Failure ? consented(gone, foreseen) : undefined;
        if (consent) gone = await forgetting(mohen, { ...asked, confirmToken: consent });
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

function projectOf({ place }: Mohen) {
  const { projectId } = place.getState();
  return projectId === undefined ? {} : { projectId };
}

/** The token of a refusal, if what it says would go is what was foreseen. */
function consented({ code, details }: Failure, { messages, knowledge }: Foreseen) {
  if (code !== "MEMORY_CLEAR_CONFIRM_REQUIRED") return undefined;
  const { confirmToken, would } = details ?? {};
  const now = (would ?? {}) as Record<string, unknown>;
  const same = now.messages === messages && (now.knowledge ?? 0) === knowledge;
  return same && typeof confirmToken === "string" ? confirmToken : undefined;
}
