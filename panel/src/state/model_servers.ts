import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type {
  FoundServer,
  KeptKey,
  ModelShape,
  OfferedModel,
  Offers,
  Trial,
} from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { failed, type Loaded, loading, ready } from "./loaded.ts";
import { following, questioner } from "./question.ts";

/** A server, and a key that is not kept yet. */
export interface Asked {
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly key?: string;
}

/** Choosing a model server. Nobody is asked before the author wants it, but for what is known. */
export interface ModelServers {
  offers: Loaded<Offers>;
  found: Loaded<readonly FoundServer[]> | undefined;
  /** What the server has that is being chosen. */
  models: Loaded<readonly OfferedModel[]> | undefined;
  /** The key that is kept for it. */
  kept: KeptKey | undefined;
  trial: Loaded<Trial> | undefined;
  reload(): Promise<void>;
  find(): Promise<void>;
  list(server: Asked): Promise<void>;
  lookUpKey(baseUrl: string): Promise<void>;
  forgetKey(baseUrl: string): Promise<void>;
  /** One sentence of a model that is not set yet; undefined where it did not work. */
  tryOut(model: ModelShape, key?: string): Promise<Trial | undefined>;
  /** Answers why not, if it was not kept. */
  keepKey(key: string, baseUrl?: string): Promise<Failure | undefined>;
  /** Another server: what was said of the last one is void. */
  forget(): void;
}

export function createModelServers(mohen: Mohen): StoreApi<ModelServers> {
  const { client } = mohen;
  const store = createStore<ModelServers>()((set, get) => {
    const offers = questioner<Offers>((change) => set({ offers: change(get().offers) }));
    let search = 0;
    let listing = 0;
    let looking = 0;
    let trial = 0;

    return {
      offers: loading,
      found: undefined,
      models: undefined,
      kept: undefined,
      trial: undefined,
      async find() {
        const mine = ++search;
        set({ found: loading });
        const found = await told(client.call("model:server:find", {}), (data) => data.servers);
        if (mine === search) set({ found });
      },
      async list(server) {
        const mine = ++listing;
        set({ models: loading });
        const models = await told(
          client.call("model:server:models", server),
          (data) => data.models,
        );
        if (mine === listing) set({ models });
      },
      async lookUpKey(baseUrl) {
        const mine = ++looking;
        set({ kept: undefined });
        const answer = await told(client.call("model:key:get", at(baseUrl)), (data) => data.key);
        if (mine === looking) set({ kept: answer.data ?? undefined });
      },
      async forgetKey(baseUrl) {
        looking += 1;
        const answer = await told(client.call("model:key:delete", at(baseUrl)), () => true);
        if (answer.state === "ready") set({ kept: undefined });
      },
      async tryOut(model, key) {
        const mine = ++trial;
        set({ trial: loading });
        const asked = { model, ...(key && { key }) };
        const answer = await told(client.call("model:server:try", asked), (data) => data);
        if (mine !== trial) return undefined;
        set({ trial: answer });
        return answer.data;
      },
      async keepKey(key, baseUrl = "") {
        looking += 1;
        const asked = { key, ...at(baseUrl) };
        const answer = await told(client.call("model:key:put", asked), (data) => data);
        if (answer.data) set({ kept: answer.data });
        return answer.failure;
      },
      forget() {
        listing += 1;
        trial += 1;
        set({ models: undefined, trial: undefined });
      },
      reload: () => offers(() => client.call("model:preset:list", {})),
    };
  });
  following(mohen, (moved) => moved || void store.getState().reload());
  void store.getState().reload();
  return store;
}

const at = (baseUrl: string) => (baseUrl.trim() ? { baseUrl: baseUrl.trim() } : {});

async function told<T, Told>(
  call: Promise<{ data: T; degraded: readonly string[] }>,
  read: (data: T) => Told,
): Promise<Loaded<Told>> {
  try {
    const { data, degraded } = await call;
    return ready({ data: read(data), degraded });
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return failed(loading, failure);
  }
}
