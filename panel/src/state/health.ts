import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure, type Link } from "../channels/client.ts";
import type { Alert, Bilingual, Status } from "../channels/generated.ts";
import { said } from "../memory/words_care.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { either, type Language } from "../words/index.ts";
import { type Loaded, loading } from "./loaded.ts";
import { questioner } from "./question.ts";
import { createRules } from "./rules.ts";

/** How the memory is, and whether it can be asked at all. */
export interface Health {
  status: Loaded<Status>;
  link: Link;
  /** Alerts that were heard and that the status does not tell yet. */
  heard: readonly Alert[];
  /** Whether learning is paused where the author looks. */
  paused: boolean;
  reload(): Promise<void>;
  /** The author's word on a clock that jumped: the time passed, or the clock is wrong. */
  answerClock(passed: boolean): Promise<void>;
}

/**
 * The one word for it, the gravest first:
 * `asking` nothing is known yet · `refused` the token is wrong · `unreachable` nobody answers ·
 * `unavailable` no memory can be read, the AI works without (R97) · `degraded` something is broken,
 * the rest goes on · `off` nothing goes into prompts · `private` no text is kept ·
 * `paused` nothing is learned · `well`
 */
export type MemoryState =
  | "asking"
  | "refused"
  | "unreachable"
  | "unavailable"
  | "degraded"
  | "off"
  | "private"
  | "paused"
  | "well";

/** One thing that is out of order. */
export interface Trouble {
  readonly code: string;
  /** What it costs, where the server says so. */
  readonly message?: Bilingual;
  readonly cure?: Bilingual;
  readonly since?: number;
}

/** What is broken mends without a word sometimes: look again while it lasts. */
export const LOOK_AGAIN_MS = 30_000;

export const BUDGET_SPENT = "MEMORY_DEGRADE_BUDGET_SPENT";
export const CLOCK_JUMPED = "MEMORY_DEGRADE_CLOCK_JUMPED";
const EPISODES = "MEMORY_DEGRADE_EPISODES_UNREADABLE";
const MIND = "MEMORY_DEGRADE_MIND_UNREADABLE";

export function selectMemoryState({ status, link, paused }: Health): MemoryState {
  if (link === "refused") return "refused";
  const { data, failure } = status;
  const code = status.state === "failed" ? failure?.code : undefined;
  if (link === "lost" || code === "UNREACHABLE") return "unreachable";
  if (code === "DB_ERROR" && failure?.details?.reason !== "busy") return "unavailable";
  if (code !== undefined) return "degraded";
  if (!data) return "asking";
  if (data.settings === undefined && data.episodes === undefined) return "unavailable";
  if (data.memoryDegraded && !isOnlySpent(data)) return "degraded";
  if (data.settings?.injectionEnabled === false) return "off";
  if (data.settings?.privacyModeEnabled) return "private";
  return paused ? "paused" : "well";
}

/** Tokens for today that are used up are worth a word, but nothing of the memory is out of order. */
function isOnlySpent({ degradations }: Status): boolean {
  return degradations.length > 0 && degradations.every(({ code }) => code === BUDGET_SPENT);
}

/** Everything that is out of order, each once. Where the server explains it, in its words. */
export function troubles({ status, heard }: Health): readonly Trouble[] {
  const { degradations = [], alerts = [], settings, episodes } = status.data ?? {};
  const found = new Map<string, Trouble>();
  for (const { code, message, cure } of degradations) found.set(code, { code, message, cure });
  for (const { code, state, at, message, cure } of [...alerts, ...heard]) {
    if (state !== "began") continue;
    const known = found.get(code);
    const since = Math.min(known?.since ?? at, at);
    found.set(code, { code, ...(message && { message }), ...(cure && { cure }), ...known, since });
  }
  if (status.data && !settings && !found.has(MIND)) found.set(MIND, { code: MIND });
  if (status.data && !episodes && !found.has(EPISODES)) found.set(EPISODES, { code: EPISODES });
  return [...found.values()];
}

