import { useLanguage, useMohen, useWords } from "../../mohen.tsx";
import { Icon, type IconName } from "../../parts/Icon/Icon.tsx";
import type { RuleEvent } from "../../state/history.ts";
import { day } from "../../words/index.ts";
import { said } from "../words_history.ts";
import { byDay, type Day, eventInWords } from "./event_words.ts";
import style from "./LearningHistory.module.css";

export interface TimelineProps {
  /** Newest first. */
  events: readonly RuleEvent[];
  /** What a rule says; undefined where there is no such rule any more. */
  textOf(ruleId: string): string | undefined;
  /** Look at one rule only. */
  onRule?(ruleId: string): void;
}

/** What happened to rules, day by day. */
export function Timeline({ events, ...rest }: TimelineProps) {
  return (
    <div className={style.timeline}>
      {byDay(events).map((each) => (
        <DayOf key={each.at} day={each} {...rest} />
      ))}
    </div>
  );
}

function DayOf({
  day: { at, events },
  textOf,
  onRule,
}: { day: Day } & Omit<TimelineProps, "events">) {
  const say = useWords(said);
  const name = useDayName(at);
  return (
    <section className={style.day} aria-label={name}>
      <h3 className={style.date}>{name}</h3>
      <ol className={style.events}>
        {events.map((event) => {
          const text = textOf(event.ruleId);
          return (
            <li key={keyOf(event)} className={style.event} data-kind={event.kind}>
              <span className={style.mark}>
                <Icon name={iconOf(event.kind)} size={12} />
              </span>
              <div>
                {onRule ? (
                  <button
                    type="button"
                    className={style.rule}
                    data-gone={text === undefined || undefined}
                    title={say.onlyThis}
                    onClick={() => onRule(event.ruleId)}
                  >
                    {text ?? say.deletedRule}
                  </button>
                ) : (
                  <span className={style.rule}>{text ?? say.deletedRule}</span>
                )}
                <What event={event} />
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function What({ event }: { event: RuleEvent }) {
  const say = useWords(said);
  const language = useLanguage();
  return (
    <p className={style.what}>
      {eventInWords(event, say, language)}
      <time className={style.clock} dateTime={new Date(event.at).toISOString()}>
        {new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(event.at)}
      </time>
    </p>
  );
}

function useDayName(at: number): string {
  const say = useWords(said);
  const language = useLanguage();
  const today = new Date(useMohen().now()).setHours(0, 0, 0, 0);
  if (at === today) return say.today;
  // By noon, so that the day before is the day before in a week when clocks change too.
  const yesterday = new Date(today - 12 * 3_600_000).setHours(0, 0, 0, 0);
  return at === yesterday ? say.yesterday : day(at, language);
}

/** One run may say two things of one rule, but not the same thing twice. */
function keyOf({ at, kind, ruleId, runId }: RuleEvent): string {
  return `${at} ${kind} ${ruleId} ${runId ?? ""}`;
}

const ICONS: Readonly<Record<string, IconName>> = {
  created: "sparkle",
  raised: "up",
  supported: "up",
  lowered: "chevron-down",
  contradicted: "chevron-down",
  confirmed: "check",
  unconfirmed: "undo",
  edited: "pen",
  promoted: "globe",
  deleted: "trash",
  drifted: "refresh",
  widened: "split",
  narrowed: "split",
  merged: "link",
  withdrawn: "close",
  evicted: "close",
};

function iconOf(kind: string): IconName {
  return ICONS[kind] ?? "clock";
}
