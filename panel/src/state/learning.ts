import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { PushData } from "../channels/generated.ts";
import { said } from "../memory/words.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { createRules } from "./rules.ts";

export type Stage = PushData<"memory:distill:progress">["stage"];

/** A distillation under way, whoever asked for it. */
export interface Run {
  readonly runId: string;
  readonly projectId?: string;
  readonly stage: Stage;
  /** 0–1 */
  readonly progress: number;
}

/** Whether and what is being learned. Whether it is paused stands in the rules' book. */
export interface Learning {
  run?: Run;
  /** The author asked for an update, and it has not ended. */
  updating: boolean;
  /** Pausing or resuming is on its way. */
  switching: boolean;
  /** Of the project, or of all when the global rules are looked at. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Learn now from what was recorded, and say what came of it. */
  distill(): Promise<void>;
}

/** Each project in turn, perhaps with a model: that may take the longest a call is allowed. */
const ALL_PROJECTS_MS = 600_000;
const EVENTS = 200;
const ENDS: readonly Stage[] = ["completed", "failed"];

export function createLearning(mohen: Mohen): StoreApi<Learning> {
  const { client, place, toasts, manner } = mohen;
  const rules = mohen.store(createRules);
  const words = () => said[manner.getState().language];
  /** Where pausing and learning apply: absent means everywhere. */
  const here = () =>
    place.getState().scope === "project" ? place.getState().projectId : undefined;
  /** Runs that were asked for here, and ends that came before the answer with their id. */
  const mine = new Set<string>();
  const ended = new Map<string, PushData<"memory:distill:progress">>();

  const store = createStore<Learning>()((set, get) => {
    const fail = (failure: Failure) =>
      toasts.getState().show({
        tone: "danger",
        text: explain(failure, manner.getState().language).title,
      });

    async function turn(
      channel: "memory:learning:pause" | "memory:learning:resume",
      where?: string,
    ) {
      set({ switching: true });
      try {
        return (await client.call(channel, { projectId: where })).data;
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        fail(failure);
        return undefined;
      } finally {
        await rules.getState().reload();
        set({ switching: false });
      }
    }

    async function resume(where = here()): Promise<void> {
      const now = await turn("memory:learning:resume", where);
      if (!now) return;
      if (!now.paused) {
        toasts.getState().show({ tone: "success", text: words().didResume });
        return;
      }
      // The project is not paused any more, but everything is: that is for the author to lift.
      const act = () => void turn("memory:learning:resume");
      const action = { label: words().resumeEverywhere, act };
      toasts.getState().show({ tone: "info", text: words().stillPaused, action }, 0);
    }

    async function refused(failure: Failure): Promise<void> {
      // What stood in the way may have ended before we were told that it did.
      set(({ run }) => ({ updating: false, run: run && ended.has(run.runId) ? undefined : run }));
      ended.clear();
      if (failure.code !== "CONFLICT") return void fail(failure);
      await rules.getState().reload();
      const { book, home } = rules.getState();
      const paused = (here() === undefined ? home : book).data?.learning.paused;
      const text = paused ? words().updateWhilePaused : words().alreadyLearning;
      toasts.getState().show({ tone: "info", text });
    }

    async function distill(): Promise<void> {
      set({ updating: true });
      const projectId = here();
      try {
        if (projectId === undefined) {
          const { data } = await client.call(
            "memory:semantic:distill",
            { wait: true },
            { timeoutMs: ALL_PROJECTS_MS },
          );
          await rules.getState().reload();
          return report(data.created.length, data.updated.length, undefined);
        }
        const { data } = await client.call("memory:semantic:distill", { projectId, wait: false });
        if (data.runId === undefined) return report(0, 0, projectId);
        mine.add(data.runId);
        const end = ended.get(data.runId);
        ended.clear();
        if (end) void finish(end);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        await refused(failure);
      }
    }

    function report(learned: number, changed: number, projectId: string | undefined): void {
      set({ updating: false, run: undefined });
      const { book, home } = rules.getState();
      const episodes = (projectId === undefined ? home : book).data?.counts.episodes ?? 0;
      const text =
        learned + changed > 0 ? words().outcome(learned, changed) : words().nothingNew(episodes);
      toasts.getState().show({ tone: learned + changed > 0 ? "success" : "info", text });
    }

    /** What a run did stands in the history, by its id. */
    async function finish({ runId, projectId, stage }: PushData<"memory:distill:progress">) {
      mine.delete(runId);
      if (stage === "failed") {
        set({ updating: false, run: undefined });
        toasts.getState().show({ tone: "danger", text: words().distillFailed });
        return;
      }
      try {
        const asked = { projectId, limit: EVENTS };
        const [{ data }] = await Promise.all([
          client.call("memory:learning:history", asked),
          rules.getState().reload(),
        ]);
        const own = data.items.filter((each) => each.runId === runId);
        const learned = new Set(own.filter((each) => each.kind === "created").map((e) => e.ruleId));
        const touched = new Set(own.map((each) => each.ruleId));
        report(learned.size, touched.size - learned.size, projectId ?? undefined);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        set({ updating: false, run: undefined }); // it was learned all the same; the list will say so
      }
    }

    client.listen((push) => {
      if (push.channel !== "memory:distill:progress") return;
      const { runId, projectId, stage, progress } = push.data;
      if (!ENDS.includes(stage)) {
        set({ run: { runId, stage, progress, ...(projectId && { projectId }) } });
        return;
      }
      // Ours stands until its outcome is told: "waiting to begin" would look like a step back.
      const isOurs = mine.has(runId) || get().updating;
      set(({ run }) => {
        if (run?.runId !== runId) return {};
        return { run: isOurs ? { ...run, progress } : undefined };
      });
      if (mine.has(runId)) void finish(push.data);
      else if (get().updating) ended.set(runId, push.data);
    });
    // Whatever was said while the link was away was not heard: do not wait for it.
    client.onLink((link) => {
      if (link === "lost") set({ run: undefined, updating: false });
    });

    return {
      updating: false,
      switching: false,
      async pause() {
        if (await turn("memory:learning:pause", here())) {
          toasts.getState().show({ tone: "info", text: words().didPause });
        }
      },
      resume: () => resume(),
      distill,
    };
  });
  return store;
}
