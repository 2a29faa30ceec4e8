import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Mohen } from "../mohen.tsx";

/** How much of a prompt a provider's prefix cache could have served. */
export interface Served {
  /** From 0 to 1, by the generation; absent where it is not known. */
  shares: Readonly<Record<string, number>>;
  look(generationId: string): Promise<void>;
}

/** The one that is asked for was made a moment ago: it is among the newest. */
const NEWEST = 20;

export function createServed({ client, place }: Mohen): StoreApi<Served> {
  return createStore<Served>()((set, get) => ({
    shares: {},
    async look(generationId) {
      if (Object.hasOwn(get().shares, generationId)) return;
      const { projectId } = place.getState();
      try {
        const asked = { limit: NEWEST, ...(projectId !== undefined && { projectId }) };
        const { data } = await client.call("context:cache", asked);
        const found = data.runs.find((run) => run.generationId === generationId);
        if (!found || found.prompt.sent === 0) return;
        const share = found.prompt.served / found.prompt.sent;
        set({ shares: { ...get().shares, [generationId]: share } });
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure; // a number in a margin: nobody misses it
      }
    },
  }));
}
