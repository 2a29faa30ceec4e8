import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { ChapterItem, ChapterWritten } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { createDrafts, keepHere, keptHere } from "./drafts.ts";
import { again, failed, type Loaded, loading, ready } from "./loaded.ts";
import { type Filed, filing } from "./open_chapter.ts";

/** The chapters of the project one stands in, and the one on the desk. */
export interface Chapters extends Filed {
  list: Loaded<readonly ChapterItem[]>;
  /** The project has no folder, or it is not there now. */
  homeless: "none" | "missing" | undefined;
  /** On its way to the desk. */
  opening: string | undefined;
  reload(): Promise<void>;
  show(ref: string): Promise<void>;
  /** Begin the next chapter and open it. Answers what stood in the way. */
  create(title: string): Promise<Failure | undefined>;
  /** The file is gone: the text becomes a chapter of its own. */
  saveAsNew(): Promise<void>;
  /** What was said of it was read. */
  noticed(): void;
}

const NOTHING = {
  list: loading,
  homeless: undefined,
  open: undefined,
  opening: undefined,
  saving: "saved",
  failure: undefined,
  theirs: undefined,
  restored: false,
} as const;

export function createChapters(mohen: Mohen): StoreApi<Chapters> {
  return createStore<Chapters>()((set, get) => {
    const { client, place, toasts, manner } = mohen;
    const drafts = mohen.store(createDrafts);
    const { take, heard, ...file } = filing(mohen, { set, get, written });
    let asked = 0;
    let listed = 0;

    function written({ ref, modifiedAt: _, ...now }: ChapterWritten): void {
      const { list } = get();
      const mend = (each: ChapterItem) => (each.ref === ref ? { ...each, ...now } : each);
      if (list.data) set({ list: { ...list, data: list.data.map(mend) } });
    }

    async function reload(): Promise<void> {
      const { projectId } = place.getState();
      if (projectId === undefined) return;
      const mine = ++listed;
      set({ list: again(get().list) });
      try {
        const { data, degraded } = await client.call("project:chapters", { projectId });
        if (mine !== listed) return;
        const homeless = data.missing ? "missing" : undefined;
        set({ list: ready({ data: data.items, degraded }), homeless });
        if (!get().open && get().opening === undefined) showFirst(projectId, data.items);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        if (mine !== listed) return;
        const homeless = failure.code === "NOT_FOUND" ? "none" : undefined;
        set({ list: failed(get().list, failure), homeless });
      }
    }

    /** The one that was open at the last visit, else the first. */
    function showFirst(projectId: string, items: readonly ChapterItem[]): void {
      const last = keptHere(lastKey(projectId));
      const sound = items.filter((each) => each.trouble === undefined);
      const first = sound.find((each) => each.ref === last) ?? sound[0];
      if (first) void show(first.ref);
    }

    async function show(ref: string): Promise<void> {
      const { projectId } = place.getState();
      if (projectId === undefined || (get().open?.ref === ref && !get().opening)) return;
      const mine = ++asked;
      set({ opening: ref });
      await file.save();
      try {
        const { data } = await client.call("chapter:read", { projectId, ref });
        if (mine !== asked) return;
        const { title, text, version } = data;
        set({ opening: undefined });
        take({ projectId, ref, title, text, savedText: text, version });
        keepHere(lastKey(projectId), ref);
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        if (mine === asked) refused(failure);
      }
    }

    /** A chapter could not be opened. That is no trouble of the one on the desk. */
    function refused(failure: Failure): void {
      set({ opening: undefined });
      if (!get().open) {
        set({ failure });
        return;
      }
      const text = explain(failure, manner.getState().language).title;
      toasts.getState().show({ tone: "danger", text });
      if (failure.code === "NOT_FOUND") void reload();
    }

    async function create(title: string): Promise<Failure | undefined> {
      const { projectId } = place.getState();
      if (projectId === undefined) return undefined;
      try {
        const { data } = await client.call("chapter:create", { projectId, title });
        if (place.getState().projectId !== projectId) return undefined;
        await show(data.ref);
        await reload();
        return undefined;
      } catch (failure) {
        if (failure instanceof Failure) return failure;
        throw failure;
      }
    }

    async function saveAsNew(): Promise<void> {
      const { open } = get();
      if (!open) return;
      const { projectId, text, title } = open;
      try {
        const { data } = await client.call("chapter:create", { projectId, title });
        const { ref, version } = data;
        const made = await client.call("chapter:write", { projectId, ref, text, version });
        drafts.drop(projectId, open.ref);
        const now = get().open;
        if (now?.projectId === projectId && now.ref === open.ref) {
          set({ open: undefined });
          take({ projectId, ref, title, text, savedText: text, version: made.data.version });
          file.edited(now.text); // one may have written on meanwhile
        }
        await reload();
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        set({ saving: "failed", failure });
      }
    }

    place.subscribe((now, before) => {
      if (now.projectId === before.projectId) return;
      file.leave();
      asked += 1;
      listed += 1;
      set(NOTHING);
      void reload();
    });
    client.listen((push) => {
      const { open } = get();
      const { projectId } = place.getState();
      if (push.channel === "context:files:changed" && push.data.projectId === projectId) {
        void reload();
        if (open && push.data.refs.some((ref) => ref === open.ref || ref === ".")) heard();
      } else if (push.channel === "chapter:written" && push.data.projectId === projectId) {
        if (open?.ref === push.data.ref) heard(push.data.version);
        else void reload();
      }
    });
    client.onLink((link) => {
      if (link !== "live") return;
      void reload();
      void file.save().then(() => heard());
    });
    queueMicrotask(reload);

    const noticed = () => set({ restored: false, failure: undefined });
    return { ...NOTHING, ...file, reload, show, create, saveAsNew, noticed };
  });
}

function lastKey(projectId: string): string {
  return `mohen-chapter:${projectId}`;
}
