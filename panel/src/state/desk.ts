import { createStore, type StoreApi } from "zustand/vanilla";
import type { Manuscript, Stretch } from "../desk/Editor/manuscript.ts";
import { countPoints } from "../desk/Editor/points.ts";
import type { Mohen } from "../mohen.tsx";
import { createChapters } from "./chapters.ts";
import { createRuns } from "./runs.ts";
import { createSkills } from "./skills.ts";
import { createWorking } from "./working.ts";

export type Pane = "chapters" | "text" | "assistant";

/** How the desk is arranged, and where on it the author is at work. */
export interface Desk {
  /** The one that is seen where there is room for one. */
  pane: Pane;
  /** Which of the sides are open where there is room for all. */
  sides: Readonly<Record<"chapters" | "assistant", boolean>>;
  manuscript: Manuscript | undefined;
  selection: Stretch;
  /** Code points of the selection. */
  selected: number;
  /** Goes up whenever a place in the text may have moved. */
  moves: number;
  turnTo(pane: Pane): void;
  toggle(side: "chapters" | "assistant"): void;
  /** A text that was just begun is on its way: one writes in it as soon as it is there. */
  awaitText(isOnItsWay: boolean): void;
  attach(manuscript: Manuscript | undefined): void;
  select(selection: Stretch): void;
  marksMoved(): void;
  /** The page is being left: nothing may stay behind in it. */
  leave(): void;
}

export function createDesk(mohen: Mohen): StoreApi<Desk> {
  const runs = mohen.store(createRuns).getState();
  const working = mohen.store(createWorking).getState();
  const chapters = mohen.store(createChapters);
  let isAwaited = false;
  return createStore<Desk>()((set, get) => ({
    pane: "text",
    sides: { chapters: true, assistant: true },
    manuscript: undefined,
    selection: { from: 0, to: 0 },
    selected: 0,
    moves: 0,
    turnTo: (pane) => set({ pane }),
    toggle: (side) => set({ sides: { ...get().sides, [side]: !get().sides[side] } }),
    awaitText(isOnItsWay) {
      isAwaited = isOnItsWay;
    },
    attach(manuscript) {
      runs.attach(manuscript);
      set({ manuscript, moves: get().moves + 1 });
      if (!manuscript || !isAwaited) return;
      isAwaited = false;
      set({ pane: "text" });
      manuscript.writeOn();
    },
    select(selection) {
      const { manuscript } = get();
      const { open } = chapters.getState();
      if (!manuscript || !open) return;
      set({ selection, selected: countPoints(manuscript.read(selection)) });
      const { scene } = mohen.store(createSkills).getState();
      working.look({
        chapterId: open.ref,
        text: open.text,
        cursor: selection.to,
        ...(scene && { sceneType: scene }),
      });
    },
    marksMoved() {
      runs.marksMoved();
      set({ moves: get().moves + 1 });
    },
    leave() {
      runs.settle();
      runs.keep();
      chapters.getState().leave();
      void working.end();
    },
  }));
}
