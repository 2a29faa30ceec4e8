import { createStore, type StoreApi } from "zustand/vanilla";
import { said } from "../app/words.ts";
import { Failure } from "../channels/client.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { createProjects, speakToModels } from "./projects.ts";

/** The sample project: something true to look at before there is anything of one's own. */
export interface Sample {
  loading: boolean;
  load(): Promise<void>;
}

export function createSample(mohen: Mohen): StoreApi<Sample> {
  return createStore<Sample>()((set, get) => ({
    loading: false,
    async load() {
      if (get().loading) return;
      set({ loading: true });
      const { language } = mohen.manner.getState();
      const { show, dismiss } = mohen.toasts.getState();
      // It takes some seconds.
      const waiting = show({ tone: "info", text: said[language].loadingSample }, 0);
      const isFirst = mohen.store(createProjects).getState().list.data?.length === 0;
      try {
        const { data } = await mohen.client.call("sample:load", { language });
        if (isFirst) await speakToModels(mohen);
        mohen.place.getState().enter(data.projects[0]?.projectId);
        show({ tone: "success", text: said[language].sampleFirst }, 0);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        const there = loadedBefore(failure);
        if (there !== undefined) mohen.place.getState().enter(there);
        else show({ tone: "danger", text: explain(failure, language).text });
      } finally {
        dismiss(waiting);
        set({ loading: false });
      }
    },
  }));
}

/** The project of a sample that is there already: then one wants to go there. Other conflicts, such
 * as a project of one's own by that name, are not for entering. */
function loadedBefore({ code, details }: Failure): string | undefined {
  const projects = code === "CONFLICT" ? details?.projects : undefined;
  const [first]: unknown[] = Array.isArray(projects) ? projects : [];
  return typeof first === "string" ? first : undefined;
}
