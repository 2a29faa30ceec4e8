import { useNoun } from "../../mohen.tsx";
import { createDesk } from "../../state/desk.ts";
import type { Run } from "../../state/run.ts";
import { documentOf } from "../../state/runs.ts";
import { isReport } from "../../state/skills.ts";
import type { Placement } from "../RunResult/RunResult.tsx";

/** Whether there still is a place for what a run wrote. */
export function usePlacement(run: Run): Placement {
  const manuscript = useNoun(createDesk, (desk) => desk.manuscript);
  useNoun(createDesk, (desk) => desk.moves); // asked anew whenever the text moves
  if (isReport(run.skill)) return "here";
  if (manuscript?.documentId !== documentOf(run)) return "elsewhere";
  const mark = manuscript.markOf(run.runId);
  if (!mark || mark.kind === "gone") return "gone";
  return manuscript.read(mark) === run.before ? "here" : "changed";
}
