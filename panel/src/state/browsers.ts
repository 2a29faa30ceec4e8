import { createStore, type StoreApi } from "zustand/vanilla";
import type { Browser } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { changer } from "./changing.ts";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";

/** The browsers that were let in, the latest seen first. */
export interface Browsers {
  items: Loaded<readonly Browser[]>;
  /** Those that are being shut out; "" is all of them. */
  busy: ReadonlySet<string>;
  load(): Promise<void>;
  revoke(id: string): Promise<void>;
  revokeAll(): Promise<void>;
}

export function createBrowsers(mohen: Mohen): StoreApi<Browsers> {
  const { client } = mohen;
  const store = createStore<Browsers>()((set, get) => {
    const ask = questioner<readonly Browser[]>((change) => set({ items: change(get().items) }));
    const change = changer(mohen, set, get);
    return {
      items: loading,
      busy: new Set(),
      load: () =>
        ask(async () => {
          const { data, degraded } = await client.call("browser:list", {});
          return { data: data.items, degraded };
        }),
      revoke: (id) => change(id, () => client.call("browser:revoke", { id })),
      revokeAll: () => change("", () => client.call("browser:revoke", {})),
    };
  });
  client.listen((push) => {
    if (push.channel === "browser:changed") void store.getState().load();
  });
  following(mohen, (moved) => {
    if (!moved) void store.getState().load();
  });
  return store;
}
