import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Conflict } from "../channels/generated.ts";
import { ruleText } from "../memory/rule_text.ts";
import { said } from "../memory/words_learning.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { type Loaded, loading } from "./loaded.ts";
import type { ScopeName } from "./place.ts";
import { following, questioner } from "./question.ts";
import { createRules, type Rules } from "./rules.ts";

/** Rules that cannot both hold, for the author to decide. */
export interface Conflicts {
  list: Loaded<readonly Conflict[]>;
  /** Put off for now: a line says that they wait. */
  later: boolean;
  /** The conflict that is being settled. */
  choosing: string | undefined;
  reload(): Promise<void>;
  /** The chosen rule is confirmed, the other deleted. Answers whether that was done. */
  choose(conflict: Conflict, ruleId: string): Promise<boolean>;
  putOff(later: boolean): void;
}

export function createConflicts(mohen: Mohen): StoreApi<Conflicts> {
  const { client, place, toasts, manner } = mohen;
  const rules = mohen.store(createRules);
  const here = () => {
    const { projectId } = place.getState();
    return projectId === undefined ? {} : { projectId };
  };

  const store = createStore<Conflicts>()((set, get) => {
    const ask = questioner<readonly Conflict[]>((change) => set({ list: change(get().list) }));

    function reload(): Promise<void> {
      return ask(async () => {
        const { data, degraded } = await client.call("memory:conflict:list", here());
        return { data: data.items, degraded };
      });
    }

    function tell({ rules: both }: Conflict, ruleId: string): void {
      const { language } = manner.getState();
      const chosen = both.find((each) => each.id === ruleId);
      const other = both.find((each) => each.id !== ruleId);
      if (!chosen || !other) return;
      const text = said[language].chose(ruleText(chosen, language), ruleText(other, language));
      toasts.getState().show({ tone: "success", text });
    }

    function refuse(failure: Failure): void {
      const { language } = manner.getState();
      const settled = failure.code === "CONFLICT" || failure.code === "NOT_FOUND";
      const text = settled ? said[language].decidedElsewhere : explain(failure, language).title;
      toasts.getState().show({ tone: settled ? "info" : "danger", text });
    }

    return {
      list: loading,
      later: false,
      choosing: undefined,
      reload,
      async choose(conflict, chosenRuleId) {
        if (get().choosing !== undefined) return false;
        set({ choosing: conflict.id });
        try {
          const decision = { conflictId: conflict.id, chosenRuleId, ...here() };
          await client.call("memory:conflict:resolve", decision);
          tell(conflict, chosenRuleId);
          return true;
        } catch (failure) {
          if (!(failure instanceof Failure)) throw failure;
          refuse(failure);
          return false;
        } finally {
          await Promise.all([reload(), rules.getState().reload()]);
          set({ choosing: undefined });
        }
      },
      putOff: (later) => set({ later }),
    };
  });

  let { projectId } = place.getState();
  following(mohen, (moved) => {
    // Another tab of the same project shows other ones of the same list.
    if (moved && projectId === place.getState().projectId) return;
    ({ projectId } = place.getState());
    if (moved) store.setState({ list: loading, later: false });
    void store.getState().reload();
  });
  // A conflict begins and ends with the marks on its rules.
  let marked = marks(rules.getState());
  rules.subscribe((now) => {
    const seen = marks(now);
    if (now.book.state !== "ready" || seen === marked) return;
    marked = seen;
    void store.getState().reload();
  });
  void store.getState().reload();
  return store;
}

function marks({ book }: Rules): string {
  const both = (book.data?.items ?? []).filter((each) => each.conflictMarked);
  return both
    .map((each) => each.id)
    .sort()
    .join(" ");
}

/** Those that can be decided from here: both rules are there, and neither is just being deleted. */
export function openConflicts(
  { list }: Conflicts,
  { book, items }: Rules,
  scope: ScopeName,
): readonly Conflict[] {
  const shown = new Set(items.map((each) => each.id));
  const leaving = new Set(
    (book.data?.items ?? []).map((each) => each.id).filter((id) => !shown.has(id)),
  );
  return (list.data ?? []).filter(
    (each) =>
      each.status === "pending" &&
      each.rules.length === 2 &&
      (scope === "project" || each.scope === "global") &&
      !each.ruleIds.some((id) => leaving.has(id)),
  );
}
