// Coming back to runs that were left: by a reload, in another tab, over a line that was lost.

import { Failure } from "../channels/client.ts";
import type { OpenRun } from "../channels/generated.ts";
import type { Manuscript } from "../desk/Editor/manuscript.ts";
import type { Mohen } from "../mohen.tsx";
import { cameBack, cutOff, dropRuns, keptRuns, lost, putBack } from "./coming_back.ts";
import type { Run } from "./run.ts";

interface Around {
  get(): { runs: readonly Run[]; currentId: string | undefined };
  set(by: { runs: readonly Run[]; currentId: string | undefined }): void;
  change(runId: string, by: Partial<Run>): void;
  /** The text a run belongs to, if it is the one on the desk. */
  textOf(run: Run): Manuscript | undefined;
  /** Runs whose answer this page waits for. */
  awaited: ReadonlySet<string>;
  /** What was accepted may be told now. */
  finish(runId: string): void;
}

export interface Returning {
  /** Ask what the server has of runs that nobody has answered. */
  comeBack(): Promise<void>;
  /** Runs that came back find their places as soon as their text is on the desk. */
  layOut(): void;
}

export function returning(mohen: Mohen, around: Around): Returning {
  const { client, place } = mohen;
  const { get, set, change, textOf, awaited, finish } = around;
  let asked = 0;

  async function comeBack(): Promise<void> {
    const { projectId } = place.getState();
    if (projectId === undefined) return;
    const mine = ++asked;
    const own = get().runs.filter((run) => !run.answer && isOn(run));
    const runIds = [...new Set([...own, ...keptRuns(projectId)].map((each) => each.runId))];
    try {
      const { data } = await client.call("ai:skill:open", { projectId, runIds });
      if (mine === asked) take(projectId, data.items);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure; // it is asked again when it answers
    }
  }

  function take(projectId: string, items: readonly OpenRun[]): void {
    const { runs, currentId } = get();
    const told = new Map(items.map((each) => [each.runId, each]));
    const known = new Set(runs.map((each) => each.runId));
    const kept = keptRuns(projectId).filter((each) => !known.has(each.runId));
    const here = runs.flatMap((run) => now(projectId, run, told.get(run.runId)));
    const back = items
      .filter(({ runId }) => !known.has(runId))
      // What failed in another tab is told there.
      .filter(({ runId, state }) => state !== "failed" || kept.some((it) => it.runId === runId))
      .map((each) => cameBack(projectId, each, undefined));
    const gone = kept.filter((each) => !told.has(each.runId));
    dropRuns(projectId, gone);
    const cut = gone.filter((each) => each.phase === "running" && !each.answer);
    const all = [...here, ...back, ...cut.map((each) => lost(projectId, each))];
    all.sort((one, other) => other.askedAt - one.askedAt);
    const isThere = all.some((each) => each.runId === currentId);
    const newest = all.find((each) => !known.has(each.runId));
    set({ runs: all, currentId: isThere ? currentId : newest?.runId });
    layOut();
    for (const { runId } of all) finish(runId);
  }

  /** A run of this page, with what the server tells of it. */
  function now(projectId: string, run: Run, told: OpenRun | undefined): Run[] {
    const isAwaited = awaited.has(run.runId);
    if (isAwaited && told?.state !== "running") return [run]; // its answer is on the way
    if (told && isOn(run)) return [cameBack(projectId, told, run)];
    if (isAwaited || run.answer || !isOn(run)) return [run];
    return run.phase === "running" ? [cutOff(run)] : []; // it was answered in another tab
  }

  function layOut(): void {
    for (const run of get().runs) {
      const on = run.answer || !isOn(run) ? undefined : textOf(run);
      if (on) change(run.runId, putBack(run, on));
    }
  }

  return { comeBack, layOut };
}

/** It is being written, or waits for its answer. */
function isOn({ phase }: Run): boolean {
  return phase === "running" || phase === "offered";
}
