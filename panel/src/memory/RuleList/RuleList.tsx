import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Rule } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { count } from "../../words/index.ts";
import { BulkBar } from "../BulkBar/BulkBar.tsx";
import { EVERYTHING, type Filter, filtered, grouped, isNarrow, sorted } from "../filter_rules.ts";
import { type RuleActs, RuleCard } from "../RuleCard/RuleCard.tsx";
import { RuleFilter } from "../RuleFilter/RuleFilter.tsx";
import { ruleText } from "../rule_text.ts";
import { said } from "../words.ts";
import { said as rows } from "../words_rows.ts";
import style from "./RuleList.module.css";

export interface RuleListProps extends RuleActs {
  rules: readonly Rule[];
  /** Every rule that can be seen from here: one may override another of the other scope. */
  all?: readonly Rule[];
  busy?: ReadonlySet<string>;
  filter: Filter;
  onFilter(filter: Filter): void;
  /** A rule to bring into view and give the focus to; a new object asks anew. */
  reveal?: { readonly id: string } | undefined;
  onConfirmAll?(rules: readonly Rule[]): void;
  onDeleteAll?(rules: readonly Rule[]): void;
}

/** With so few rules there is nothing to search. */
const FEW = 5;
/** So many rows stand on one page. */
export const PAGE = 50;
const NONE: ReadonlySet<string> = new Set();

export function RuleList(props: RuleListProps) {
  const { rules, all = rules, busy = NONE, filter, onFilter, reveal, ...acts } = props;
  const { onConfirmAll, onDeleteAll, ...each } = acts;
  const say = useWords(said);
  const row = useWords(rows);
  const language = useLanguage();
  // What is typed is on the screen at once; the list follows as it can.
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => sorted(filtered(rules, wanted), wanted.sort), [rules, wanted]);
  const narrow = isNarrow(wanted);
  const { open, turn } = useOpen();
  const { chosen, choose, chooseAll } = useChosen(found);
  const { page, pages, go, list } = usePages(found, wanted, reveal, turn);
  const shown = found.slice(page * PAGE, (page + 1) * PAGE);
  const groups = wanted.sort === "group" ? grouped(shown) : [{ rules: shown }];
  const texts = useMemo(
    () => new Map(all.map((rule) => [rule.id, ruleText(rule, language)])),
    [all, language],
  );
  const several = onConfirmAll !== undefined && rules.length > 1;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows only go from row to row
    <div ref={list} className={style.list} onKeyDown={goByKeys}>
      {(all.length > FEW || narrow) && <RuleFilter filter={filter} onChange={onFilter} />}
      <p className={narrow && found.length > 0 ? style.found : "visually-hidden"} role="status">
        {narrow ? say.found(found.length) : ""}
      </p>
      {found.length === 0 && narrow && (
        <EmptyState
          icon="search"
          title={say.nothingFound}
          actions={<Button onClick={() => onFilter(EVERYTHING)}>{say.showAll}</Button>}
        >
          <p>{say.nothingFoundText}</p>
        </EmptyState>
      )}
      {several && found.length > 0 && (
        <BulkBar
          chosen={found.filter((rule) => chosen.has(rule.id))}
          all={found.length}
          onAll={chooseAll}
          onConfirm={(some) => onConfirmAll?.(some)}
          onDelete={(some) => onDeleteAll?.(some)}
        />
      )}
      {groups.map((group) => (
        <section key={"category" in group ? group.category : "all"}>
          {"category" in group && (
            <h3 className={style.group}>
              {say[group.category]}{" "}
              <span className={style.count}>
                {count(found.filter((rule) => rule.category === group.category).length, language)}
              </span>
            </h3>
          )}
          <ul
            className={style.rows}
            aria-label={"category" in group ? say[group.category] : say.rules}
          >
            {group.rules.map((rule) => (
              <li key={rule.id}>
                <RuleCard
                  rule={rule}
                  busy={busy.has(rule.id)}
                  open={open.has(rule.id)}
                  onOpen={turn}
                  {...(several && { chosen: chosen.has(rule.id), onChoose: choose })}
                  {...overriding(rule, texts)}
                  {...each}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {pages > 1 && (
        <nav className={style.pages} aria-label={row.pages}>
          <IconButton
            className={style.back}
            label={row.pageBefore}
            icon="chevron-right"
            disabled={page === 0}
            onClick={() => go(page - 1)}
          />
          <span role="status">
            {row.pageOf(page * PAGE + 1, page * PAGE + shown.length, found.length)}
          </span>
          <IconButton
            label={row.pageNext}
            icon="chevron-right"
            disabled={page === pages - 1}
            onClick={() => go(page + 1)}
          />
        </nav>
      )}
    </div>
  );
}

/** Which rows are open. */
function useOpen() {
  const [open, setOpen] = useState(NONE);
  // The same function for every row, so that none is drawn anew for another's sake.
  const turn = useRef((id: string, yes: boolean) => setOpen((before) => turned(before, id, yes)));
  return { open, turn: turn.current };
}

/** Which rows something is to be done to; what is not there to be seen is not among them. */
function useChosen(found: readonly Rule[]) {
  const [chosen, setChosen] = useState(NONE);
  const choose = useRef((id: string, yes: boolean) =>
    setChosen((before) => turned(before, id, yes)),
  );
  const chooseAll = (yes: boolean) => setChosen(yes ? new Set(found.map((rule) => rule.id)) : NONE);
  return { chosen, choose: choose.current, chooseAll };
}

function turned(before: ReadonlySet<string>, id: string, yes: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (yes) next.add(id);
  else next.delete(id);
  return next;
}

/** The page one is on. A rule that is asked for brings its own, opened and with the focus. */
function usePages(
  found: readonly Rule[],
  filter: Filter,
  reveal: RuleListProps["reveal"],
  turn: (id: string, open: boolean) => void,
) {
  const [wanted, setWanted] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const done = useRef<RuleListProps["reveal"]>(undefined);
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins at the top
  useEffect(() => setWanted(0), [filter]);
  useEffect(() => {
    if (!reveal || done.current === reveal) return;
    const at = found.findIndex((rule) => rule.id === reveal.id);
    if (at < 0) return;
    done.current = reveal;
    setWanted(Math.floor(at / PAGE));
    turn(reveal.id, true);
    requestAnimationFrame(() => {
      const row = list.current?.querySelector<HTMLElement>(
        `[data-rule="${CSS.escape(reveal.id)}"]`,
      );
      row?.scrollIntoView({ block: "nearest" });
      row?.focus({ preventScroll: true });
    });
  });
  function go(to: number) {
    setWanted(to);
    requestAnimationFrame(() => {
      const first = list.current?.querySelector<HTMLElement>("[data-rule]");
      first?.scrollIntoView({ block: "nearest" });
      first?.focus({ preventScroll: true });
    });
  }
  return { page: Math.min(wanted, pages - 1), pages, go, list };
}

/** Up and down go from row to row. */
function goByKeys(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = event.target as HTMLElement;
  if (!step || !(from.matches("[data-head]") || from.matches("[data-rule]"))) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-head]")];
  const own = from.closest("[data-rule]")?.querySelector<HTMLElement>("[data-head]");
  const next = own && rows[rows.indexOf(own) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function overriding(rule: Rule, texts: ReadonlyMap<string, string>): { overriding?: string } {
  const text = rule.overriddenBy === undefined ? undefined : texts.get(rule.overriddenBy);
  return text === undefined ? {} : { overriding: text };
}
