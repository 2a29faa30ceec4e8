// A run outlives its page: the server keeps what is written, and this browser where it belongs.

import { Failure } from "../channels/client.ts";
import type { ListedSkill, OpenRun } from "../channels/generated.ts";
import type { Manuscript, Stretch } from "../desk/Editor/manuscript.ts";
import { keepHere, keptHere } from "./drafts.ts";
import { type Accepted, placed, type Run } from "./run.ts";

/** A run as it is kept in this browser: what the server does not know of it. */
export interface Kept
  extends Pick<Run, "runId" | "skill" | "ref" | "askedAt" | "before" | "request" | "phase"> {
  readonly place?: Stretch;
  /** What stood before the place and at it, to find it again in a text that has changed. */
  readonly lead: string;
  readonly stands: string;
  readonly answer?: Accepted;
}

/** So much of what stands before a place tells it from others. */
const LEAD = 60;

/** Keep where the runs belong that nobody has answered, or whose answer was not sent yet. */
export function keepRuns(
  projectId: string,
  runs: readonly Run[],
  textOf: (run: Run) => Manuscript | undefined,
): void {
  const before = new Map(keptRuns(projectId).map((each) => [each.runId, each]));
  const known = new Set(runs.map((each) => each.runId));
  const others = [...before.values()].filter((each) => !known.has(each.runId)); // another tab's
  const own = runs.filter(isWaiting).map((run): Kept => {
    const { runId, skill, ref, askedAt, before: stood, request, phase, answer } = run;
    const { text: _, ...asked } = request; // it is in the chapter
    const on = textOf(run);
    const mark = on?.markOf(runId);
    const where = on && mark && mark.kind !== "gone" ? placeOf(on, mark) : before.get(runId);
    const { lead = "", stands = stood, place } = where ?? {};
    return {
      ...{ runId, skill, ref, askedAt, before: stood, request: asked, phase, lead, stands },
      ...(place && { place }),
      ...(answer?.kind === "accepted" && { answer }),
    };
  });
  write(projectId, [...others, ...own]);
}

/** What became of them is known, or never will be. */
export function dropRuns(projectId: string, dropped: readonly Kept[]): void {
  const gone = new Set(dropped.map((each) => each.runId));
  if (gone.size > 0)
    write(
      projectId,
      keptRuns(projectId).filter((each) => !gone.has(each.runId)),
    );
}

function write(projectId: string, kept: readonly Kept[]): void {
  keepHere(keyOf(projectId), kept.length > 0 ? kept : undefined);
}

function placeOf(on: Manuscript, { from, to }: Stretch): Pick<Kept, "lead" | "stands" | "place"> {
  const lead = on.read({ from: Math.max(0, from - LEAD), to: from });
  return { place: { from, to }, lead, stands: on.read({ from, to }) };
}

function isWaiting({ phase, answer }: Run): boolean {
  if (answer) return answer.kind === "accepted" && !answer.settled;
  return phase === "running" || phase === "offered";
}

export function keptRuns(projectId: string): readonly Kept[] {
  const kept = keptHere(keyOf(projectId));
  const isSound = (each: unknown): each is Kept => {
    const { runId, ref, lead, stands, skill } = (each ?? {}) as Partial<Kept>;
    return [runId, ref, lead, stands, skill?.id].every((it) => typeof it === "string");
  };
  return Array.isArray(kept) ? kept.filter(isSound) : [];
}

function keyOf(projectId: string): string {
  return `mohen-runs:${projectId}`;
}

/** What the server tells of a run, and what this page or an earlier one knew of it. */
export function cameBack(projectId: string, told: OpenRun, known: Run | undefined): Run {
  const kept = keptRuns(projectId).find((each) => each.runId === told.runId);
  const from = known ?? kept;
  const { runId, skillId, askedAt, state } = told;
  const skill = from?.skill ?? unknownSkill(skillId);
  const texts = told.candidates.map(({ text }) => text.replace(/\r\n?/g, "\n"));
  const answer = known?.answer ?? kept?.answer;
  const run: Run = {
    ...known,
    runId,
    skill,
    projectId,
    ref: from?.ref ?? told.chapterId ?? "",
    askedAt: from?.askedAt ?? askedAt,
    before: from?.before ?? "",
    request: from?.request ?? { skillId, projectId },
    phase: state,
    streamed: texts,
    states: told.candidates.map((each) => each.state),
    failures: told.candidates.map(({ error }) => (error ? failureOf(error) : undefined)),
    ...(answer && { answer }),
  };
  if (state === "failed") return { ...run, failure: failureOf(told.error) };
  if (state === "running") return run;
  // What it answered is not known after a restart of the server; what was finished is.
  return { ...run, ...(told.result && { result: { ...told.result, candidates: texts } }) };
}

/** What a run failed with, as the server tells it afterwards. */
export function failureOf(error: OpenRun["error"]): Failure {
  const { details, ...told } = error ?? { code: "INTERNAL", message: "", retryable: true };
  return new Failure({ ...told, ...(details && { details }) });
}

/** Nothing was finished when its server ended. */
export function cutOff(run: Run): Run {
  const details = { reason: "restarted" };
  const parts = { code: "UPSTREAM_ERROR", message: "cut off", retryable: true, details };
  return { ...run, phase: "failed", failure: new Failure(parts) };
}

/** A run of this browser that the server knows nothing of any more. */
export function lost(projectId: string, kept: Kept): Run {
  const { place: _, lead: __, stands: ___, ...run } = kept;
  return cutOff({ ...run, projectId, phase: "failed", streamed: [], states: [] });
}

function unknownSkill(id: string): ListedSkill {
  return { id, title: { en: id, zh: id }, source: "builtin", uses: 0, status: "ok" };
}

/** Mark the place of a run that came back, if it can be found, and complete what it had asked. */
export function putBack(run: Run, on: Manuscript): Run {
  const kept = keptRuns(run.projectId).find((each) => each.runId === run.runId);
  if (!kept || on.markOf(run.runId)) return run;
  const text = on.text();
  const place = found(text, kept);
  if (!place) return run;
  on.mark(run.runId, place);
  return { ...run, request: { ...run.request, ...placed(run.skill, text, place) } };
}

function found(text: string, { place, lead, stands }: Kept): Stretch | undefined {
  if (!place) return undefined;
  const wanted = lead + stands;
  const start = nearest(text, wanted, place.from - lead.length);
  if (start !== undefined) return { from: start + lead.length, to: start + wanted.length };
  const alone = stands === "" ? undefined : nearest(text, stands, place.from);
  return alone === undefined ? undefined : { from: alone, to: alone + stands.length };
}

/** Where a text holds what is looked for, as near to a place as can be. */
function nearest(text: string, wanted: string, to: number): number | undefined {
  if (wanted === "") return to === 0 ? 0 : undefined;
  const after = text.indexOf(wanted, Math.max(0, to));
  const before = text.lastIndexOf(wanted, Math.max(0, to));
  if (after === -1) return before === -1 ? undefined : before;
  return before === -1 || after - to <= to - before ? after : before;
}
