import type { StoryFinding } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { count, either } from "../../words/index.ts";
import { said } from "../words_runs.ts";
import style from "./Findings.module.css";

export interface FindingsProps {
  findings: readonly StoryFinding[];
  /** What a model adds to them; absent: none was asked, or it failed. */
  added?: string | undefined;
}

/** What contradicts itself in the story, each with every place that says so; behind it, marked, what
 * a model adds. */
export function Findings({ findings, added }: FindingsProps) {
  const say = useWords(said);
  const language = useLanguage();
  const open = findings.filter((each) => !each.intentional).length;
  return (
    <div className={style.findings}>
      <p className={style.head}>{open > 0 ? say.found(count(open, language)) : say.foundNothing}</p>
      {findings.length > 0 && (
        <ol className={style.list}>
          {findings.map((each) => (
            <Finding key={each.id} finding={each} />
          ))}
        </ol>
      )}
      {added !== undefined && (
        <section className={style.added} aria-label={say.addedByModel}>
          <h4 className={style.mark}>{say.addedByModel}</h4>
          <div className={style.prose}>{added}</div>
        </section>
      )}
    </div>
  );
}

function Finding({ finding }: { finding: StoryFinding }) {
  const say = useWords(said);
  const language = useLanguage();
  return (
    <li className={style.finding} data-severity={finding.severity}>
      <p className={style.says}>
        <span className={style.kind}>{say[`kind_${finding.kind}`]}</span>
        {either(finding.message, language)}
      </p>
      {finding.evidence.map((each) => (
        <figure key={`${each.ref} ${each.firstLine} ${each.excerpt}`} className={style.place}>
          {each.excerpt !== "" && <blockquote>{each.excerpt}</blockquote>}
          <figcaption>{each.firstLine ? `${each.ref}:${each.firstLine}` : each.ref}</figcaption>
        </figure>
      ))}
      {finding.intentional && (
        <p className={style.meant}>
          {finding.reason ? say.meantBecause(finding.reason) : say.meant}
        </p>
      )}
    </li>
  );
}
