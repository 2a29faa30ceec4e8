import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Manuscript } from "../desk/Editor/manuscript.ts";
import type { Mohen } from "../mohen.tsx";
import { createChapters } from "./chapters.ts";
import { type Asking, isBusy, newRunId, placed, type Run, targetOf, textBefore } from "./run.ts";
import { type Settling, settling } from "./settling.ts";
import { createSkills, isReport } from "./skills.ts";
import { createWorking } from "./working.ts";

/** What the AI was asked to write at this desk, newest first, and what became of it. */
export interface Runs {
  runs: readonly Run[];
  /** The one whose candidates are looked at. */
  currentId: string | undefined;
  /** The text one works on, or none while no chapter is open. */
  attach(manuscript: Manuscript | undefined): void;
  run(asking: Asking): Promise<void>;
  cancel(): Promise<void>;
  /** Put a candidate, or what the author made of it, into the text. False: its place is gone. */
  accept(runId: string, index: number, text?: string): boolean;
  /** Taken along by other means, where there is no place for it any more. */
  taken(runId: string): void;
  /** What the author likes about what was accepted. */
  praise(runId: string, label: string): void;
  reject(runId: string, reason?: string): void;
  /** Take an accepted text back. */
  undo(runId: string): "taken back" | "text stays";
  /** The author is done with what was accepted; without a run: with all of it. */
  settle(runId?: string): void;
  /** Something happened to a place in the text. */
  marksMoved(): void;
  look(runId: string | undefined): void;
}

const REMEMBERED = 12;

