import { Failure } from "../channels/client.ts";
import type { Rule } from "../channels/generated.ts";
import { said } from "../memory/words.ts";
import type { Mohen } from "../mohen.tsx";

/** How long a delete can be taken back (C93). */
export const UNDO_MS = 10_000;

/** Something that is done for good once the time to undo it is over. */
export interface Departure {
  /** What is out of sight meanwhile: rules, or a conflict. */
  readonly ids: readonly string[];
  /** How rules look meanwhile, as if it were done. */
  readonly meanwhile?: Readonly<Record<string, Partial<Rule>>>;
  /** What is said, with the undo beside it. */
  readonly text: string;
  send(): Promise<void>;
  /** What is said when it could not be done. */
  refused(failure: Failure): string;
}

interface Waiting extends Departure {
  readonly toast: number;
  readonly timer: ReturnType<typeof setTimeout>;
  due: boolean;
}

export interface Departures {
  /** Out of sight now, and for good once the time to undo is over. */
  leave(departure: Departure): void;
  /** No more waiting: the page is being left, or the project. */
  settle(): Promise<void>;
}

/**
 * Deletes and decisions that wait. One is sent when its ten seconds are over and its toast is gone:
 * whoever holds the toast open is still thinking.
 */
export function departures(
  mohen: Mohen,
  onChange: (ids: ReadonlySet<string>, meanwhile: Record<string, Partial<Rule>>) => void,
): Departures {
  const waiting = new Set<Waiting>();
  const sending = new Set<Waiting>();
  const gone = () => new Set([...waiting, ...sending].flatMap((each) => each.ids));
  const tell = () =>
    onChange(gone(), Object.assign({}, ...[...waiting, ...sending].map((each) => each.meanwhile)));

  function undo(departure: Waiting): void {
    if (!waiting.delete(departure)) return;
    clearTimeout(departure.timer);
    mohen.toasts.getState().dismiss(departure.toast);
    tell();
  }

  async function send(departure: Waiting): Promise<void> {
    clearTimeout(departure.timer);
    if (!waiting.delete(departure)) return;
    sending.add(departure);
    mohen.toasts.getState().dismiss(departure.toast);
    try {
      await departure.send();
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      mohen.toasts.getState().show({ tone: "danger", text: departure.refused(failure) });
    } finally {
      sending.delete(departure);
      tell();
    }
  }

  mohen.toasts.subscribe(({ items }) => {
    const shown = new Set(items.map((each) => each.id));
    for (const each of waiting) {
      if (!each.due || shown.has(each.toast)) continue;
      // Its undo puts the toast away before it acts: wait for that word.
      queueMicrotask(() => void send(each));
    }
  });

  async function settle(): Promise<void> {
    await Promise.all([...waiting].map(send));
  }

  // The page goes, and its ten seconds with it. A panel that is only put away keeps them: the
  // toast with its undo is still there.
  if (typeof addEventListener === "function") addEventListener("pagehide", () => void settle());

  return {
    leave(departure) {
      const before = gone();
      if (departure.ids.every((each) => before.has(each))) return;
      const { undo: label } = said[mohen.manner.getState().language];
      const action = { label, act: () => undo(leaving) };
      const toast = mohen.toasts
        .getState()
        .show({ tone: "info", text: departure.text, action }, UNDO_MS);
      const timer = setTimeout(() => {
        leaving.due = true;
        const held = mohen.toasts.getState().items.some((each) => each.id === toast);
        if (!held) void send(leaving);
      }, UNDO_MS);
      const leaving: Waiting = { ...departure, toast, timer, due: false };
      waiting.add(leaving);
      tell();
    },
    settle,
  };
}
