import type { Outcome } from "../state/answers.ts";
import type { Run } from "../state/run.ts";
import { count, type Language } from "../words/index.ts";
import type { RunWords } from "./words_runs.ts";

/** What the memory made of an answer, in words. */
export function recordedAs(outcome: Outcome, say: RunWords, language: Language): string {
  if (outcome.state === "sending") return say.saving;
  if (outcome.state === "waiting") return say.waitingToSend;
  if (outcome.state === "refused") return say.notRecorded;
  const what = say[`signal_${outcome.signal ?? "none"}`];
  if (outcome.learned === 0) return say.recorded(what);
  return say.recordedLearned(what, count(outcome.learned, language));
}

type State =
  | "running"
  | "failed"
  | "canceled"
  | "open"
  | "accepted"
  | "rejected"
  | "undone"
  | "taken";

export function stateOf({ phase, answer }: Run): State {
  if (answer?.kind === "accepted") return answer.undone ? "undone" : "accepted";
  if (answer) return answer.kind;
  return phase === "offered" ? "open" : phase;
}
