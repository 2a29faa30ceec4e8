import { useId, useState } from "react";
import type { Conflict } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { Meter } from "../../parts/Meter/Meter.tsx";
import { ruleText } from "../rule_text.ts";
import { said } from "../words_learning.ts";
import style from "./ConflictNotice.module.css";

export interface ConflictChoiceProps {
  rules: Conflict["rules"];
  /** Which of how many, from 1. */
  at: number;
  of: number;
  busy?: boolean;
  onChoose(ruleId: string): void;
  onGo(at: number): void;
  onLater(): void;
}

/** Two rules that cannot both hold, and what choosing one does. */
export function ConflictChoice(props: ConflictChoiceProps) {
  const { rules, at, of, busy = false, onChoose, onGo, onLater } = props;
  const say = useWords(said);
  const id = useId();
  const [chosen, setChosen] = useState<string>();
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
        {rules.map((rule) => (
          <Side
            key={rule.id}
            rule={rule}
            busy={busy && chosen === rule.id}
            disabled={busy && chosen !== rule.id}
            onChoose={() => {
              setChosen(rule.id);
              onChoose(rule.id);
            }}
          />
        ))}
      </div>
      <footer className={style.foot}>
        <p id={`${id}-then`} className={style.quiet}>
          {say.consequence}
        </p>
        <Button className={style.later} kind="quiet" size="small" disabled={busy} onClick={onLater}>
          {say.later}
        </Button>
      </footer>
    </section>
  );
}

interface SideProps {
  rule: Conflict["rules"][number];
  busy: boolean;
  disabled: boolean;
  onChoose(): void;
}

function Side({ rule, busy, disabled, onChoose }: SideProps) {
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
      </p>
      <Button
        size="small"
        icon="check"
        busy={busy}
        disabled={disabled}
        aria-label={say.preferNamed(text)}
        onClick={onChoose}
      >
        {say.prefer}
      </Button>
    </article>
  );
}
