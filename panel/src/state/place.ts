import { createStore } from "zustand/vanilla";

export type ScopeName = "global" | "project";

/** Where the author stands: which project, and whose rules are looked at. */
export interface Place {
  projectId: string | undefined;
  scope: ScopeName;
  /** Another project shows its own rules first; entering the same one again changes nothing. */
  enter(projectId: string | undefined): void;
  /** Where there is no project there is only `global` to look at. */
  look(scope: ScopeName): void;
}

export function createPlace(projectId?: string) {
  return createStore<Place>()((set, get) => ({
    projectId,
    scope: first(projectId),
    enter(projectId) {
      if (projectId !== get().projectId) set({ projectId, scope: first(projectId) });
    },
    look: (scope) => set({ scope: get().projectId === undefined ? "global" : scope }),
  }));
}

function first(projectId: string | undefined): ScopeName {
  return projectId === undefined ? "global" : "project";
}
