import { createStore } from "zustand/vanilla";

export type ScopeName = "global" | "project";

/** Where the author stands: which project, and whose rules are looked at. */
export interface Place {
  projectId: string | undefined;
  scope: ScopeName;
  enter(projectId: string | undefined): void;
  look(scope: ScopeName): void;
}

export function createPlace(projectId?: string) {
  return createStore<Place>()((set) => ({
    projectId,
    scope: projectId === undefined ? "global" : "project",
    enter: (projectId) => set({ projectId, scope: projectId === undefined ? "global" : "project" }),
    look: (scope) => set({ scope }),
  }));
}
