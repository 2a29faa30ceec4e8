import { memo, useId, useRef, useState } from "react";
import type { Rule } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
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
import { said as rows } from "../words_rows.ts";
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
  /** A line of its own, or the whole card below that line. */
  open: boolean;
  onOpen(id: string, open: boolean): void;
  /** Whether it is among those that something is to be done to. */
  chosen?: boolean;
  onChoose?(id: string, chosen: boolean): void;
}

/** A rule in one line: what it says, how it stands, how sure it is. Opened, all that is known of it. */
export const RuleCard = memo(function RuleCard(props: RuleCardProps) {
  const { rule, busy = false, open, onOpen, chosen = false, onChoose } = props;
  const say = useWords(said);
  const row = useWords(rows);
  const id = useId();
  const text = ruleText(rule, useLanguage());
  return (
    <article
      className={style.card}
      data-rule={rule.id}
      data-open={open || undefined}
      data-confirmed={rule.userConfirmed || undefined}
      data-conflict={rule.conflictMarked || undefined}
      data-overridden={rule.overriddenBy !== undefined || undefined}
      aria-labelledby={id}
      aria-busy={busy || undefined}
      tabIndex={-1}
    >
      <div className={style.line}>
        {onChoose && (
          <input
            type="checkbox"
            className={style.choose}
            aria-label={row.choose(text)}
            checked={chosen}
            onChange={(event) => onChoose(rule.id, event.currentTarget.checked)}
          />
        )}
        <button
          type="button"
          className={style.head}
          data-head=""
          aria-expanded={open}
          onClick={() => onOpen(rule.id, !open)}
        >
          <span id={id} className={style.text}>
            {text}
          </span>
          {!open && <State rule={rule} />}
        </button>
        <div className={style.sure}>
          <Meter value={rule.confidence} label={say.confidence} tone={tone(rule)} />
        </div>
      </div>
      {open && <Opened {...props} text={text} />}
    </article>
  );
});

/** The one state that matters most; the others stand on the open card. */
function State({ rule }: { rule: Rule }) {
  const say = useWords(said);
  if (rule.conflictMarked) return <Badge tone="danger">{say.inConflict}</Badge>;
  if (rule.overriddenBy !== undefined) return <Badge tone="warning">{say.overridden}</Badge>;
  if (rule.recentlyUpdated) return <Badge tone="accent">{say.recent}</Badge>;
  return rule.userConfirmed ? <Badge tone="success">{say.confirmed}</Badge> : null;
}

function Opened(props: RuleCardProps & { text: string }) {
  const { rule, text, overriding, busy = false, onConfirm, onDelete, onWhy } = props;
  const say = useWords(said);
  const language = useLanguage();
  const [editing, setEditing] = useState(false);
  const [both, setBoth] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const other = otherText(rule, language);

  if (editing) {
    return (
      <div className={style.body}>
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
      </div>
    );
  }

  const more = moreOf(props, say, both, setBoth, other);
  return (
    <div className={style.body}>
      {both && other && (
        <p className={style.other} lang={language === "zh" ? "en" : "zh"}>
          {other}
        </p>
      )}
      {rule.compared && <p className={style.compared}>{either(rule.compared, language)}</p>}
      <RuleStates rule={rule} />
      {rule.overriddenBy !== undefined && overriding !== undefined && (
        <p className={style.note}>
          <Icon name="info" size={12} />
          {say.overriddenBy(overriding)}
        </p>
      )}
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
    </div>
  );
}

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
