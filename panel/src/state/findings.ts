import { createStore, type StoreApi } from "zustand/vanilla";
import type { Data } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { changer } from "./changing.ts";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";

export type Check = Data<"graph:check">;
export type Finding = Check["findings"][number];

/** What contradicts itself in the story, and what of it is meant. */
export interface Findings {
  check: Loaded<Check>;
  /** Findings with a change on its way. */
  busy: ReadonlySet<string>;
  load(): Promise<void>;
  /** It is meant so. */
  exempt(id: string, reason: string): Promise<void>;
  /** It is not meant after all. */
  unexempt(id: string): Promise<void>;
}

export function createFindings(mohen: Mohen): StoreApi<Findings> {
  const { client, place } = mohen;
  let looked = false;

  const store = createStore<Findings>()((set, get) => {
    const ask = questioner<Check>((change) => set({ check: change(get().check) }));
    const here = () => place.getState().projectId;

    const changeOne = changer(mohen, set, get);
    async function change(id: string, call: (projectId: string) => Promise<unknown>) {
      const projectId = here();
      if (projectId !== undefined) await changeOne(id, () => call(projectId));
    }

    return {
      check: loading,
      busy: new Set(),
      async load() {
        looked = true;
        const projectId = here();
        if (projectId !== undefined) await ask(() => client.call("graph:check", { projectId }));
      },
      exempt: (findingId, reason) =>
        change(findingId, (projectId) =>
          client.call("graph:exempt", { projectId, findingId, ...(reason && { reason }) }),
        ),
      unexempt: (findingId) =>
        change(findingId, (projectId) => client.call("graph:unexempt", { projectId, findingId })),
    };
  });

  following(mohen, (moved) => {
    if (moved) store.setState({ check: loading });
    if (looked) store.getState().load();
  });
  client.listen((push) => {
    const ours =
      push.channel === "context:files:changed" &&
      push.data.projectId === place.getState().projectId;
    if (looked && ours) store.getState().load();
  });
  return store;
}
