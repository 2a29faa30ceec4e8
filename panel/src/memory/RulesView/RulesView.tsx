import { useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { Rule } from "../../channels/generated.ts";
import { useMohen, useNoun } from "../../mohen.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { createHealth, type MemoryState, selectMemoryState } from "../../state/health.ts";
import { createRules } from "../../state/rules.ts";
import { EmptyMemory } from "../EmptyMemory/EmptyMemory.tsx";
import type { Filter } from "../filter_rules.ts";
import { RuleList } from "../RuleList/RuleList.tsx";
import style from "./RulesView.module.css";

export interface RulesViewProps {
  filter: Filter;
  onFilter(filter: Filter): void;
  reveal?: { readonly id: string } | undefined;
  onAdd(): void;
  onDelete(rule: Rule): void;
  onDeleteAll(rules: readonly Rule[]): void;
  onWhy(rule: Rule): void;
  onShow(id: string): void;
  onLoadSample?(): void;
}

/** What a call fails with while the memory is in such a state. */
const CAUSES: Partial<Record<MemoryState, string>> = {
  unreachable: "UNREACHABLE",
  refused: "PERMISSION_DENIED",
  unavailable: "DB_ERROR",
};

/** The rules of the scope one looks at: on their way, there, none, or out of reach. */
export function RulesView(props: RulesViewProps) {
  const { filter, onFilter, reveal, onAdd, onDelete, onDeleteAll, onWhy, onShow, onLoadSample } =
    props;
  const scope = useStore(useMohen().place, (place) => place.scope);
  const { book, items, busy, reload, confirm, confirmAll, edit, add, promote, move } = useNoun(
    createRules,
    (rules) => rules,
  );
  // Where nothing can be reached or read at all the alerts above say so, and once is enough.
  const memory = useNoun(createHealth, selectMemoryState);
  const toldAbove = book.failure?.code === CAUSES[memory];
  useMended(memory, reload);
  const own = useMemo(() => items.filter((each) => each.scope === scope), [items, scope]);
  const addAgain = useMemo(
    () => (rule: Rule, text: string) => add({ text, category: rule.category, scope: rule.scope }),
    [add],
  );

  return (
    <div className={style.view} aria-busy={book.state === "loading"}>
      {book.failure && book.state === "failed" && !toldAbove && (
        <FailureNotice failure={book.failure} onRetry={() => void reload()} />
      )}
      {!book.data && book.state === "loading" && <Waiting />}
      {book.data && own.length === 0 && (
        <EmptyMemory
          scope={scope}
          elsewhere={items.length}
          onAdd={onAdd}
          {...(onLoadSample && { onLoadSample })}
        />
      )}
      {own.length > 0 && (
        <RuleList
          rules={own}
          all={items}
          busy={busy}
          filter={filter}
          onFilter={onFilter}
          reveal={reveal}
          onConfirm={confirm}
          onEdit={edit}
          onAddAgain={addAgain}
          onDelete={onDelete}
          onConfirmAll={confirmAll}
          onDeleteAll={onDeleteAll}
          onPromote={promote}
          onMove={move}
          onWhy={onWhy}
          onShow={onShow}
        />
      )}
    </div>
  );
}

/** What could not be asked for is asked for once the memory is back. */
function useMended(memory: MemoryState, reload: () => Promise<void>) {
  const before = useRef(memory);
  useEffect(() => {
    const mended = CAUSES[before.current] !== undefined && CAUSES[memory] === undefined;
    before.current = memory;
    if (mended) void reload();
  }, [memory, reload]);
}

function Waiting() {
  return (
    <div className={style.waiting}>
      <Skeleton lines={3} />
      <Skeleton lines={3} />
      <Skeleton lines={3} />
    </div>
  );
}
