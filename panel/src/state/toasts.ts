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
  /** Somebody is looking at them: none goes by itself. */
  held: boolean;
  /** Says something; what is said already and offers nothing to do is not said twice at once. */
  show(toast: Omit<Toast, "id" | "until">, forMs?: number): number;
  dismiss(id: number): void;
  /** Stops the clock of all; each hold wants its own release. */
  hold(): void;
  /** Lets it go on with what each had left. */
  release(): void;
}

const USUAL_MS = 6_000;

export function createToasts(now: () => number = Date.now) {
  let last = 0;
  let holds = 0;
  const clocks = new Map<number, ReturnType<typeof setTimeout>>();
  const left = new Map<number, number>();

  function stop(id: number) {
    clearTimeout(clocks.get(id));
    clocks.delete(id);
  }

  return createStore<Toasts>()((set, get) => {
    function run(id: number, forMs: number) {
      clocks.set(
        id,
        setTimeout(() => get().dismiss(id), forMs),
      );
    }

    return {
      items: [],
      held: false,
      show(toast, forMs = toast.tone === "danger" ? 0 : USUAL_MS) {
        for (const each of get().items) if (saysTheSame(each, toast)) get().dismiss(each.id);
        const id = ++last;
        const until = forMs > 0 ? now() + forMs : undefined;
        set({ items: [...get().items, { ...toast, id, ...(until !== undefined && { until }) }] });
        if (forMs > 0 && holds > 0) left.set(id, forMs);
        else if (forMs > 0) run(id, forMs);
        return id;
      },
      dismiss(id) {
        stop(id);
        left.delete(id);
        set({ items: get().items.filter((each) => each.id !== id) });
      },
      hold() {
        holds += 1;
        if (holds > 1) return;
        set({ held: true });
        for (const { id, until } of get().items) {
          if (until === undefined) continue;
          stop(id);
          left.set(id, Math.max(0, until - now()));
        }
      },
      release() {
        if (holds === 0 || --holds > 0) return;
        const goesOn = (each: Toast) => {
          const forMs = left.get(each.id);
          return forMs === undefined ? each : { ...each, until: now() + forMs };
        };
        set({ held: false, items: get().items.map(goesOn) });
        for (const [id, forMs] of left) run(id, forMs);
        left.clear();
      },
    };
  });
}

function saysTheSame(one: Toast, other: Omit<Toast, "id" | "until">): boolean {
  return one.text === other.text && one.tone === other.tone && !one.action && !other.action;
}
