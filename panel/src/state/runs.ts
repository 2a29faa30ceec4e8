import { createStore, type StoreApi } from "zustand/vanilla";
import { canceled, Failure } from "../channels/client.ts";
import type { Manuscript } from "../desk/Editor/manuscript.ts";
import type { Mohen } from "../mohen.tsx";
import { createChapters } from "./chapters.ts";
import { failureOf, keepRuns } from "./coming_back.ts";
import { ratedBy } from "./rating.ts";
import { returning } from "./returning.ts";
import {
  type Accepted,
  type Asking,
  candidatesOf,
  isBusy,
  isThere,
  newRunId,
  placed,
  type Run,
  targetOf,
} from "./run.ts";
import { type Settling, settling } from "./settling.ts";
import { createSkills, isReport } from "./skills.ts";
import { streamedOn } from "./streaming.ts";
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
  /** The page goes: what is open is found again by the next. */
  keep(): void;
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
    /** Runs whose answer this page waits for: of others it hears when they are over. */
    const awaited = new Set<string>();

    const find = (runId: string) => get().runs.find((each) => each.runId === runId);
    const change = (runId: string, by: Partial<Run>) => {
      set({ runs: get().runs.map((each) => (each.runId === runId ? { ...each, ...by } : each)) });
      if (by.phase || by.answer) keep();
    };
    /** The text a run belongs to, if it is the one on the desk. */
    const textOf = (run: Run) =>
      manuscript?.documentId === documentOf(run) ? manuscript : undefined;
    const keep = () => {
      const [first] = get().runs; // they are of one project
      if (first) keepRuns(first.projectId, get().runs, textOf);
    };
    const settle: Settling = settling(mohen, { runs: () => get().runs, change, textOf });

    const { comeBack, layOut } = returning(mohen, { get, set, change, textOf, awaited, finish });

    function remember(run: Run): void {
      const [kept, gone] = [
        [run, ...get().runs].slice(0, REMEMBERED),
        get().runs.slice(REMEMBERED - 1),
      ];
      for (const each of gone) textOf(each)?.unmark(each.runId);
      set({ runs: kept, currentId: run.runId });
      keep();
    }

    /** The author may have moved on before its run had answered. */
    function finish(runId: string): void {
      const { answer, phase } = find(runId) ?? {};
      if (phase === "offered" && answer?.kind === "accepted" && answer.due) settle.one(runId);
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
        keep: true,
      };
      if (!isReport(skill)) text.mark(runId, target);
      const before = isReport(skill) ? "" : text.read(target);
      mohen.store(createSkills).getState().used(skill.id);
      const count = candidates ?? skill.candidates ?? 1;
      const each = { streamed: Array(count).fill(""), states: Array(count).fill("waiting") };
      const about = { runId, skill, projectId, ref: open.ref, askedAt: mohen.now(), before };
      remember({ ...about, request, phase: "running", ...each });
      await write(runId, request);
    }

    async function write(runId: string, request: Run["request"]): Promise<void> {
      const own = new AbortController();
      stop = own;
      awaited.add(runId);
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
        finish(runId);
        void rate(runId);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        awaited.delete(runId);
        // The run may well go on: as soon as the server answers it is known what became of it.
        if (sent === runId && (failure.code === "UNREACHABLE" || isAskedTwice(failure)))
          void comeBack();
        else over(runId, failure);
      } finally {
        awaited.delete(runId);
        if (stop === own) stop = undefined;
      }
    }

    function over(runId: string, failure: Failure): void {
      const run = find(runId);
      if (run) textOf(run)?.unmark(runId);
      change(runId, { phase: failure.code === "CANCELED" ? "canceled" : "failed", failure });
    }

    async function rate(runId: string): Promise<void> {
      const run = find(runId);
      const taste = run && (await ratedBy(client, run));
      if (taste) change(runId, { taste });
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
      if (awaited.has(runId) && sent !== runId) return own?.abort();
      try {
        await client.call("ai:skill:cancel", { runId, projectId }, { keepalive: true });
        return; // what was written by then is on its way
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
      }
      own?.abort();
      if (!own) over(runId, canceled());
    }

    client.listen((push) => {
      if (push.channel !== "ai:skill:stream") return;
      const { runId, event, error } = push.data;
      const run = find(runId);
      if (!run) {
        if (event === "run_started") void comeBack(); // perhaps of another tab of this desk
        return;
      }
      if (run.phase !== "running") return;
      const more = streamedOn(run, push.data);
      if (more === "missed something") void comeBack();
      else if (more) change(runId, more);
      if (awaited.has(runId)) return;
      if (event === "run_completed") void comeBack();
      else if (event === "run_canceled") over(runId, canceled());
      else if (event === "run_failed" && error) over(runId, failureOf(error));
    });
    client.onLink((link) => link === "live" && void comeBack());
    queueMicrotask(comeBack);
    // Told while the editor still holds the text that is being left.
    mohen.store(createChapters).subscribe((now, before) => {
      if (now.open?.ref !== before.open?.ref || now.open?.projectId !== before.open?.projectId) {
        settle.all();
      }
    });
    place.subscribe((now, before) => {
      if (now.projectId === before.projectId) return;
      settle.all();
      keep();
      set({ runs: [], currentId: undefined });
      void comeBack();
    });

    return {
      runs: [],
      currentId: undefined,
      run,
      cancel,
      attach(next) {
        if (next === undefined) settle.all();
        manuscript = next;
        layOut();
      },
      accept(runId, index, edited) {
        const run = find(runId);
        const all = run ? candidatesOf(run) : [];
        const candidate = all[index];
        if (!run || run.answer || !candidate || !isThere(candidate)) return false;
        const text = edited ?? candidate.text;
        const responseTimeMs = Math.max(0, mohen.now() - (run.offeredAt ?? mohen.now()));
        const seen = all.flatMap((each, at) => (each.state === "done" ? [at] : []));
        const answer: Accepted = {
          ...{ kind: "accepted" as const, index, text, responseTimeMs },
          ...{ settled: false, undone: false },
          ...(run.phase === "running" && { seen }),
        };
        if (isReport(run.skill)) {
          change(runId, { answer });
          settle.one(runId);
          return true;
        }
        const on = textOf(run);
        const mark = on?.markOf(runId);
        if (!on || !mark || mark.kind === "gone" || on.composing) return false;
        settle.all();
        change(runId, { answer });
        on.put(runId, text);
        on.focus();
        if (run.phase === "running") void cancel(); // nobody waits for the others any more
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
      keep,
      look: (currentId) => set({ currentId }),
    };
  });
}

/** The line broke, and the browser asked by itself once more for what the server had heard. */
function isAskedTwice({ code, details }: Failure): boolean {
  return code === "CONFLICT" && details?.field === "runId";
}

/** A chapter of one project is another document than its namesake in another. */
export function documentOf({ projectId, ref }: { projectId: string; ref: string }): string {
  return JSON.stringify([projectId, ref]);
}
