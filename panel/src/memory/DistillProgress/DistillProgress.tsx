import { useStore } from "zustand";
import { useMohen, useNoun } from "../../mohen.tsx";
import { createLearning } from "../../state/learning.ts";
import { DistillBar } from "./DistillBar.tsx";

/** How far learning has come, while it is under way here. */
export function DistillProgress() {
  const { scope, projectId } = useStore(useMohen().place);
  const run = useNoun(createLearning, (state) => state.run);
  const updating = useNoun(createLearning, (state) => state.updating);
  // From a project only its own learning is of interest; from above, everybody's.
  const mine = run && (scope === "global" || run.projectId === projectId) ? run : undefined;
  if (!mine && !updating) return null;
  const named = scope === "global" && mine?.projectId;
  return (
    <DistillBar
      stage={mine?.stage ?? "asked"}
      {...(mine && { progress: mine.progress })}
      {...(named && { project: named })}
    />
  );
}