export function createHealth(mohen: Mohen): StoreApi<Health> {
  const { client, place, toasts, manner } = mohen;
  const rules = mohen.store(createRules);
  let again: ReturnType<typeof setTimeout> | undefined;

  const store = createStore<Health>()((set, get) => {
    const ask = questioner<Status>((change) => set({ status: change(get().status) }));
    return {
      status: loading,
      link: client.link,
      heard: [],
      paused: false,
      async reload() {
        clearTimeout(again);
        const { projectId } = place.getState();
        const before = troubles(get());
        const heardBefore = get().heard;
        await ask(() => client.call("memory:status", projectId === undefined ? {} : { projectId }));
        if (get().status.state !== "ready") return;
        // What was heard before the question is in the answer; what came since is not.
        set({ heard: get().heard.filter((each) => !heardBefore.includes(each)) });
        tellWhatEnded(before);
      },
      async answerClock(passed) {
        try {
          await client.call("memory:clock:answer", { passed });
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          const { title } = explain(error, manner.getState().language);
          // Another window has answered, or the clock is back: the look below says so.
          if (error.code !== "CONFLICT") toasts.getState().show({ tone: "danger", text: title });
        }
        await get().reload();
      },
    };
  });

  function tellWhatEnded(before: readonly Trouble[]): void {
    const open = new Set(troubles(store.getState()).map((each) => each.code));
    const words = said[manner.getState().language];
    for (const { code } of before) {
      if (open.has(code)) continue;
      toasts.getState().show({ tone: "success", text: words.endedOne(partInWords(code, words)) });
    }
  }

  const paused = () => {
    const { book, home } = rules.getState();
    const told = place.getState().scope === "project" ? book : home;
    const now = told.data?.learning.paused ?? false;
    if (now !== store.getState().paused) store.setState({ paused: now });
  };
  rules.subscribe(paused);
  place.subscribe((now, before) => {
    paused();
    if (now.projectId !== before.projectId) void store.getState().reload();
  });
  client.onLink((link) => {
    const before = store.getState().link;
    store.setState({ link });
    if (link === "live" && before !== "live") void store.getState().reload();
  });
  client.listen((push) => {
    if (push.channel !== "memory:alert") return;
    if (push.data.state === "began")
      store.setState({ heard: [...store.getState().heard, push.data] });
    void store.getState().reload();
  });
  // The word of others that memory is broken or whole again is worth a look.
  rules.subscribe(({ book }, before) => {
    if (book.degraded.length !== before.book.degraded.length) void store.getState().reload();
    else if (isBroken(book.failure) !== isBroken(before.book.failure))
      void store.getState().reload();
  });
  store.subscribe((now) => {
    clearTimeout(again);
    const state = selectMemoryState(now);
    if (now.status.state === "loading" || now.link === "lost" || now.link === "refused") return;
    if (state === "degraded" || state === "unavailable" || state === "unreachable")
      again = setTimeout(() => void store.getState().reload(), LOOK_AGAIN_MS);
  });
  paused();
  void store.getState().reload();
  return store;
}

function isBroken(failure: Failure | undefined): boolean {
  return failure?.code === "DB_ERROR";
}

type Words = (typeof said)["zh"];

/** The part of the memory that an alert is about. */
export function partInWords(code: string, say: Words): string {
  const key = `alert_${code}`;
  const found = Object.hasOwn(say, key) ? say[key as keyof Words] : undefined;
  return typeof found === "string" ? found : say.alert_other(code);
}

/** What it costs, as the server says it; else what it is about. */
export function troubleInWords({ code, message }: Trouble, language: Language): string {
  const say = said[language];
  if (code === CLOCK_JUMPED) return say.clockJumped;
  const told = message && either(message, language);
  return told ? told[0]?.toUpperCase() + told.slice(1) : say.outOfOrder(partInWords(code, say));
}
