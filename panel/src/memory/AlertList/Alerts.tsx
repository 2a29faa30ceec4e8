import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import {
  BUDGET_SPENT,
  CLOCK_JUMPED,
  type MemoryState,
  type Trouble,
  troubleInWords,
} from "../../state/health.ts";
import { either } from "../../words/index.ts";
import { said } from "../words_care.ts";
import style from "./AlertList.module.css";

export interface AlertsProps {
  state: MemoryState;
  troubles: readonly Trouble[];
  looking?: boolean;
  onLookAgain?(): void;
  onClock?(passed: boolean): void;
}

/** The whole first: where nothing can be read or reached, its parts are not worth a word. */
export function Alerts({ state, troubles, looking = false, onLookAgain, onClock }: AlertsProps) {
  const say = useWords(said);
  const language = useLanguage();
  const again = onLookAgain && (
    <Button size="small" icon="refresh" busy={looking} onClick={onLookAgain}>
      {say.lookAgain}
    </Button>
  );
  if (state === "refused" || state === "unreachable") {
    return (
      <Notice tone="warning" title={say[state]} actions={state === "unreachable" && again}>
        {state === "refused" ? say.refusedText : say.unreachableText}
      </Notice>
    );
  }
  if (state === "unavailable") {
    return (
      <Notice tone="danger" title={say.unavailable} actions={again}>
        <p>{say.unavailableText}</p>
        <Cures troubles={troubles} />
      </Notice>
    );
  }
  if (troubles.length === 0) return null;
  return (
    <ul className={style.alerts} aria-label={say.alerts}>
      {troubles.map((each) => (
        <li key={each.code} data-code={each.code}>
          <Notice
            tone={each.code === BUDGET_SPENT ? "info" : "warning"}
            title={troubleInWords(each, language)}
            actions={each.code === CLOCK_JUMPED && onClock && <ClockAnswers {...{ onClock }} />}
          >
            {each.code === CLOCK_JUMPED ? (
              <>
                {each.message && <p>{either(each.message, language)}</p>}
                <p>{say.clockText}</p>
              </>
            ) : (
              <Cures troubles={[each]} />
            )}
            {each.since !== undefined && each.code !== CLOCK_JUMPED && (
              <p className={style.since}>
                {say.began} <Time at={each.since} relative />
                {say.beganAfter}
              </p>
            )}
          </Notice>
        </li>
      ))}
    </ul>
  );
}

function ClockAnswers({ onClock }: { onClock(passed: boolean): void }) {
  const say = useWords(said);
  return (
    <>
      <Button size="small" onClick={() => onClock(true)}>
        {say.clockPassed}
      </Button>
      <Button size="small" onClick={() => onClock(false)}>
        {say.clockWrong}
      </Button>
    </>
  );
}

function Cures({ troubles }: { troubles: readonly Trouble[] }) {
  const say = useWords(said);
  const language = useLanguage();
  const cures = new Set(troubles.flatMap(({ cure }) => (cure ? [either(cure, language)] : [])));
  return [...cures].map((cure) => (
    <p key={cure}>
      {say.cure}
      {language === "zh" ? "：" : ": "}
      <WithCode text={cure} />
    </p>
  ));
}

/** The server writes commands between backticks. */
function WithCode({ text }: { text: string }) {
  return text.split("`").map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in a fixed text
      <code key={at} className={style.command}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}
