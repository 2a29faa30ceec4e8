import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Audit, Cleanup, Data, Doctor, Run } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { createHealth } from "./health.ts";
import { failed, type Loaded, loading, ready } from "./loaded.ts";
import { questioner } from "./question.ts";

export type Rebuilt = Data<"memory:index:rebuild">;
export type Act = Audit["items"][number];

/** Looking after the memory: each is asked for, and undefined until then. */
export interface Care {
  examined: Loaded<Doctor> | undefined;
  cleaned: Loaded<Cleanup> | undefined;
  rebuilt: Loaded<Rebuilt> | undefined;
  /** A sentence by the model that is set. */
  tried: Loaded<Run> | undefined;
  acts: Loaded<readonly Act[]>;
  /** Whether there are acts older than those. */
  older: boolean;
  examine(mend: boolean): Promise<void>;
  /** A dry run says what would be done. */
  clean(dryRun: boolean): Promise<void>;
  rebuild(): Promise<void>;
  tryModel(): Promise<void>;
  /** What was tried says nothing of a model that was changed since. */
  forgetTrial(): void;
  recall(): Promise<void>;
  recallOlder(): Promise<void>;
}

const PAGE = 20;
/** Enough for a sentence, and too little to cost anything. */
const TRIAL_TOKENS = 60;
const TRIAL = {
  zh: "雾从海上来，码头上的灯一盏一盏亮了。",
  en: "The fog came in from the sea, and the lamps along the quay were lit one by one.",
};

export function createCare(mohen: Mohen): StoreApi<Care> {
  const { client, manner } = mohen;
  const looked = () => mohen.store(createHealth).getState().reload();

  return createStore<Care>()((set, get) => {
    const examine = questioner<Doctor>((change) =>
      set({ examined: change(get().examined ?? loading) }),
    );
    const clean = questioner<Cleanup>((change) =>
      set({ cleaned: change(get().cleaned ?? loading) }),
    );
    const rebuild = questioner<Rebuilt>((change) =>
      set({ rebuilt: change(get().rebuilt ?? loading) }),
    );
    let trial = 0;
    const recall = questioner<readonly Act[]>((change) => set({ acts: change(get().acts) }));
    let cursor: string | undefined;

    async function page(from?: string) {
      const asked = { limit: PAGE, ...(from !== undefined && { cursor: from }) };
      const { data, degraded } = await client.call("memory:audit:list", asked);
      cursor = data.page.nextCursor ?? undefined;
      set({ older: cursor !== undefined });
      return { data: data.items, degraded };
    }

    return {
      examined: undefined,
      cleaned: undefined,
      rebuilt: undefined,
      tried: undefined,
      acts: loading,
      older: false,
      async examine(mend) {
        await examine(() => client.call("memory:doctor", { mend }));
        await looked();
      },
      async clean(dryRun) {
        await clean(() => client.call("memory:cleanup:run", { dryRun }));
        if (!dryRun) await looked();
      },
      async rebuild() {
        await rebuild(() => client.call("memory:index:rebuild", {}));
        await looked();
      },
      async tryModel() {
        const mine = ++trial;
        set({ tried: loading });
        const text = TRIAL[manner.getState().language];
        try {
          const asked = { skillId: "continue", text, cursor: [...text].length };
          const answer = await client.call("ai:skill:run", {
            ...asked,
            candidates: 1,
            maxTokens: TRIAL_TOKENS,
          });
          if (mine === trial) set({ tried: ready(answer) });
        } catch (failure) {
          if (!(failure instanceof Failure)) throw failure;
          if (mine === trial) set({ tried: failed(loading, failure) });
        }
      },
      forgetTrial() {
        trial += 1;
        set({ tried: undefined });
      },
      recall: () => recall(() => page()),
      async recallOlder() {
        const before = get().acts.data ?? [];
        const from = cursor;
        if (from === undefined) return;
        await recall(async () => {
          const { data, degraded } = await page(from);
          return { data: [...before, ...data], degraded };
        });
      },
    };
  });
}
