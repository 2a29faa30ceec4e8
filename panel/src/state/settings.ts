import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Settings as Kept, Payload } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { createHealth } from "./health.ts";
import { type Loaded, loading, ready } from "./loaded.ts";
import { following, questioner } from "./question.ts";

export type Patch = Payload<"memory:settings:update">;
export type SettingName = keyof Kept;

/** What the author may set. A change shows at once and is taken back if it is refused. */
export interface Settings {
  settings: Loaded<Kept>;
  /** Which are on their way. */
  saving: readonly SettingName[];
  /** Why a change was refused, until the next try. */
  refused: Readonly<Partial<Record<SettingName, Failure>>>;
  reload(): Promise<void>;
  /** Answers whether it holds now. */
  change(patch: Patch): Promise<boolean>;
}

export function createSettings(mohen: Mohen): StoreApi<Settings> {
  const { client } = mohen;
  const health = mohen.store(createHealth);
  /** As the server has them; what is on its way comes on top. */
  let told: Kept | undefined;
  let waiting: readonly Patch[] = [];
  let lane: Promise<unknown> = Promise.resolve();

  const store = createStore<Settings>()((set, get) => {
    const ask = questioner<Kept>((change) => {
      const settings = change(get().settings);
      if (settings.state === "ready") told = settings.data;
      set({ settings: overlaid(settings) });
    });
    const overlaid = (settings: Loaded<Kept>): Loaded<Kept> =>
      told === undefined
        ? settings
        : { ...settings, data: Object.assign({}, told, ...waiting) as Kept };
    const show = () =>
      set({
        settings: overlaid(get().settings),
        saving: [...new Set(waiting.flatMap((each) => Object.keys(each) as SettingName[]))],
      });

    async function send(patch: Patch): Promise<boolean> {
      const names = Object.keys(patch) as SettingName[];
      try {
        const { data, degraded } = await client.call("memory:settings:update", patch);
        told = data;
        waiting = waiting.filter((each) => each !== patch);
        set({ settings: ready({ data, degraded }) });
        return true;
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        waiting = waiting.filter((each) => each !== patch);
        const reasons = Object.fromEntries(names.map((name) => [name, failure]));
        set({ refused: { ...get().refused, ...reasons } });
        return false;
      } finally {
        show();
      }
    }

    return {
      settings: loading,
      saving: [],
      refused: {},
      reload: () => ask(() => client.call("memory:settings:get", {})),
      async change(patch) {
        const names = new Set(Object.keys(patch));
        const left = Object.entries(get().refused).filter(([name]) => !names.has(name));
        set({ refused: Object.fromEntries(left) });
        waiting = [...waiting, patch];
        show();
        // One after the other: each answer holds all settings.
        const done = lane.then(() => send(patch));
        lane = done.catch(() => undefined);
        const taken = await done;
        void health.getState().reload();
        return taken;
      },
    };
  });

  // They are changed elsewhere too: in the memory panel, by the command line.
  health.subscribe(({ status }, before) => {
    const now = status.data?.settings;
    if (!now || now === before.status.data?.settings || waiting.length > 0) return;
    told = now;
    store.setState({ settings: ready({ data: now, degraded: status.degraded }) });
  });
  following(mohen, () => void store.getState().reload());
  void store.getState().reload();
  return store;
}
