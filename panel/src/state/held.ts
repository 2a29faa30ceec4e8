import { createStore, type StoreApi } from "zustand/vanilla";
import type { Data } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { changer } from "./changing.ts";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";

export type Waiting = Data<"memory:held:list">;
export type HeldItem = Waiting["items"][number];

/** What looks like an order to a model and waits for the author. */
export interface Held {
  waiting: Loaded<Waiting>;
  /** Those with a change on its way. */
  busy: ReadonlySet<string>;
  load(): Promise<void>;
  /** It may stand: prompts quote it. */
  accept(id: string): Promise<void>;
  /** It is taken out of the memory. */
  forget(item: HeldItem): Promise<void>;
}

export function createHeld(mohen: Mohen): StoreApi<Held> {
  const { client, place } = mohen;
  let looked = false;

  const store = createStore<Held>()((set, get) => {
    const ask = questioner<Waiting>((change) => set({ waiting: change(get().waiting) }));
    const here = () => {
      const { projectId } = place.getState();
      return projectId === undefined ? {} : { projectId };
    };

    const change = changer(mohen, set, get);

    return {
      waiting: loading,
      busy: new Set(),
      async load() {
        looked = true;
        await ask(() => client.call("memory:held:list", here()));
      },
      accept: (id) => change(id, () => client.call("memory:held:accept", { id, ...here() })),
      forget: ({ id, kind, ref, projectId }) =>
        change(id, () =>
          client.call("memory:forget", {
            ...(kind === "episode" ? { episodeId: ref } : { knowledgeId: ref }),
            ...(projectId !== undefined && { projectId }),
          }),
        ),
    };
  });

  following(mohen, (moved) => {
    if (moved) store.setState({ waiting: loading });
    if (looked) store.getState().load();
  });
  return store;
}
