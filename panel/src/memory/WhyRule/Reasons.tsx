import type { Account } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { Meter } from "../../parts/Meter/Meter.tsx";
import { ConfidenceOverTime } from "../../pictures/ConfidenceOverTime/ConfidenceOverTime.tsx";
import { course } from "../../pictures/ConfidenceOverTime/course.ts";
import type { RuleEvent, Why, WhyRule } from "../../state/why_rule.ts";
import { day, percent, surely } from "../../words/index.ts";
import { Evidence } from "../Evidence/Evidence.tsx";
import { measureText, otherText, ruleText } from "../rule_text.ts";
import { type Said, said } from "../words_learning.ts";
import style from "./WhyRule.module.css";

export interface ReasonsProps {
  why: Why;
  /** What happened to the rule. */
  events: readonly RuleEvent[];
  episodes: WhyRule["episodes"];
  onLookAt?(episodeId: string): void;
  onForget?(account: Account): void;
}

/** Everything that is known about why a rule is there. */
export function Reasons({ why, events, episodes, onLookAt, onForget }: ReasonsProps) {
  const say = useWords(said);
  const language = useLanguage();
  const { rule, supporting, contradicting } = why;
  const other = otherText(rule, language);
  const points = course(events);
  const acts = { ...(onLookAt && { onLookAt }), ...(onForget && { onForget }) };
  return (
    <>
      <div className={style.rule}>
        <p className={style.text}>{ruleText(rule, language)}</p>
        {other && (
          <p className={style.other} lang={language === "zh" ? "en" : "zh"}>
            {other}
          </p>
        )}
        {rule.measures && (
          <p className={style.quiet}>
            {say.measured} <span className={style.measure}>{measureText(rule, language)}</span>
          </p>
        )}
      </div>

      <section className={style.part} aria-label={say.formulaTitle}>
        <h3>{say.formulaTitle}</h3>
        <Meter value={rule.confidence} label={say.confidence} />
        <Formula why={why} />
        {points.length > 1 && (
          <figure className={style.course}>
            <figcaption className={style.quiet}>{say.course}</figcaption>
            <ConfidenceOverTime points={points} compact />
          </figure>
        )}
        {rule.history.length > 0 && <Wordings rule={rule} />}
      </section>

      {supporting.length + contradicting.length === 0 && rule.origin !== "manual" && (
        <p className={style.quiet}>{say.noEvidence}</p>
      )}
      <Side
        title={say.supporting(rule.tally.supporting)}
        accounts={supporting}
        all={rule.tally.supporting}
        why={why}
        episodes={episodes}
        {...acts}
      />
      <Side
        title={say.contradicting(rule.tally.contradicting)}
        accounts={contradicting}
        all={rule.tally.contradicting}
        why={why}
        episodes={episodes}
        {...acts}
      />
      {rule.tally.gone > 0 && <p className={style.quiet}>{say.goneSince(rule.tally.gone)}</p>}
    </>
  );
}

/** How the number comes about, and why the rule may stand at another. */
function Formula({ why: { rule, formula } }: { why: Why }) {
  const say = useWords(said);
  const language = useLanguage();
  const share = (value: number) => percent(value, language);
  if (!formula) {
    const written =
      rule.origin === "manual" ? say.typedOn(day(rule.createdAt, language)) : say.learnedByActs;
    return <p>{written}</p>;
  }
  const { consistency, episodes, prior, confidence } = formula;
  const result = share(confidence);
  return (
    <>
      <p>
        {say.formula(
          share(consistency),
          episodes,
          surely(episodes / (episodes + prior), language),
          result,
        )}
      </p>
      <p className={style.formula}>
        {say.formulaLine(share(consistency), episodes, prior, result)}
      </p>
      {share(rule.confidence) !== result && <p>{nowInWords(rule, share(rule.confidence), say)}</p>}
    </>
  );
}

function nowInWords(rule: Why["rule"], share: string, say: Said): string {
  if (rule.conflictMarked && !rule.userConfirmed) return say.nowInConflict(share);
  return rule.userConfirmed ? say.nowConfirmed(share) : say.nowElse(share);
}

function Wordings({ rule }: { rule: Why["rule"] }) {
  const say = useWords(said);
  const language = useLanguage();
  return (
    <Disclosure summary={say.wordings}>
      <ul className={style.wordings}>
        {[...rule.history].reverse().map(({ rule: text, until, by }) => (
          <li key={`${until} ${text}`}>
            <span className={style.old}>{text}</span>
            <span className={style.quiet}>
              {say.wordingUntil(day(until, language))} · {changerInWords(by, say)}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function changerInWords(by: string, say: Said): string {
  if (by === "user") return say.wordingBy_user;
  return by === "drift" ? say.wordingBy_drift : say.wordingBy_distillation;
}

interface SideProps extends Pick<ReasonsProps, "why" | "episodes" | "onLookAt" | "onForget"> {
  title: string;
  accounts: readonly Account[];
  /** How many there are; the newest are told. */
  all: number;
}

function Side({ title, accounts, all, why, episodes, ...acts }: SideProps) {
  const say = useWords(said);
  if (accounts.length === 0) return null;
  return (
    <section className={style.part} aria-label={title}>
      <h3>{title}</h3>
      {accounts.length < all && <p className={style.quiet}>{say.newest(accounts.length, all)}</p>}
      {accounts.map((each) => (
        <Evidence
          key={each.episodeId}
          account={each}
          predicate={why.rule.predicate}
          episode={episodes[each.episodeId]}
          {...acts}
        />
      ))}
    </section>
  );
}
