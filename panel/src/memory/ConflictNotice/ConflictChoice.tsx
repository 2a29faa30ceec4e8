import { useId, useState } from "react";
import type { Conflict } from "../../channels/generated.ts";
import { useLanguage, useNoun, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { Meter } from "../../parts/Meter/Meter.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import type { Placed } from "../../state/conflicts.ts";
import { createRules } from "../../state/rules.ts";
import { SCENES } from "../../state/skills.ts";
import { sceneInWords } from "../measure_words.ts";
import { ruleText } from "../rule_text.ts";
import { said } from "../words_learning.ts";
import style from "./ConflictNotice.module.css";

export interface ConflictChoiceProps {
  conflict: Conflict;
  /** Which of how many, from 1. */
  at: number;
  of: number;
  onChoose(ruleId: string): void;
  onKeepBoth(scenes: readonly Placed[]): void;
  onGo(at: number): void;
  onLater(): void;
}

/** Two rules that cannot both hold, and what choosing one does. */
export function ConflictChoice(props: ConflictChoiceProps) {
  const { conflict, at, of, onChoose, onKeepBoth, onGo, onLater } = props;
  const say = useWords(said);
  const id = useId();
  const [both, setBoth] = useState(false);
  const items = useNoun(createRules, (state) => state.items);
  const own = conflict.rules.map(
    (rule) => items.find((each) => each.id === rule.id)?.predicate?.sceneType,
  );
  // Two that hold in the same kind of scene cannot be told apart by it.
  const canBoth = own[0] === undefined || own[0] !== own[1];
  return (
    <section className={style.notice} aria-labelledby={id} aria-describedby={`${id}-then`}>
      <header className={style.head}>
        <span className={style.mark}>
          <Icon name="warning" />
        </span>
        <p id={id} className={style.title} role="status">
          {say.conflictTitle}
        </p>
        {of > 1 && (
          <span className={style.pages}>
            <IconButton
              className={style.back}
              label={say.conflictBefore}
              icon="chevron-right"
              size="small"
              onClick={() => onGo(at === 1 ? of : at - 1)}
            />
            <span aria-live="polite">{say.conflictOf(at, of)}</span>
            <IconButton
              label={say.conflictNext}
              icon="chevron-right"
              size="small"
              onClick={() => onGo(at === of ? 1 : at + 1)}
            />
          </span>
        )}
      </header>
      <div className={style.sides}>
        {conflict.rules.map((rule) => (
          <Side
            key={rule.id}
            rule={rule}
            inForce={rule.id === conflict.inForce}
            onChoose={() => onChoose(rule.id)}
          />
        ))}
      </div>
      {both ? (
        <KeepBoth
          key={conflict.id}
          rules={conflict.rules}
          own={own}
          onKeep={onKeepBoth}
          onLeave={() => setBoth(false)}
        />
      ) : (
        <footer className={style.foot}>
          <p id={`${id}-then`} className={style.quiet}>
            {say.consequence}
          </p>
          {canBoth && (
            <Button className={style.later} kind="quiet" size="small" onClick={() => setBoth(true)}>
              {say.keepBoth}
            </Button>
          )}
          <Button className={style.later} kind="quiet" size="small" onClick={onLater}>
            {say.later}
          </Button>
        </footer>
      )}
    </section>
  );
}

interface KeepBothProps {
  rules: Conflict["rules"];
  /** The kind of scene that a rule holds in already. */
  own: readonly (string | undefined)[];
  onKeep(scenes: readonly Placed[]): void;
  onLeave(): void;
}

/** A kind of scene for each. */
function KeepBoth({ rules, own, onKeep, onLeave }: KeepBothProps) {
  const say = useWords(said);
  const language = useLanguage();
  const [scenes, setScenes] = useState<readonly string[]>(() => begun(own));
  return (
    <form
      className={style.keep}
      onSubmit={(event) => {
        event.preventDefault();
        onKeep(rules.map(({ id }, at) => ({ ruleId: id, sceneType: scenes[at] ?? "" })));
      }}
    >
      <p className={style.quiet}>{say.keepBothText}</p>
      <div className={style.sides}>
        {rules.map((rule, at) => (
          <Select
            key={rule.id}
            label={say.sceneOf(ruleText(rule, language))}
            value={scenes[at] ?? ""}
            disabled={own[at] !== undefined}
            options={[...new Set([...SCENES, ...scenes])].map((value) => ({
              value,
              label: sceneInWords(value, language),
              disabled: scenes[1 - at] === value,
            }))}
            onChange={(scene) =>
              setScenes(scenes.map((each, place) => (place === at ? scene : each)))
            }
          />
        ))}
      </div>
      <div className={style.foot}>
        <Button type="submit" size="small" icon="check">
          {say.keep}
        </Button>
        <Button className={style.later} kind="quiet" size="small" onClick={onLeave}>
          {say.cancel}
        </Button>
      </div>
    </form>
  );
}

/** A rule that has a scene keeps it; the others get one that is free. */
function begun(own: readonly (string | undefined)[]): string[] {
  const free = SCENES.filter((each) => !own.includes(each));
  return own.map((each) => each ?? free.shift() ?? "");
}

interface SideProps {
  rule: Conflict["rules"][number];
  /** Prompts hold it while nobody has decided. */
  inForce: boolean;
  onChoose(): void;
}

function Side({ rule, inForce, onChoose }: SideProps) {
  const say = useWords(said);
  const text = ruleText(rule, useLanguage());
  const { supporting, contradicting } = rule.tally;
  return (
    <article className={style.side} aria-label={text}>
      <p className={style.text}>{text}</p>
      <Meter value={rule.confidence} label={say.confidence} />
      <p className={style.about}>
        <span>
          {supporting + contradicting > 0 ? say.evidence(supporting, contradicting) : say.typed}
        </span>
        {rule.userConfirmed && (
          <Badge tone="success" icon="check">
            {say.confirmed}
          </Badge>
        )}
        {inForce && <Badge>{say.inForce}</Badge>}
      </p>
      <Button size="small" icon="check" aria-label={say.preferNamed(text)} onClick={onChoose}>
        {say.prefer}
      </Button>
    </article>
  );
}
