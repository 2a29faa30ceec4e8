import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { FoundModel, Getting, Overview } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { failed, type Loaded, loading, ready } from "./loaded.ts";
import { following, questioner } from "./question.ts";

/** Models of this machine: those here, those that could be had, and the one that is coming. */
export interface LocalModels {
  overview: Loaded<Overview>;
  /** What the author asked about, before it is fetched. */
  found: Loaded<FoundModel> | undefined;
  /** Its end too, until another begins. */
  getting: Getting | undefined;
  reload(): Promise<void>;
  look(name: string): Promise<void>;
  get(found: FoundModel, name: string): Promise<void>;
  cancel(): Promise<void>;
  remove(name: string): Promise<void>;
  forget(): void;
}

export function createLocalModels(mohen: Mohen): StoreApi<LocalModels> {
  const { client } = mohen;
  const store = createStore<LocalModels>()((set, get) => {
    const overview = questioner<Overview>((change) => set({ overview: change(get().overview) }));
    let asked = 0;

    return {
      overview: loading,
      found: undefined,
      getting: undefined,
      async reload() {
        await overview(() => client.call("model:local:list", {}));
        const { data } = get().overview;
        if (data) set({ getting: data.getting ?? undefined });
      },
      async look(name) {
        const mine = ++asked;
        set({ found: loading, getting: undefined });
        try {
          const answer = await client.call("model:local:look", { name });
          if (mine === asked) set({ found: ready(answer) });
        } catch (failure) {
          if (!(failure instanceof Failure)) throw failure;
          if (mine === asked) set({ found: failed(loading, failure) });
        }
      },
      async get(found, name) {
        try {
          const { data } = await client.call("model:local:get", { name, via: found.via });
          // What was pushed meanwhile is newer.
          set({ found: undefined, getting: get().getting ?? data });
        } catch (failure) {
          if (!(failure instanceof Failure)) throw failure;
          set({ found: failed(loading, failure) });
        }
      },
      async cancel() {
        await client.call("model:local:cancel", {}).catch(() => {});
      },
      async remove(name) {
        await client.call("model:local:remove", { name }).catch(() => {});
        await get().reload();
      },
      forget() {
        asked += 1;
        set({ found: undefined, getting: undefined });
      },
    };
  });
  client.listen((push) => {
    if (push.channel !== "model:local:progress") return;
    store.setState({ getting: push.data });
    if (push.data.state !== "coming") void store.getState().reload();
  });
  following(mohen, (moved) => moved || void store.getState().reload());
  void store.getState().reload();
  return store;
}
