import type { Data } from "../../channels/generated.ts";
import { useInside, useLanguage, useWords } from "../../mohen.tsx";
import { Meter } from "../../parts/Meter/Meter.tsx";
import { count, percent } from "../../words/index.ts";
import { type Said, said } from "../words.ts";
import style from "./TokenBudget.module.css";

type Model = NonNullable<Data<"memory:status">["model"]>;
export type Spending = Model["spending"][number];
export type CacheReport = Data<"context:cache">;

export interface TokenBudgetProps {
  /** Absent: there is no language model, which is fine. */
  spending?: readonly Spending[] | undefined;
  cache?: CacheReport | undefined;
}

/** What the language model cost today, and how much of a prompt need not be read anew. */
export function TokenBudget({ spending, cache }: TokenBudgetProps) {
  const say = useWords(said);
  const inside = useInside();
  return (
    <div className={style.budget}>
      {spending ? (
        <ul className={style.purposes}>
          {spending.map((each) => (
            <Purpose key={each.purpose} spending={each} />
          ))}
        </ul>
      ) : (
        <p className={style.quiet}>{say.noModel}</p>
      )}
      {inside && cache && <Cache cache={cache} />}
    </div>
  );
}

function Purpose({ spending: { purpose, spent, budget } }: { spending: Spending }) {
  const say = useWords(said);
  const language = useLanguage();
  const label = purposeInWords(purpose, say);
  const tokens = count(spent, language);
  if (budget === undefined || budget === null || budget === 0) {
    return (
      <li className={style.unbounded}>
        <span>{label}</span>
        <span>{budget === 0 ? say.spentOff : say.spentOnly(tokens)}</span>
      </li>
    );
  }
  const up = spent >= budget;
  return (
    <li>
      <Meter
        bar="below"
        label={label}
        value={spent / budget}
        text={say.spentOf(tokens, count(budget, language))}
        tone={up ? "warning" : "accent"}
      />
      {up && <p className={style.quiet}>{say.spentUp}</p>}
    </li>
  );
}

function Cache({
  cache: { runs, prompt, naive, savedTokens, prefixChanges },
}: {
  cache: CacheReport;
}) {
  const say = useWords(said);
  const language = useLanguage();
  if (runs.length === 0) return <p className={style.quiet}>{say.cacheNone}</p>;
  const share = (part: { served: number; sent: number }) => part.served / Math.max(1, part.sent);
  const text = (part: { served: number; sent: number }) =>
    say.servedOf(
      percent(share(part), language),
      count(part.served, language),
      count(part.sent, language),
    );
  const served = percent(share(prompt), language);
  return (
    <div className={style.cache}>
      <h4>{say.cache}</h4>
      <p className={style.quiet}>{say.cacheMore}</p>
      <p className={style.sentence}>
        {runs.length === 1
          ? say.cacheOne(served)
          : say.cacheServed(served, count(runs.length, language))}
      </p>
      <Meter bar="below" label={say.cacheOurs} value={share(prompt)} text={text(prompt)} />
      <Meter
        bar="below"
        label={say.cacheNaive}
        value={share(naive)}
        text={text(naive)}
        tone="neutral"
      />
      <p className={style.quiet}>
        {[
          savedTokens > 0 ? say.cacheSaved(count(savedTokens, language)) : "",
          say.cacheChanges(prefixChanges),
        ]
          .filter(Boolean)
          .join(language === "zh" ? "" : " ")}
      </p>
    </div>
  );
}

function purposeInWords(purpose: string, say: Said): string {
  switch (purpose) {
    case "distillation":
    case "consolidation":
    case "skill":
      return say[purpose];
    default:
      return purpose; // a newer server may spend on more than we have words for
  }
}
