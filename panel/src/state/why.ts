import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Payload, Trace, TraceFeedback, Without } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { asContext } from "./inspector.ts";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";
import { createRules } from "./rules.ts";

/** Of which output one asks why: by the first of these names that is known. */
export interface Output {
  readonly generationId?: string | undefined;
  readonly runId?: string | undefined;
  readonly episodeId?: string | undefined;
}

export type Verdict = "correct" | "incorrect";

export type Judgement =
  | { state: "sending"; verdict: Verdict }
  | { state: "told"; verdict: Verdict; told: TraceFeedback }
  | { state: "refused"; verdict: Verdict; failure: Failure };

/** In place of a memory's id: the whole of what was written. */
export const WHOLE = "";

/** Why something was written: the memories behind it, and what the author says to that. */
export interface Why {
  output: Output | undefined;
  trace: Loaded<Trace>;
  /** Verdicts of this visit, by the memory they are on, or `WHOLE`. */
  judged: Readonly<Record<string, Judgement>>;
  /** What the prompt would be without a memory, by its id. */
  without: Readonly<Record<string, Loaded<Without>>>;
  open(output: Output): void;
  close(): void;
  reload(): Promise<void>;
  /** Answers whether it was taken. */
  judge(verdict: Verdict, on?: { targetId?: string; reason?: string }): Promise<boolean>;
  leaveOut(id: string, request: Payload<"ai:skill:run">): Promise<void>;
}

const nothing = { trace: loading, judged: {}, without: {} };

export function createWhy(mohen: Mohen): StoreApi<Why> {
  const { client, place } = mohen;
  const here = () => {
    const { projectId } = place.getState();
    return projectId === undefined ? {} : { projectId };
  };

  const store = createStore<Why>()((set, get) => {
    const ask = questioner<Trace>((change) => set({ trace: change(get().trace) }));

    async function reload(): Promise<void> {
      const { output } = get();
      if (output)
        await ask(() => client.call("memory:trace:get", { ...oneName(output), ...here() }));
    }

    return {
      output: undefined,
      ...nothing,
      open(output) {
        if (!same(get().output, output)) set({ output, ...nothing });
        void reload();
      },
      close: () => set({ output: undefined, ...nothing }),
      reload,
      async judge(verdict, { targetId, reason } = {}) {
        const { output, trace } = get();
        const on = targetId ?? WHOLE;
        if (!trace.data || get().judged[on]?.state === "sending") return false;
        const tell = (judgement: Judgement) => {
          // Another output may be looked at by now.
          if (get().output === output) set({ judged: { ...get().judged, [on]: judgement } });
        };
        tell({ state: "sending", verdict });
        try {
          const { data } = await client.call("memory:trace:feedback", {
            generationId: trace.data.generationId,
            verdict,
            ...(targetId && { targetId }),
            ...(reason?.trim() && { reason: reason.trim() }),
            ...here(),
          });
          tell({ state: "told", verdict, told: data });
        } catch (failure) {
          if (!(failure instanceof Failure)) throw failure;
          tell({ state: "refused", verdict, failure });
          return false;
        }
        await Promise.all([reload(), mohen.store(createRules).getState().reload()]);
        return true;
      },
      async leaveOut(id, request) {
        const { output } = get();
        const askWithout = questioner<Without>((change) => {
          const { without } = get();
          if (get().output !== output) return;
          set({ without: { ...without, [id]: change(without[id] ?? loading) } });
        });
        await askWithout(() =>
          client.call("context:without", { ...asContext(request), without: id }),
        );
      },
    };
  });

  let { projectId } = mohen.place.getState();
  following(mohen, (moved) => {
    const here = mohen.place.getState().projectId;
    if (!moved) void store.getState().reload();
    // An output belongs to the project it was written in.
    else if (here !== projectId) store.getState().close();
    projectId = here;
  });
  return store;
}

/** The server wants exactly one. */
function oneName({ generationId, runId, episodeId }: Output): Output {
  if (generationId !== undefined) return { generationId };
  return runId === undefined ? { episodeId } : { runId };
}

function same(one: Output | undefined, other: Output): boolean {
  return (
    one?.generationId === other.generationId &&
    one?.runId === other.runId &&
    one?.episodeId === other.episodeId
  );
}