export function createRuns(mohen: Mohen): StoreApi<Runs> {
  const { client, place } = mohen;
  return createStore<Runs>()((set, get) => {
    let manuscript: Manuscript | undefined;
    let stop: AbortController | undefined;
    /** The run that the server has heard of last. */
    let sent: Run["request"]["runId"];

    const find = (runId: string) => get().runs.find((each) => each.runId === runId);
    const change = (runId: string, by: Partial<Run>) =>
      set({ runs: get().runs.map((each) => (each.runId === runId ? { ...each, ...by } : each)) });
    /** The text a run belongs to, if it is the one on the desk. */
    const textOf = (run: Run) =>
      manuscript?.documentId === documentOf(run) ? manuscript : undefined;
    const settle: Settling = settling(mohen, { runs: () => get().runs, change, textOf });

    function remember(run: Run): void {
      const [kept, gone] = [
        [run, ...get().runs].slice(0, REMEMBERED),
        get().runs.slice(REMEMBERED - 1),
      ];
      for (const each of gone) textOf(each)?.unmark(each.runId);
      set({ runs: kept, currentId: run.runId });
    }

    async function run(asking: Asking): Promise<void> {
      const text = manuscript;
      const { projectId } = place.getState();
      const { open } = mohen.store(createChapters).getState();
      if (!text || !open || projectId === undefined || text.composing || isBusy(get().runs)) return;
      const { skill, instruction = "", sceneType, candidates } = asking;
      const target = targetOf(skill, text);
      if (!target) return;
      settle.all();
      const runId = newRunId();
      const request = {
        runId,
        skillId: skill.id,
        projectId,
        chapterId: open.ref,
        ...placed(skill, text.text(), target),
        ...(instruction.trim() !== "" && { instruction: instruction.trim() }),
        ...(sceneType !== undefined && { sceneType }),
        ...(candidates !== undefined && { candidates }),
        stream: true,
      };
      if (!isReport(skill)) text.mark(runId, target);
      const before = isReport(skill) ? "" : text.read(target);
      mohen.store(createSkills).getState().used(skill.id);
      const asked = { runId, skill, projectId, ref: open.ref, askedAt: mohen.now(), before };
      remember({ ...asked, request, phase: "running", streamed: [] });
      await write(runId, request);
    }

    async function write(runId: string, request: Run["request"]): Promise<void> {
      const own = new AbortController();
      stop = own;
      try {
        await mohen.store(createChapters).getState().save();
        const told = await ask(request, own.signal);
        // As the editor ends its lines, so that only the author's own changes count as such.
        const candidates = told.candidates.map((each) => each.replace(/\r\n?/g, "\n"));
        change(runId, {
          phase: "offered",
          result: { ...told, candidates },
          offeredAt: mohen.now(),
        });
        void rate(runId);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        const run = find(runId);
        if (run) textOf(run)?.unmark(runId);
        change(runId, { phase: failure.code === "CANCELED" ? "canceled" : "failed", failure });
      } finally {
        if (stop === own) stop = undefined;
      }
    }

    /** Whether one is likelier taken than the others: a mark on it, if anything. */
    async function rate(runId: string): Promise<void> {
      const run = find(runId);
      const candidates = run?.result?.candidates ?? [];
      if (!run || isReport(run.skill) || candidates.length < 2) return;
      const { projectId, request } = run;
      try {
        const { data } = await client.call("memory:taste:rank", {
          projectId,
          candidates: [...candidates],
          inputContext: textBefore(request),
          skillUsed: run.skill.id,
          ...(request.sceneType != null && { sceneType: request.sceneType }),
        });
        if (data.proven) change(runId, { taste: data });
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure; // they are as good without it
      }
    }

    async function ask(request: Run["request"], signal: AbortSignal, isRetry = false) {
      const working = mohen.store(createWorking).getState();
      const sessionId = await (isRetry ? working.renew() : working.ensure());
      sent = request.runId;
      try {
        const payload = sessionId === undefined ? request : { ...request, sessionId };
        return (await client.call("ai:skill:run", payload, { signal })).data;
      } catch (failure) {
        const forgotten =
          failure instanceof Failure &&
          failure.code === "NOT_FOUND" &&
          failure.details?.field === "sessionId";
        if (!forgotten || isRetry) throw failure;
        return ask(request, signal, true);
      }
    }

    async function cancel(): Promise<void> {
      const running = get().runs.find((each) => each.phase === "running");
      const own = stop;
      if (!running) return;
      const { runId, projectId } = running;
      if (sent !== runId) return own?.abort();
      try {
        const { data } = await client.call("ai:skill:cancel", { runId, projectId });
        if (!data.canceled) return; // it was finished, and its answer is on the way
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
      }
      own?.abort(); // hanging up stops it too
    }

    client.listen((push) => {
      if (push.channel !== "ai:skill:stream" || push.data.event !== "delta") return;
      const { runId, candidate, text } = push.data;
      const run = find(runId);
      if (run?.phase !== "running" || text === undefined) return;
      const streamed = [...run.streamed];
      const at = candidate ?? 0;
      while (streamed.length <= at) streamed.push("");
      streamed[at] = `${streamed[at]}${text}`;
      change(runId, { streamed });
    });
    // Told while the editor still holds the text that is being left.
    mohen.store(createChapters).subscribe((now, before) => {
      if (now.open?.ref !== before.open?.ref || now.open?.projectId !== before.open?.projectId) {
        settle.all();
      }
    });
    place.subscribe((now, before) => {
      if (now.projectId === before.projectId) return;
      settle.all();
      void cancel();
      set({ runs: [], currentId: undefined });
    });

    return {
      runs: [],
      currentId: undefined,
      run,
      cancel,
      attach(next) {
        if (next === undefined) settle.all();
        manuscript = next;
      },
      accept(runId, index, edited) {
        const run = find(runId);
        const candidate = run?.result?.candidates[index];
        if (!run || run.answer || candidate === undefined) return false;
        const text = edited ?? candidate;
        const responseTimeMs = Math.max(0, mohen.now() - (run.offeredAt ?? mohen.now()));
        const answer = { kind: "accepted", index, text, responseTimeMs, undone: false } as const;
        if (isReport(run.skill)) {
          change(runId, { answer: { ...answer, settled: false } });
          settle.one(runId);
          return true;
        }
        const on = textOf(run);
        const mark = on?.markOf(runId);
        if (!on || !mark || mark.kind === "gone" || on.composing) return false;
        settle.all();
        change(runId, { answer: { ...answer, settled: false } });
        on.put(runId, text);
        on.focus();
        return true;
      },
      taken(runId) {
        settle.partly(runId);
      },
      praise(runId, label) {
        const { answer } = find(runId) ?? {};
        if (answer?.kind === "accepted") change(runId, { answer: { ...answer, praise: label } });
      },
      reject: (runId, reason) => settle.reject(runId, reason),
      undo: (runId) => settle.undo(runId),
      settle: (runId) => (runId === undefined ? settle.all() : settle.one(runId)),
      marksMoved: () => settle.moved(),
      look: (currentId) => set({ currentId }),
    };
  });
}

/** A chapter of one project is another document than its namesake in another. */
export function documentOf({ projectId, ref }: { projectId: string; ref: string }): string {
  return JSON.stringify([projectId, ref]);
}
