// What is written of a run's candidates, piece by piece.

import type { PushData } from "../channels/generated.ts";
import { countPoints } from "../desk/Editor/points.ts";
import { failureOf } from "./coming_back.ts";
import type { Run } from "./run.ts";

type Told = PushData<"ai:skill:stream">;

/** What a push makes of a run, if anything. A piece says where it belongs: what was heard before is
 * not heard twice, and what is missing is asked for. */
export function streamedOn(
  run: Run,
  { event, candidate, text, at: place, error }: Told,
): Pick<Run, "streamed" | "states" | "failures"> | "missed something" | undefined {
  const at = candidate ?? 0;
  const streamed = [...run.streamed];
  const states = [...run.states];
  while (streamed.length <= at) {
    streamed.push("");
    states.push("waiting");
  }
  const heard = place == null ? 0 : countPoints(streamed[at] ?? "") - place;
  // A piece was told before this page listened: half a candidate, or none, is nothing to choose.
  if (heard < 0) return "missed something";
  if (event === "candidate_completed") states[at] = "done";
  else if (event === "candidate_dropped") {
    streamed[at] = "";
    states[at] = "nothing";
  } else if (event === "candidate_failed") {
    states[at] = streamed[at] === "" ? "nothing" : "cut";
    const failures = [...(run.failures ?? [])];
    failures[at] = failureOf(error ?? undefined);
    return { streamed, states, failures };
  } else if (event === "delta") {
    streamed[at] += [...(text ?? "")].slice(heard).join("");
    if (states[at] === "waiting") states[at] = "writing";
  } else return undefined;
  return { streamed, states };
}
