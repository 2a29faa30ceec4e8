import { memo, useId, useRef, useState } from "react";
import type { Rule } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { Menu, type MenuItem } from "../../parts/Menu/Menu.tsx";
import { Meter } from "../../parts/Meter/Meter.tsx";
import type { Category, Saved } from "../../state/rules.ts";
import { either } from "../../words/index.ts";
import { CATEGORIES } from "../filter_rules.ts";
import { RuleEditor } from "../RuleEditor/RuleEditor.tsx";
import { RuleStates } from "../RuleStates/RuleStates.tsx";
import { measureText, otherText, ruleText } from "../rule_text.ts";
import { said } from "../words.ts";
import style from "./RuleCard.module.css";

/** What can be done to a rule. The same functions for every card, so that a list of hundreds does
 * not draw anew what did not change. */
export interface RuleActs {
  onConfirm(rule: Rule, yes: boolean): void;
  onEdit(rule: Rule, text: string): Promise<Saved>;
  /** The text of a rule that is gone, to be added anew. */
  onAddAgain?(rule: Rule, text: string): Promise<Saved>;
  onDelete(rule: Rule): void;
  onPromote(rule: Rule): void;
  onMove?(rule: Rule, category: Category): void;
  onWhy?(rule: Rule): void;
  /** Bring another rule into view. */
  onShow?(id: string): void;
}

export interface RuleCardProps extends RuleActs {
  rule: Rule;
  /** The text of the rule that takes its place in this project. */
  overriding?: string;
  busy?: boolean;
}

export const RuleCard = memo(function RuleCard(props: RuleCardProps) {
  const { rule, overriding, busy = false, onConfirm, onDelete, onWhy } = props;
  const say = useWords(said);
  const language = useLanguage();
  const id = useId();
  const [editing, setEditing] = useState(false);
  const [both, setBoth] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const text = ruleText(rule, language);
  const other = otherText(rule, language);

  if (editing) {
    return (
      <article className={style.card} data-rule={rule.id} data-editing="" aria-label={text}>
        <RuleEditor
          rule={rule}
          onSave={(words, newest) => props.onEdit(newest, words)}
          onAddAgain={props.onAddAgain && ((words) => props.onAddAgain?.(rule, words))}
          onShow={props.onShow}
          onLeave={() => {
            setEditing(false);
            requestAnimationFrame(() => editButton.current?.focus());
          }}
        />
      </article>
    );
  }

  const more = moreOf(props, say, both, setBoth, other);
  return (
    <article
      className={style.card}
      data-rule={rule.id}
      data-confirmed={rule.userConfirmed || undefined}
      data-conflict={rule.conflictMarked || undefined}
      data-overridden={rule.overriddenBy !== undefined || undefined}
      aria-labelledby={id}
      aria-busy={busy || undefined}
      tabIndex={-1}
    >
      <p id={id} className={style.text}>
        {text}
      </p>
      {both && other && (
        <p className={style.other} lang={language === "zh" ? "en" : "zh"}>
          {other}
        </p>
      )}
      <div className={style.sure}>
        <Meter value={rule.confidence} label={say.confidence} tone={tone(rule)} />
      </div>
      <RuleStates rule={rule} />
      {rule.overriddenBy !== undefined && overriding !== undefined && (
        <p className={style.note}>
          <Icon name="info" size={12} />
          {say.overriddenBy(overriding)}
        </p>
      )}
      {rule.compared && <p className={style.note}>{either(rule.compared, language)}</p>}
      {rule.measures && (
        <p className={style.note}>
          {say.measured} <span className={style.measure}>{measureText(rule, language)}</span>
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={style.actions} role="group" aria-label={say.actionsOf(text)}>
        <Button
          size="small"
          kind={rule.userConfirmed ? "quiet" : "plain"}
          {...(!rule.userConfirmed && { icon: "check" as const })}
          busy={busy}
          onClick={() => onConfirm(rule, !rule.userConfirmed)}
        >
          {rule.userConfirmed ? say.unconfirm : say.confirm}
        </Button>
        <Button ref={editButton} size="small" kind="quiet" onClick={() => setEditing(true)}>
          {say.edit}
        </Button>
        <Button size="small" kind="quiet" onClick={() => onDelete(rule)}>
          {say.remove}
        </Button>
        <span className={style.more}>
          {onWhy && (
            <IconButton label={say.why} icon="question" size="small" onClick={() => onWhy(rule)} />
          )}
          {more.length > 0 && <Menu label={say.more} size="small" items={more} />}
        </span>
      </div>
    </article>
  );
});

function moreOf(
  { rule, onPromote, onMove }: RuleCardProps,
  say: (typeof said)["zh"],
  both: boolean,
  setBoth: (both: boolean) => void,
  other: string | undefined,
): MenuItem[] {
  const items: (MenuItem | false | undefined)[] = [
    rule.scope === "project" && {
      id: "promote",
      label: say.promote,
      icon: "up",
      onSelect: () => onPromote(rule),
    },
    other !== undefined && {
      id: "language",
      label: both ? say.hideOther : say.showOther,
      icon: "language",
      onSelect: () => setBoth(!both),
    },
    ...(onMove
      ? CATEGORIES.filter((each) => each !== rule.category).map((each) => ({
          id: `to-${each}`,
          label: say.moveTo(say[each]),
          icon: "folder" as const,
          onSelect: () => onMove(rule, each),
        }))
      : []),
  ];
  return items.filter((each): each is MenuItem => Boolean(each));
}

function tone(rule: Rule) {
  if (rule.conflictMarked) return "danger" as const;
  return rule.overriddenBy === undefined ? ("accent" as const) : ("neutral" as const);
}
