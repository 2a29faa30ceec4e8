// What a run is, as the desk knows it, and what it asks of the server.

import type { Failure } from "../channels/client.ts";
import type {
  ListedSkill,
  OpenCandidate,
  Payload,
  Ranked,
  Run as RunAnswer,
} from "../channels/generated.ts";
import type { Manuscript, Stretch } from "../desk/Editor/manuscript.ts";
import { pointsBefore } from "../desk/Editor/points.ts";
import { isReport } from "./skills.ts";

export type CandidateState = OpenCandidate["state"];

export interface Accepted {
  readonly kind: "accepted";
  /** Of the run's candidates; of one that was still being written, of its stream. */
  readonly index: number;
  /** Taken while others were being written: which were there to choose from. */
  readonly seen?: readonly number[];
  /** The author has moved on, and the run's own answer is still on its way. */
  readonly due?: boolean;
  /** As it was put into the text. */
  readonly text: string;
  readonly responseTimeMs: number;
  /** What the author likes about it, in a word. */
  readonly praise?: string;
  /** Sent: what stands in the text from now on does not count. */
  readonly settled: boolean;
  readonly undone: boolean;
}

export interface Rejected {
  readonly kind: "rejected";
  readonly reason?: string;
}

/** Taken along by other means: what became of it nobody knows. */
export interface Taken {
  readonly kind: "taken";
}

export interface Run {
  readonly runId: string;
  readonly skill: ListedSkill;
  readonly projectId: string;
  /** The chapter it belongs to. */
  readonly ref: string;
  readonly askedAt: number;
  /** What is to be replaced; empty at a cursor. */
  readonly before: string;
  readonly request: Payload<"ai:skill:run">;
  readonly phase: "running" | "offered" | "failed" | "canceled";
  /** The candidates as far as they are written. */
  readonly streamed: readonly string[];
  /** How it stands with each of them. */
  readonly states: readonly CandidateState[];
  /** What the writer of each failed with, where one did. */
  readonly failures?: readonly (Failure | undefined)[];
  readonly offeredAt?: number;
  readonly result?: RunAnswer;
  readonly failure?: Failure;
  /** How likely the author takes each; only where that has proven itself. */
  readonly taste?: Ranked;
  readonly answer?: Accepted | Rejected | Taken;
}

/** One of a run's candidates as far as it is written. */
export interface Candidacy {
  readonly text: string;
  readonly state: CandidateState;
  readonly failure?: Failure | undefined;
}

/** What is there of a run's candidates, and how it stands with each. */
export function candidatesOf(run: Run): readonly Candidacy[] {
  const { result, streamed, states, failures } = run;
  if (!result) {
    return streamed.map((text, at) => ({
      text,
      state: states[at] ?? "waiting",
      failure: failures?.[at],
    }));
  }
  return result.candidates.map((text, at) => ({
    text,
    state: result.cut?.includes(at) ? "cut" : "done",
  }));
}

/** Finished, or as far as it ever will be. */
export function isThere({ state, text }: Candidacy): boolean {
  return state === "done" || (state === "cut" && text !== "");
}

export interface Asking {
  readonly skill: ListedSkill;
  readonly instruction?: string;
  readonly sceneType?: string | undefined;
  readonly candidates?: number | undefined;
}

/** What a skill would work on as the cursor stands: the selection, else the paragraph one is in,
 * or for a reading the whole text. Undefined: there is nothing there to work on. */
export function targetOf(
  skill: ListedSkill,
  manuscript: Pick<Manuscript, "text" | "selection">,
): Stretch | undefined {
  const selection = manuscript.selection();
  if (skill.target === "cursor") return { from: selection.to, to: selection.to };
  const text = manuscript.text();
  const chosen = withoutLineEnds(text, selection);
  if (text.slice(chosen.from, chosen.to).trim() !== "") return chosen;
  const whole = isReport(skill) ? { from: 0, to: text.length } : paragraph(text, selection.to);
  return text.slice(whole.from, whole.to).trim() === "" ? undefined : whole;
}

/** Three clicks select a paragraph with the end of its line: what is written in its place must not
 * run into the next one. */
function withoutLineEnds(text: string, { from, to }: Stretch): Stretch {
  let start = from;
  let end = to;
  while (end > start && text[end - 1] === "\n") end--;
  while (start < end && text[start] === "\n") start++;
  return { from: start, to: end };
}

/** The line around a place. */
export function paragraph(text: string, at: number): Stretch {
  const end = text.indexOf("\n", at);
  return { from: text.lastIndexOf("\n", at - 1) + 1, to: end === -1 ? text.length : end };
}

/** So much of a very long chapter goes along on each side; the server takes 400,000 characters. */
const SIDE = 150_000;

/** Places on the wire are code points of the text that goes with them. */
export function placed(
  skill: ListedSkill,
  text: string,
  { from, to }: Stretch,
): Pick<Payload<"ai:skill:run">, "text" | "selection" | "cursor"> {
  const start = text.length <= 2 * SIDE ? 0 : pairSafe(text, Math.max(0, from - SIDE));
  const end = text.length <= 2 * SIDE ? text.length : pairSafe(text, to + SIDE);
  const sent = text.slice(start, end);
  const point = (unit: number) => pointsBefore(sent, unit - start);
  if (skill.target === "cursor") return { text: sent, cursor: point(from) };
  return { text: sent, selection: { start: point(from), end: point(to) } };
}

/** So much of it says what kind of scene it is. */
const BEFORE = 2_000;

/** What stands before the place a run was asked for. */
export function textBefore({ text, cursor, selection }: Run["request"]): string {
  const points = [...(text ?? "")].slice(0, cursor ?? selection?.start ?? 0);
  return points.slice(-BEFORE).join("");
}

/** Not in the middle of a character. */
function pairSafe(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}

/** Letters that a run may be called by; a page on plain HTTP has no `crypto.randomUUID`. */
export function newRunId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `desk-${[...bytes].map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}

export function isBusy(runs: readonly Run[]): boolean {
  return runs.some((run) => run.phase === "running");
}

/** Accepted, and the author may still be at work on it. */
export function isOpen(run: Run): run is Run & { answer: Accepted } {
  return run.answer?.kind === "accepted" && !run.answer.settled;
}
