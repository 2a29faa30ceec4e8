import type { Mohen } from "../mohen.tsx";

/** A text that is not in its file yet, and the version of the file it was made from. */
export interface Draft {
  readonly text: string;
  readonly version: string;
  readonly at: number;
}

/** Texts kept in this browser until the server has them, so that nothing written is lost. */
export interface Drafts {
  keep(projectId: string, ref: string, draft: Draft): void;
  find(projectId: string, ref: string): Draft | undefined;
  drop(projectId: string, ref: string): void;
}

export function createDrafts(_: Mohen): Drafts {
  return {
    keep: (projectId, ref, draft) => keepHere(key(projectId, ref), draft),
    find(projectId, ref) {
      const kept = keptHere(key(projectId, ref));
      return isDraft(kept) ? kept : undefined;
    },
    drop: (projectId, ref) => keepHere(key(projectId, ref), undefined),
  };
}

function key(projectId: string, ref: string): string {
  return `mohen-draft:${JSON.stringify([projectId, ref])}`;
}

function isDraft(kept: unknown): kept is Draft {
  const { text, version, at } = (kept ?? {}) as Partial<Draft>;
  return typeof text === "string" && typeof version === "string" && typeof at === "number";
}

/** Something kept in this browser under a name; undefined: nothing, or nothing sound. */
export function keptHere(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keep it, or with undefined no longer. A browser that has no room or allows none is no reason
 * to stop: what is kept here is a second copy. */
export function keepHere(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {}
}

/** Where the author was in each text. */
export const placesHere = {
  find: (documentId: string) => keptHere(placeKey(documentId)),
  keep: (documentId: string, place: unknown) => keepHere(placeKey(documentId), place),
};

function placeKey(documentId: string): string {
  return `mohen-place:${documentId}`;
}
