import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Data, Payload } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { changer } from "./changing.ts";
import { type Foreseen, forgetting } from "./forgetting.ts";
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
  /** What would go with it. */
  foresee(item: HeldItem): Promise<Foreseen | Failure>;
  /** It is taken out of the memory. */
  forget(item: HeldItem): Promise<Failure | undefined>;
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
      foresee: (item) => forgetting(mohen, { ...named(item), dryRun: true }),
      async forget(item) {
        const gone = await forgetting(mohen, named(item));
        if (gone instanceof Failure) return gone;
        await get().load();
        return undefined;
      },
    };
  });

  following(mohen, (moved) => {
    if (moved) store.setState({ waiting: loading });
    if (looked) store.getState().load();
  });
  return store;
}

function named({ kind, ref, projectId }: HeldItem): Payload<"memory:forget"> {
  const what = kind === "episode" ? { episodeId: ref } : { knowledgeId: ref };
  return projectId === undefined ? what : { ...what, projectId };
}
