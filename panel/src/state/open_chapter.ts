// The chapter on the desk and its file: they drift apart while one writes, and are brought
// together again without ever losing a text.

import { Failure } from "../channels/client.ts";
import type { ChapterWritten } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { createDrafts } from "./drafts.ts";

export interface OpenChapter {
  readonly projectId: string;
  readonly ref: string;
  readonly title: string;
  /** As it stands on the desk. */
  readonly text: string;
  /** As it stands in the file, as far as is known. */
  readonly savedText: string;
  readonly version: string;
  /** Another one whenever the text was replaced from outside the editor. */
  readonly revision: number;
}

/**
 * How it stands with the file. `offline`: nobody answers, the text is kept here; `conflict`: the
 * file was changed elsewhere, the author decides; `failed`: the server refuses.
 */
export type Saving = "saved" | "unsaved" | "saving" | "offline" | "conflict" | "failed";

export interface Filed {
  open: OpenChapter | undefined;
  saving: Saving;
  /** Why it could not be opened or saved. */
  failure: Failure | undefined;
  /** How the file reads, where it was changed elsewhere. */
  theirs: { readonly text: string; readonly version: string } | undefined;
  /** Text of an earlier visit was put back on the desk. */
  restored: boolean;
  edited(text: string): void;
  /** Whether the file now reads as the desk does. */
  save(): Promise<boolean>;
  keepMine(): Promise<void>;
  takeTheirs(): void;
  /** The page or the project is being left. */
  leave(): void;
}

/** How long one stops typing before it is saved. */
export const PAUSE_MS = 800;
/** How often it is tried again while nobody answers. */
export const AGAIN_MS = 5_000;

export interface Filing
  extends Pick<Filed, "edited" | "save" | "keepMine" | "takeTheirs" | "leave"> {
  /** Another chapter is on the desk; a text of it that never reached its file comes back. */
  take(chapter: Omit<OpenChapter, "revision">): void;
  /** Somebody wrote it; absent: or did something to its file. */
  heard(version?: string): void;
}

interface Store {
  set(by: Partial<Filed>): void;
  get(): Filed;
  /** A file was written. */
  written(chapter: ChapterWritten): void;
}

