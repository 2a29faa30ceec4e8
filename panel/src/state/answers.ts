import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Payload, RunFeedback } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { keepHere, keptHere } from "./drafts.ts";

/** What an author did with a run. `undo`: an acceptance that was taken back. */
export interface Answer {
  readonly projectId: string;
  readonly runId: string;
  readonly feedback?: Omit<Payload<"ai:skill:feedback">, "runId" | "projectId">;
  readonly undo?: boolean;
}

export type Outcome =
  | { state: "sending" }
  /** Nobody answers: it is kept here and sent later. */
  | { state: "waiting" }
  | { state: "recorded"; signal: RunFeedback["signal"]; learned: number; undone: boolean }
  | { state: "refused"; failure: Failure };

/** Answers on their way to the memory. They outlive the page: one that could not be sent is sent
 * at the next visit. */
export interface Answers {
  outcomes: Readonly<Record<string, Outcome>>;
  /** The run whose answer was recorded last. */
  latest: string | undefined;
  send(answer: Answer): Promise<Outcome>;
}

// The author may be about to go.
const LEAVING = { keepalive: true };
const KEPT = "mohen-answers";
const AGAIN_MS = 15_000;
/** The client was closed, or its token is refused: that is no answer to what was sent. */
const SHUT = ["CANCELED", "PERMISSION_DENIED"];

export function createAnswers(mohen: Mohen): StoreApi<Answers> {
  const { client } = mohen;
  let waiting = keptAnswers();
  /** Those of this window, sent or not. */
  const own = new Set(waiting.map((each) => JSON.stringify(each)));
  let lane: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const store = createStore<Answers>()((set, get) => {
    const keep = (next: readonly Answer[]) => {
      waiting = next;
      // Another window keeps its own in the same place: they stay.
      const others = keptAnswers().filter((each) => !own.has(JSON.stringify(each)));
      const all = [...others, ...next];
      keepHere(KEPT, all.length > 0 ? all : undefined);
    };
    const tell = (runId: string, outcome: Outcome): Outcome => {
      const latest = outcome.state === "recorded" ? { latest: runId } : {};
      set({ outcomes: { ...get().outcomes, [runId]: outcome }, ...latest });
      return outcome;
    };

    async function deliver(answer: Answer): Promise<Outcome> {
      const { projectId, runId, feedback, undo = false } = answer;
      const known = get().outcomes[runId];
      if (known && !waiting.includes(answer)) return known; // it was asked for twice
      const first = waiting.find((each) => each.runId === runId);
      if (first !== answer) return tell(runId, { state: "waiting" }); // what it takes back waits too
      try {
        const told = feedback && (await once({ ...feedback, runId, projectId }));
        if (undo) await client.call("memory:episode:undo", { runId, projectId }, LEAVING);
        keep(waiting.filter((each) => each !== answer));
        const before = known?.state === "recorded" ? known.signal : null;
        const signal = undo ? "UNDO_AFTER_ACCEPT" : (told?.signal ?? before);
        const learned = told?.learned.length ?? 0;
        return tell(runId, { state: "recorded", signal, learned, undone: undo });
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        if (failure.retryable) {
          clearTimeout(timer);
          timer = setTimeout(flush, AGAIN_MS);
        }
        if (failure.retryable || SHUT.includes(failure.code))
          return tell(runId, { state: "waiting" });
        keep(waiting.filter((each) => each !== answer));
        return tell(runId, { state: "refused", failure });
      }
    }

    /** The answer may have arrived although its receipt did not: then it stands as it is. */
    async function once(feedback: Payload<"ai:skill:feedback">): Promise<RunFeedback | undefined> {
      try {
        return (await client.call("ai:skill:feedback", feedback, LEAVING)).data;
      } catch (failure) {
        if (failure instanceof Failure && failure.code === "CONFLICT") return undefined;
        throw failure;
      }
    }

    /** One after the other: an undo comes after what it takes back. */
    const queue = (answer: Answer): Promise<Outcome> => {
      const done = lane.then(() => deliver(answer));
      lane = done.catch(() => undefined); // one that breaks does not hold up the others
      return done;
    };

    function flush(): void {
      for (const each of waiting) void queue(each);
    }

    client.onLink((link) => link === "live" && flush());
    flush();

    return {
      outcomes: {},
      latest: undefined,
      send(answer) {
        own.add(JSON.stringify(answer));
        keep([...waiting, answer]);
        const known = get().outcomes[answer.runId];
        if (known === undefined) tell(answer.runId, { state: "sending" });
        return queue(answer);
      },
    };
  });
  return store;
}

function keptAnswers(): readonly Answer[] {
  const kept = keptHere(KEPT);
  const sound = (each: unknown): each is Answer =>
    typeof (each as Answer | null)?.runId === "string" &&
    typeof (each as Answer).projectId === "string";
  return Array.isArray(kept) ? kept.filter(sound) : [];
}
