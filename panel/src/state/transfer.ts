import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure, unreachable } from "../channels/client.ts";
import type { Data, Payload } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { type Loaded, loading } from "./loaded.ts";
import { questioner } from "./question.ts";
import { createRules } from "./rules.ts";

export type Wanted = Omit<Payload<"memory:export">, "cursor">;
export type Imported = Data<"memory:import">;

export interface ExportedFile {
  readonly path: string;
  readonly text: string;
}

export type Exporting =
  | { state: "running"; pieces: number }
  | { state: "done"; files: readonly ExportedFile[] }
  | { state: "failed"; failure: Failure };

/** A memory on its way out of here, or into it. */
export interface Transfer {
  exporting: Exporting | undefined;
  imported: Loaded<Imported> | undefined;
  /** The whole of it, put together from its pieces. */
  take(wanted: Wanted): Promise<readonly ExportedFile[] | undefined>;
  /** A dry run says what would come in. */
  bring(what: string | File, dryRun: boolean): Promise<void>;
  forgetImport(): void;
}

export function createTransfer(mohen: Mohen): StoreApi<Transfer> {
  const { client, place } = mohen;
  return createStore<Transfer>()((set, get) => {
    const asking = () => {
      const mine = questioner<Imported>((change) => {
        if (mine === bring) set({ imported: change(get().imported ?? loading) });
      });
      return mine;
    };
    let bring = asking();
    const forgetImport = () => {
      // An answer that is still on its way is of what was forgotten.
      bring = asking();
      set({ imported: undefined });
    };
    place.subscribe((now, before) => {
      if (now.projectId !== before.projectId) forgetImport();
    });
    return {
      exporting: undefined,
      imported: undefined,
      async take(wanted) {
        if (get().exporting?.state === "running") return undefined;
        const texts = new Map<string, string>();
        let cursor: string | undefined;
        let pieces = 0;
        try {
          do {
            set({ exporting: { state: "running", pieces } });
            const asked = { ...wanted, ...(cursor !== undefined && { cursor }) };
            const { data } = await client.call("memory:export", asked);
            // A long file comes in several pieces, one behind the other.
            for (const { path, text } of data.files)
              texts.set(path, (texts.get(path) ?? "") + text);
            pieces += data.files.length;
            cursor = data.nextCursor ?? undefined;
          } while (cursor !== undefined);
        } catch (failure) {
          if (!(failure instanceof Failure)) throw failure;
          set({ exporting: { state: "failed", failure } });
          return undefined;
        }
        const files = [...texts].map(([path, text]) => ({ path, text }));
        set({ exporting: { state: "done", files } });
        return files;
      },
      async bring(what, dryRun) {
        const { projectId } = place.getState();
        if (projectId === undefined) return;
        await bring(async () => {
          const from =
            typeof what === "string"
              ? { path: what }
              : { file: { name: what.name, data: await base64(what) } };
          return client.call("memory:import", { projectId, ...from, dryRun });
        });
        if (!dryRun) await mohen.store(createRules).getState().reload({ afresh: true });
      },
      forgetImport,
    };
  });
}

/** The bytes of a file that somebody chose or dropped: its path means nothing to a server. */
function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(unreachable("the file cannot be read"));
    reader.readAsDataURL(file);
  });
}
