import { createStore, type StoreApi } from "zustand/vanilla";
import type { Inspect, Payload } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { type Loaded, loading } from "./loaded.ts";
import { questioner } from "./question.ts";
import { createSettings } from "./settings.ts";

/** A whole prompt, looked at as it would be now. It holds the manuscript, so the author allows it. */
export interface Inspector {
  /** Undefined: nobody has asked to see it. */
  whole: Loaded<Inspect> | undefined;
  look(request: Payload<"ai:skill:run">): Promise<void>;
  /** Let whole prompts be looked at, and look. */
  allow(request: Payload<"ai:skill:run">): Promise<void>;
  close(): void;
}

export function createInspector(mohen: Mohen): StoreApi<Inspector> {
  return createStore<Inspector>()((set, get) => {
    let asked = 0;
    async function look(request: Payload<"ai:skill:run">): Promise<void> {
      const mine = ++asked;
      const ask = questioner<Inspect>((change) => {
        if (mine === asked) set({ whole: change(get().whole ?? loading) });
      });
      await ask(() => mohen.client.call("context:inspect", asContext(request)));
    }
    return {
      whole: undefined,
      look,
      async allow(request) {
        const settings = mohen.store(createSettings).getState();
        if (await settings.change({ contextInspectionEnabled: true })) await look(request);
      },
      close() {
        asked += 1;
        set({ whole: undefined });
      },
    };
  });
}

/** What a run asked of the context engine, without what it asked of the model. */
export function asContext(request: Payload<"ai:skill:run">): Payload<"context:inspect"> {
  const { candidates: _c, maxTokens: _m, runId: _r, stream: _s, ...context } = request;
  return context;
}
