import { createStore } from "zustand/vanilla";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "info" | "success" | "danger";
  /** Something that can still be done about it, such as undo. */
  readonly action?: { readonly label: string; act(): void };
  /** When it goes by itself; absent: when it is put away. */
  readonly until?: number;
}

export interface Toasts {
  items: readonly Toast[];
  show(toast: Omit<Toast, "id" | "until">, forMs?: number): number;
  dismiss(id: number): void;
}

const USUAL_MS = 6_000;

export function createToasts(now: () => number = Date.now) {
  let last = 0;
  return createStore<Toasts>()((set, get) => ({
    items: [],
    show(toast, forMs = toast.tone === "danger" ? 0 : USUAL_MS) {
      const id = ++last;
      const until = forMs > 0 ? now() + forMs : undefined;
      set({ items: [...get().items, { ...toast, id, ...(until !== undefined && { until }) }] });
      if (forMs > 0) setTimeout(() => get().dismiss(id), forMs);
      return id;
    },
    dismiss: (id) => set({ items: get().items.filter((each) => each.id !== id) }),
  }));
}