export function filing(mohen: Mohen, { set, get, written }: Store): Filing {
  const { client } = mohen;
  const drafts = mohen.store(createDrafts);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<boolean> | undefined;
  let isWriting = false;
  let writes = 0;
  let revision = 0;
  /** A version that was written while a write of ours was on its way: perhaps ours. */
  let heardOf: string | undefined;

  const change = (by: Partial<OpenChapter>) => {
    const { open } = get();
    if (open) set({ open: { ...open, ...by } });
  };
  const isOpen = ({ projectId, ref }: OpenChapter) =>
    get().open?.projectId === projectId && get().open?.ref === ref;
  const soon = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  };
  const keep = () => {
    const { open } = get();
    if (!open || open.text === open.savedText) return;
    const { projectId, ref, text, version } = open;
    drafts.keep(projectId, ref, { text, version, at: mohen.now() });
  };

  async function write(open: OpenChapter): Promise<boolean> {
    const { projectId, ref, text, version } = open;
    keep();
    set({ saving: "saving" });
    try {
      const { data } = await client.call("chapter:write", { projectId, ref, text, version });
      drafts.drop(projectId, ref);
      written(data);
      if (!isOpen(open)) return true;
      change({ savedText: text, version: data.version, title: data.title });
      const clean = get().open?.text === text;
      set({ saving: clean ? "saved" : "unsaved", failure: undefined, restored: false });
      if (!clean) soon(PAUSE_MS);
      return clean;
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      if (isOpen(open)) await refused(open, failure);
      return false;
    }
  }

  async function refused(open: OpenChapter, failure: Failure): Promise<void> {
    if (failure.code === "CONFLICT") return look(open);
    const away = failure.code === "UNREACHABLE";
    set({ saving: away ? "offline" : "failed", failure });
    if (away) soon(AGAIN_MS);
  }

  /** Read the file again: it was changed elsewhere. */
  async function look(open: OpenChapter): Promise<void> {
    const { projectId, ref } = open;
    const before = writes;
    try {
      const { data } = await client.call("chapter:read", { projectId, ref });
      if (!isOpen(open)) return;
      // A write of ours that began meanwhile may be later than what was read.
      if (writes === before) meet(data.text, data.version);
      else heard(data.version);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      if (!isOpen(open)) return;
      if (failure.code !== "UNREACHABLE") set({ saving: "failed", failure });
      else if (get().saving === "saving") await refused(open, failure);
    }
  }

  /** The file reads so. Where nothing here is unsaved the desk follows; else the author decides. */
  function meet(text: string, version: string): void {
    const { open, saving } = get();
    if (!open) return;
    if (version === open.version) {
      if (saving === "saving") retry(); // it was changed, and changed back
    } else if (open.text === text) {
      drafts.drop(open.projectId, open.ref);
      change({ savedText: text, version });
      set({ saving: "saved", theirs: undefined, failure: undefined });
    } else if (open.text === open.savedText) {
      change({ text, savedText: text, version, revision: ++revision });
      set({ saving: "saved", theirs: undefined, failure: undefined });
    } else {
      clearTimeout(timer);
      keep();
      set({ saving: "conflict", theirs: { text, version } });
    }
  }

  function heard(version?: string): void {
    const { open } = get();
    if (!open || version === open.version) return;
    if (isWriting) heardOf = version ?? "";
    else void look(open);
  }

  function retry(): void {
    set({ saving: "unsaved" });
    soon(PAUSE_MS);
  }

  async function save(): Promise<boolean> {
    clearTimeout(timer);
    while (writing) await writing;
    const { open, saving } = get();
    if (!open || open.text === open.savedText) return true;
    if (saving === "conflict") return false;
    isWriting = true;
    writes += 1;
    writing = write(open);
    try {
      return await writing;
    } finally {
      writing = undefined;
      isWriting = false;
      const heard = heardOf;
      heardOf = undefined;
      const now = get().open;
      if (now && heard !== undefined && heard !== now.version) void look(now);
    }
  }

  function leave(): void {
    keep();
    void save();
  }

  return {
    save,
    leave,
    take(taken) {
      const chapter = { ...taken, revision: ++revision };
      leave(); // what was typed while the next one was on its way
      clearTimeout(timer);
      heardOf = undefined;
      const afresh = { failure: undefined, theirs: undefined, restored: false };
      const { projectId, ref, text, version } = chapter;
      const draft = drafts.find(projectId, ref);
      if (!draft || draft.text === text) {
        drafts.drop(projectId, ref);
        set({ ...afresh, open: chapter, saving: "saved" });
        return;
      }
      const open = { ...chapter, text: draft.text };
      if (draft.version === version) {
        set({ ...afresh, open, saving: "unsaved", restored: true });
        soon(PAUSE_MS);
      } else {
        const theirs = { text, version };
        set({ ...afresh, open, saving: "conflict", theirs, restored: true });
      }
    },
    heard,
    edited(text) {
      const { open, saving } = get();
      if (!open || open.text === text) return;
      change({ text });
      if (saving === "conflict") {
        // It is not written before the author has decided; the copy here is all there is.
        clearTimeout(timer);
        timer = setTimeout(keep, PAUSE_MS);
        return;
      }
      const clean = text === open.savedText;
      if (saving !== "saving") set({ saving: clean ? "saved" : "unsaved" });
      if (!clean || saving === "saving") return soon(PAUSE_MS);
      clearTimeout(timer);
      drafts.drop(open.projectId, open.ref);
    },
    async keepMine() {
      const { theirs } = get();
      if (!theirs) return;
      change({ version: theirs.version, savedText: theirs.text });
      set({ theirs: undefined, saving: "unsaved", restored: false });
      await save();
    },
    takeTheirs() {
      const { theirs, open } = get();
      if (!theirs || !open) return;
      const { text, version } = theirs;
      drafts.drop(open.projectId, open.ref);
      change({ text, savedText: text, version, revision: ++revision });
      set({ theirs: undefined, saving: "saved", restored: false });
    },
  };
}
