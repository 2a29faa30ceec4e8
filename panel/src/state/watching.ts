import { createStore, type StoreApi } from "zustand/vanilla";
import type { Watched } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { type Loaded, loading } from "./loaded.ts";
import { questioner } from "./question.ts";
import { createRules } from "./rules.ts";

/** Rules in the making, of the project one stands in. */
export interface Watching {
  list: Loaded<readonly Watched[]>;
  reload(): Promise<void>;
}

export function createWatching(mohen: Mohen): StoreApi<Watching> {
  const { client, place } = mohen;
  const rules = mohen.store(createRules);
  const store = createStore<Watching>()((set, get) => {
    const ask = questioner<readonly Watched[]>((change) => set({ list: change(get().list) }));
    return {
      list: loading,
      reload: () =>
        ask(async () => {
          const { projectId } = place.getState();
          if (projectId === undefined) return { data: [], degraded: [] };
          const { data, degraded } = await client.call("memory:learning:watching", { projectId });
          return { data: data.items, degraded };
        }),
    };
  });
  // Whenever the rules are read anew, there may be more, or less, on its way to one.
  let seen = rules.getState().book.data;
  rules.subscribe(({ book }) => {
    if (book.state !== "ready" || book.data === seen) return;
    seen = book.data;
    void store.getState().reload();
  });
  place.subscribe((now, before) => {
    if (now.projectId !== before.projectId) store.setState({ list: loading });
  });
  void store.getState().reload();
  return store;
}
