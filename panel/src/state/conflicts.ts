import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure } from "../channels/client.ts";
import type { Conflict, Payload } from "../channels/generated.ts";
import { ruleText } from "../memory/rule_text.ts";
import { said } from "../memory/words_learning.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { type Loaded, loading } from "./loaded.ts";
import type { ScopeName } from "./place.ts";
import { following, questioner } from "./question.ts";
import { createRules, type Rules } from "./rules.ts";

type Decision = Pick<Payload<"memory:conflict:resolve">, "chosenRuleId" | "keepBoth">;
/** A rule, and the kind of scene it is to hold in. */
export type Placed = NonNullable<Decision["keepBoth"]>[number];

/** Rules that cannot both hold, for the author to decide. */
export interface Conflicts {
  list: Loaded<readonly Conflict[]>;
  /** Put off for now: a line says that they wait. */
  later: boolean;
  reload(): Promise<void>;
  /** The chosen rule is confirmed, the other deleted; for ten seconds it can be taken back. */
  choose(conflict: Conflict, ruleId: string): void;
  /** Both stand, each in a kind of scene of its own. */
  keepBoth(conflict: Conflict, scenes: readonly Placed[]): void;
  putOff(later: boolean): void;
}

export function createConflicts(mohen: Mohen): StoreApi<Conflicts> {
  const { client, place, manner } = mohen;
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

    function refusal(failure: Failure): string {
      const { language } = manner.getState();
      const settled = failure.code === "CONFLICT" || failure.code === "NOT_FOUND";
      return settled ? said[language].decidedElsewhere : explain(failure, language).title;
    }

    function decide(conflict: Conflict, decision: Decision, gone: readonly string[], text: string) {
      const where = here();
      rules.getState().leave({
        ids: [conflict.id, ...gone],
        meanwhile: Object.fromEntries(
          conflict.ruleIds.map((id) => [id, { conflictMarked: false, userConfirmed: true }]),
        ),
        text,
        refused: refusal,
        async send() {
          const asked = { conflictId: conflict.id, ...decision, ...where };
          try {
            await client.call("memory:conflict:resolve", asked, { keepalive: true });
          } finally {
            await Promise.all([reload(), rules.getState().reload()]);
          }
        },
      });
    }

    return {
      list: loading,
      later: false,
      reload,
      choose(conflict, chosenRuleId) {
        const { language } = manner.getState();
        const chosen = conflict.rules.find((each) => each.id === chosenRuleId);
        const other = conflict.rules.find((each) => each.id !== chosenRuleId);
        if (!chosen || !other) return;
        const text = said[language].chose(ruleText(chosen, language), ruleText(other, language));
        decide(conflict, { chosenRuleId }, [other.id], text);
      },
      keepBoth(conflict, scenes) {
        const text = said[manner.getState().language].keptBoth;
        decide(conflict, { keepBoth: [...scenes] }, [], text);
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
  { leaving }: Rules,
  scope: ScopeName,
): readonly Conflict[] {
  return (list.data ?? []).filter(
    (each) =>
      each.status === "pending" &&
      each.rules.length === 2 &&
      (scope === "project" || each.scope === "global") &&
      ![each.id, ...each.ruleIds].some((id) => leaving.has(id)),
  );
}
