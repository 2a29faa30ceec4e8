import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Rule } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import type { Category } from "../../state/rules.ts";
import { count } from "../../words/index.ts";
import { EVERYTHING, type Filter, filtered, grouped, isNarrow } from "../filter_rules.ts";
import { type RuleActs, RuleCard } from "../RuleCard/RuleCard.tsx";
import { RuleFilter } from "../RuleFilter/RuleFilter.tsx";
import { ruleText } from "../rule_text.ts";
import { said } from "../words.ts";
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
}

/** With so few rules there is nothing to search. */
const FEW = 5;
const NONE: ReadonlySet<string> = new Set();
const NOTHING: ReadonlySet<Category> = new Set();

export function RuleList({
  rules,
  all = rules,
  busy = NONE,
  filter,
  onFilter,
  reveal,
  ...acts
}: RuleListProps) {
  const say = useWords(said);
  const language = useLanguage();
  const [closed, setClosed] = useState<ReadonlySet<Category>>(new Set());
  // What is typed is on the screen at once; the list follows as it can.
  const wanted = useDeferredValue(filter);
  const groups = useMemo(() => grouped(filtered(rules, wanted)), [rules, wanted]);
  const found = groups.reduce((sum, group) => sum + group.rules.length, 0);
  const narrow = isNarrow(wanted);
  const texts = useMemo(
    () => new Map(all.map((each) => [each.id, ruleText(each, language)])),
    [all, language],
  );

  const turn = useCallback((category: Category, open: boolean) => {
    setClosed((before) => {
      const next = new Set(before);
      if (open) next.delete(category);
      else next.add(category);
      return next;
    });
  }, []);

  const list = useReveal(reveal, groups, turn);
  return (
    <div ref={list} className={style.list}>
      {(all.length > FEW || narrow) && <RuleFilter filter={filter} onChange={onFilter} />}
      <p className={narrow && found > 0 ? style.found : "visually-hidden"} role="status">
        {narrow ? say.found(found) : ""}
      </p>
      {found === 0 && narrow && (
        <EmptyState
          icon="search"
          title={say.nothingFound}
          actions={<Button onClick={() => onFilter(EVERYTHING)}>{say.showAll}</Button>}
        >
          <p>{say.nothingFoundText}</p>
        </EmptyState>
      )}
      <Groups
        groups={groups}
        texts={texts}
        busy={busy}
        closed={narrow ? NOTHING : closed}
        onTurn={turn}
        {...acts}
      />
    </div>
  );
}

interface GroupsProps extends RuleActs {
  groups: ReturnType<typeof grouped>;
  /** What every rule says, by its id. */
  texts: ReadonlyMap<string, string>;
  busy: ReadonlySet<string>;
  closed: ReadonlySet<Category>;
  onTurn(category: Category, open: boolean): void;
}

/** By itself, so that a letter in the search field does not visit five hundred cards. */
const Groups = memo(function Groups(props: GroupsProps) {
  const { groups, texts, busy, closed, onTurn, ...acts } = props;
  const say = useWords(said);
  const language = useLanguage();
  return groups.map(({ category, rules }) => (
    <Disclosure
      key={category}
      summary={
        <h3 className={style.group}>
          {say[category]} <span className={style.count}>{count(rules.length, language)}</span>
        </h3>
      }
      open={!closed.has(category)}
      onToggle={(open) => onTurn(category, open)}
    >
      <ul className={style.cards} aria-label={say[category]}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <RuleCard rule={rule} busy={busy.has(rule.id)} {...overriding(rule, texts)} {...acts} />
          </li>
        ))}
      </ul>
    </Disclosure>
  ));
});

/** Opens the group of the rule, and goes there once it can be seen. */
function useReveal(
  wanted: RuleListProps["reveal"],
  groups: ReturnType<typeof grouped>,
  turn: (category: Category, open: boolean) => void,
) {
  const list = useRef<HTMLDivElement>(null);
  const done = useRef<RuleListProps["reveal"]>(undefined);
  useEffect(() => {
    if (!wanted || done.current === wanted) return;
    const group = groups.find(({ rules }) => rules.some((each) => each.id === wanted.id));
    if (!group) return;
    done.current = wanted;
    turn(group.category, true);
    requestAnimationFrame(() => {
      const card = list.current?.querySelector<HTMLElement>(
        `[data-rule="${CSS.escape(wanted.id)}"]`,
      );
      card?.scrollIntoView({ block: "nearest" });
      card?.focus({ preventScroll: true });
    });
  });
  return list;
}

function overriding(rule: Rule, texts: ReadonlyMap<string, string>): { overriding?: string } {
  const text = rule.overriddenBy === undefined ? undefined : texts.get(rule.overriddenBy);
  return text === undefined ? {} : { overriding: text };
}
