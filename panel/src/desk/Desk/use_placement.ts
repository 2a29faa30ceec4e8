import { useNoun } from "../../mohen.tsx";
import { type Chapters, createChapters } from "../../state/chapters.ts";
import { createDesk } from "../../state/desk.ts";
import type { Run } from "../../state/run.ts";
import { documentOf } from "../../state/runs.ts";
import { isReport } from "../../state/skills.ts";
import type { Placement } from "../RunResult/RunResult.tsx";

/** Whether there still is a place for what a run wrote. */
export function usePlacement(run: Run): Placement {
  const manuscript = useNoun(createDesk, (desk) => desk.manuscript);
  const comes = useNoun(createChapters, (chapters) => isOnItsWay(run.ref, chapters));
  useNoun(createDesk, (desk) => desk.moves); // asked anew whenever the text moves
  if (isReport(run.skill)) return "here";
  if (manuscript?.documentId !== documentOf(run)) return comes ? "coming" : "elsewhere";
  const mark = manuscript.markOf(run.runId);
  if (!mark || mark.kind === "gone") return "gone";
  return manuscript.read(mark) === run.before ? "here" : "changed";
}

/** The chapter is about to lie open, or which one will is not known yet. */
function isOnItsWay(ref: string, { open, opening, list }: Chapters): boolean {
  const next = opening ?? open?.ref;
  return next === undefined ? list.state === "loading" : next === ref;
}
