// When an acceptance counts. The memory hears of a run once, so it is told when the author moves
// on: what stands in the text then is what was made of the suggestion.

import type { Payload } from "../channels/generated.ts";
import type { Manuscript } from "../desk/Editor/manuscript.ts";
import type { Mohen } from "../mohen.tsx";
import { createAnswers } from "./answers.ts";
import { type Accepted, candidatesOf, isOpen, type Run } from "./run.ts";

/** So long after the last change within it, an accepted text counts as done. */
export const SETTLE_MS = 20_000;
/** So long an undo can be redone before it counts. */
export const REDO_MS = 2_000;

interface Around {
  runs(): readonly Run[];
  change(runId: string, by: Partial<Run>): void;
  /** The text a run belongs to, if it is the one on the desk. */
  textOf(run: Run): Manuscript | undefined;
}

export interface Settling {
  one(runId: string): void;
  all(): void;
  /** Some of it was used, and nobody knows what. */
  partly(runId: string): void;
  reject(runId: string, reason?: string): void;
  undo(runId: string): "taken back" | "text stays";
  /** Places in the text have moved: something may have been edited, undone or redone. */
  moved(): void;
}

type Feedback = Omit<Payload<"ai:skill:feedback">, "runId" | "projectId">;

export function settling(mohen: Mohen, { runs, change, textOf }: Around): Settling {
  const answers = mohen.store(createAnswers).getState();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** How each accepted place read when it was last looked at. */
  const seen = new Map<string, string>();

  const find = (runId: string) => runs().find((each) => each.runId === runId);
  const forget = (runId: string) => {
    clearTimeout(timers.get(runId));
    timers.delete(runId);
  };
  const later = (runId: string, ms: number, act: () => void) => {
    forget(runId);
    timers.set(runId, setTimeout(act, ms));
  };

  function one(runId: string, isTakenBack = false): void {
    const run = find(runId);
    if (!run || !isOpen(run)) return;
    forget(runId);
    if (run.phase === "running") {
      change(runId, { answer: { ...run.answer, due: true } }); // which candidate, only that tells
      return;
    }
    const { text, undone } = stands(run);
    const undo = undone || isTakenBack;
    const feedback = feedbackOf(run, undo ? run.answer.text : text);
    change(runId, { answer: { ...run.answer, settled: true, undone: undo } });
    textOf(run)?.settle(runId);
    const { projectId } = run;
    void answers.send({ projectId, runId, feedback, ...(undo && { undo }) });
  }

  /** What became of an accepted text: what stands in its place, or that it was taken out. */
  function stands(run: Run & { answer: Accepted }): { text: string; undone: boolean } {
    const on = textOf(run);
    const mark = on?.markOf(run.runId);
    if (!on || !mark) return { text: run.answer.text, undone: false };
    const text = on.read(mark);
    return { text, undone: mark.kind === "back" || text.trim() === "" };
  }

  function look(run: Run): void {
    const { runId, answer } = run;
    const on = textOf(run);
    const mark = on?.markOf(runId);
    if (!on || !mark || answer?.kind !== "accepted" || answer.undone) return;
    const reads = `${mark.kind}:${on.read(mark)}`;
    if (seen.get(runId) === reads) return;
    seen.set(runId, reads);
    const isBack = mark.kind === "back";
    if (!answer.settled) later(runId, isBack ? REDO_MS : SETTLE_MS, () => one(runId));
    else if (isBack) later(runId, REDO_MS, () => void undo(runId));
    else forget(runId);
  }

  function undo(runId: string): "taken back" | "text stays" {
    const run = find(runId);
    if (run?.answer?.kind !== "accepted" || run.answer.undone) return "text stays";
    const { answer, projectId } = run;
    const on = textOf(run);
    const isBack = on?.markOf(runId)?.kind === "back" || on?.takeBack(runId) === true;
    if (answer.settled) {
      forget(runId);
      change(runId, { answer: { ...answer, undone: true } });
      void answers.send({ projectId, runId, undo: true });
    } else {
      one(runId, true);
    }
    return isBack ? "taken back" : "text stays";
  }

  return {
    one: (runId) => one(runId),
    all() {
      for (const run of runs().filter(isOpen)) one(run.runId);
    },
    partly(runId) {
      const run = find(runId);
      if (!run || run.answer) return;
      change(runId, { answer: { kind: "taken" } });
      void answers.send({ projectId: run.projectId, runId, feedback: { action: "partial" } });
    },
    reject(runId, reason = "") {
      const run = find(runId);
      if (run?.phase !== "offered" || run.answer) return;
      const explicit = reason.trim();
      const said = explicit === "" ? {} : { reason: explicit };
      change(runId, { answer: { kind: "rejected", ...said } });
      textOf(run)?.unmark(runId);
      const feedback: Feedback = {
        action: "reject",
        responseTimeMs: Math.max(0, mohen.now() - (run.offeredAt ?? mohen.now())),
        ...(explicit !== "" && { explicit }),
      };
      void answers.send({ projectId: run.projectId, runId, feedback });
    },
    undo,
    moved() {
      for (const run of runs()) look(run);
    },
  };
}

/** What the memory is told of an accepted text that now reads so. */
export function feedbackOf(run: Run & { answer: Accepted }, text: string): Feedback {
  const { answer, result } = run;
  // What was taken early has its place in the stream, where more was on its way.
  const inResult = (place: number) => result?.places?.indexOf(place) ?? place;
  const { seen } = answer;
  const selectedIndex = seen ? inResult(answer.index) : answer.index;
  const candidate = candidatesOf(run)[selectedIndex]?.text ?? answer.text;
  const isPart = text !== candidate && candidate.includes(text);
  const praise = answer.praise?.trim() ?? "";
  return {
    action: isPart ? "partial" : "accept",
    selectedIndex,
    ...(seen && { seen: seen.map(inResult).filter((at) => at >= 0) }),
    responseTimeMs: answer.responseTimeMs,
    ...(text !== candidate && { finalText: text }),
    ...(praise !== "" && { evidenceRef: praise }),
  };
}
