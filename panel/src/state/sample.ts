import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";

/** The sample project: something true to look at before there is anything of one's own. */
export interface Sample {
  loading: boolean;
  load(): Promise<void>;
}

/** The names are the sample's own: see docs/demo.md. */
export const SAMPLES = { zh: "雾港来信", en: "Letters from Fog Harbour" } as const;

export function createSample(mohen: Mohen): StoreApi<Sample> {
  return createStore<Sample>()((set, get) => ({
    loading: false,
    async load() {
      if (get().loading) return;
      set({ loading: true });
      const { language } = mohen.manner.getState();
      try {
        await mohen.client.call("sample:load", { language });
        mohen.place.getState().enter(SAMPLES[language]);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        // It was loaded before: then one wants to go there.
        if (failure.code === "CONFLICT") mohen.place.getState().enter(SAMPLES[language]);
        else
          mohen.toasts.getState().show({ tone: "danger", text: explain(failure, language).text });
      } finally {
        set({ loading: false });
      }
    },
  }));
}
