import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Data } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { again, failed, type Loaded, loading, ready } from "./loaded.ts";

export type Project = Data<"project:list">["items"][number];

/** The projects this memory knows, with a folder or without. */
export interface Projects {
  list: Loaded<readonly Project[]>;
  reload(): Promise<void>;
  /** Begin a project, or give one that is known by its memory alone a folder, and go there.
   * Answers what stood in the way. */
  create(projectId: string, folder?: string): Promise<Failure | undefined>;
}

/** Prompts begin in Chinese: who begins a memory in another language is written for in theirs. */
export async function speakToModels({ client, manner }: Mohen): Promise<void> {
  const { language } = manner.getState();
  if (language === "zh") return;
  try {
    await client.call("memory:settings:update", { promptLanguage: language });
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure; // it can be set by hand
  }
}

export function createProjects(mohen: Mohen): StoreApi<Projects> {
  let asked = 0;
  const store = createStore<Projects>()((set, get) => ({
    list: loading,
    async reload() {
      const mine = ++asked;
      set({ list: again(get().list) });
      try {
        const { data, degraded } = await mohen.client.call("project:list", { all: true });
        if (mine === asked) set({ list: ready({ data: data.items, degraded }) });
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        if (mine === asked) set({ list: failed(get().list, failure) });
      }
    },
    async create(projectId, folder) {
      try {
        const asking = folder === undefined ? { projectId } : { projectId, folder };
        const isFirst = get().list.data?.length === 0;
        await mohen.client.call("project:create", asking);
        if (isFirst) await speakToModels(mohen);
      } catch (failure) {
        if (failure instanceof Failure) return failure;
        throw failure;
      }
      await get().reload();
      mohen.place.getState().enter(projectId);
      return undefined;
    },
  }));
  mohen.client.onLink((link) => void (link === "live" && store.getState().reload()));
  mohen.place.subscribe(({ projectId }) => {
    const known = store.getState().list.data?.some((each) => each.projectId === projectId);
    if (projectId !== undefined && known === false) void store.getState().reload();
  });
  void store.getState().reload();
  return store;
}
