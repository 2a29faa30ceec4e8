import { useSyncExternalStore } from "react";

export const VIEWS = ["desk", "memory", "knowledge", "insights", "settings"] as const;
export type View = (typeof VIEWS)[number];

/** Which view an address shows; undefined: it names none. */
export function viewOf(hash: string): View | undefined {
  const named = hash.replace(/^#\/?/, "").split(/[/?]/)[0];
  return VIEWS.find((view) => view === named);
}

export function addressOf(view: View): string {
  return `#/${view}`;
}

function hear(change: () => void): () => void {
  addEventListener("hashchange", change);
  return () => removeEventListener("hashchange", change);
}

/** The view of the address, and again whenever it changes. */
export function useView(): View {
  return useSyncExternalStore(hear, () => viewOf(location.hash) ?? "desk");
}
