import { Failure } from "../channels/client.ts";
import type { Rule } from "../channels/generated.ts";
import { ruleText } from "../memory/rule_text.ts";
import { said } from "../memory/words.ts";
import type { Mohen } from "../mohen.tsx";
import { brief } from "../words/index.ts";

/** How long a delete can be taken back (C93). */
export const UNDO_MS = 10_000;

interface Departure {
  readonly rule: Rule;
  /** From where it was deleted: the author may have gone elsewhere since. */
  readonly projectId: string | undefined;
  readonly toast: number;
  readonly timer: ReturnType<typeof setTimeout>;
  due: boolean;
}

export interface Departures {
  /** Out of sight now, and for good once the time to undo is over. */
  leave(rule: Rule): void;
  /** No more waiting: the page is being left, or the project. */
  settle(): Promise<void>;
}

interface Watching {
  /** Which rules are out of sight. */
  onChange(ids: ReadonlySet<string>): void;
  /** A rule is gone on the server too. */
  onGone(rule: Rule): void;
}

/**
 * Deletes that wait. One is sent when its ten seconds are over and its toast is gone: whoever
 * holds the toast open is still thinking.
 */
export function departures(mohen: Mohen, { onChange, onGone }: Watching): Departures {
  const waiting = new Map<string, Departure>();
  const sending = new Set<string>();
  const tell = () => onChange(new Set([...waiting.keys(), ...sending]));
  const words = () => said[mohen.manner.getState().language];
  const named = (rule: Rule) => brief(ruleText(rule, mohen.manner.getState().language));

  function undo(id: string): void {
    const departure = waiting.get(id);
    if (!departure) return;
    clearTimeout(departure.timer);
    waiting.delete(id);
    mohen.toasts.getState().dismiss(departure.toast);
    tell();
  }

  async function send({ rule, projectId, toast, timer }: Departure): Promise<void> {
    clearTimeout(timer);
    waiting.delete(rule.id);
    sending.add(rule.id);
    mohen.toasts.getState().dismiss(toast);
    try {
      const payload = { id: rule.id, projectId };
      await mohen.client.call("memory:semantic:delete", payload, { keepalive: true });
      onGone(rule);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      if (failure.code === "NOT_FOUND") onGone(rule);
      else
        mohen.toasts.getState().show({ tone: "danger", text: words().removeFailed(named(rule)) });
    } finally {
      sending.delete(rule.id);
      tell();
    }
  }

  mohen.toasts.subscribe(({ items }) => {
    const shown = new Set(items.map((each) => each.id));
    for (const each of waiting.values()) {
      if (!each.due || shown.has(each.toast)) continue;
      // Its undo puts the toast away before it acts: wait for that word.
      queueMicrotask(() => waiting.has(each.rule.id) && void send(each));
    }
  });

  async function settle(): Promise<void> {
    await Promise.all([...waiting.values()].map(send));
  }

  // The page goes, and its ten seconds with it. A panel that is only put away keeps them: the
  // toast with its undo is still there.
  if (typeof addEventListener === "function") addEventListener("pagehide", () => void settle());

  return {
    leave(rule) {
      if (waiting.has(rule.id)) return;
      const toast = mohen.toasts.getState().show(
        {
          tone: "info",
          text: words().removed(named(rule)),
          action: { label: words().undo, act: () => undo(rule.id) },
        },
        UNDO_MS,
      );
      const timer = setTimeout(() => {
        departure.due = true;
        const held = mohen.toasts.getState().items.some((each) => each.id === toast);
        if (!held) void send(departure);
      }, UNDO_MS);
      const { projectId } = mohen.place.getState();
      const departure: Departure = { rule, projectId, toast, timer, due: false };
      waiting.set(rule.id, departure);
      tell();
    },
    settle,
  };
}
