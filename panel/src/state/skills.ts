import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { ListedSkill } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { again, failed, type Loaded, loading, ready } from "./loaded.ts";

/** The kinds of scene that Mohen tells apart by itself. */
export const SCENES = [
  "dialogue",
  "action",
  "description",
  "psychology",
  "narration",
  "transition",
] as const;
export type Scene = (typeof SCENES)[number];

/** What the AI can be asked to do here, and how the author wants it asked. */
export interface Skills {
  list: Loaded<readonly ListedSkill[]>;
  /** Undefined: Mohen finds out by itself. */
  scene: Scene | undefined;
  instruction: string;
  /** Undefined: as many as the skill says. */
  candidates: number | undefined;
  /** The one that was run last. */
  last: string | undefined;
  reload(): Promise<void>;
  setScene(scene: Scene | undefined): void;
  instruct(instruction: string): void;
  want(candidates: number | undefined): void;
  used(skillId: string): void;
}

/** What one reaches for most comes first; the project's own follow. */
const USUAL = ["continue", "polish", "rewrite", "expand", "condense", "dialogue"];

function inUsualOrder(skills: readonly ListedSkill[]): readonly ListedSkill[] {
  const rank = ({ id }: ListedSkill) => (USUAL.includes(id) ? USUAL.indexOf(id) : USUAL.length);
  return skills.toSorted((one, other) => rank(one) - rank(other));
}

export function createSkills(mohen: Mohen): StoreApi<Skills> {
  const { client, place } = mohen;
  let asked = 0;
  const store = createStore<Skills>()((set, get) => ({
    list: loading,
    scene: undefined,
    instruction: "",
    candidates: undefined,
    last: undefined,
    async reload() {
      const mine = ++asked;
      const { projectId } = place.getState();
      set({ list: again(get().list) });
      try {
        const { data, degraded } = await client.call("ai:skill:list", {
          projectId,
          sceneType: get().scene,
        });
        if (mine === asked) set({ list: ready({ data: inUsualOrder(data.items), degraded }) });
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        if (mine === asked) set({ list: failed(get().list, failure) });
      }
    },
    setScene(scene) {
      set({ scene });
      void get().reload();
    },
    instruct: (instruction) => set({ instruction }),
    want: (candidates) => set({ candidates }),
    used: (last) => set({ last }),
  }));
  const reload = () => void store.getState().reload();
  place.subscribe((now, before) => now.projectId !== before.projectId && reload());
  client.onLink((link) => link === "live" && reload());
  client.listen((push) => {
    if (push.channel !== "context:files:changed") return;
    if (push.data.projectId !== place.getState().projectId) return;
    if (push.data.refs.some((ref) => ref === "." || ref.includes("skills/"))) reload();
  });
  reload();
  return store;
}

/** What gives a reading of the text and no text to put into it. */
export function isReport(skill: { id: string }): boolean {
  return skill.id === "consistency-check";
}
