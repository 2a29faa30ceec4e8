import type { Compliance } from "../../channels/generated.ts";
import { amount } from "../../memory/measure_words.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { either } from "../../words/index.ts";
import { type Said, said } from "../words_why.ts";
import style from "./ComplianceList.module.css";

export interface ComplianceListProps {
  /** Absent: no output was seen. */
  compliance?: readonly Compliance[] | undefined;
  named(id: string): string;
}

/** Whether the output does what each rule asks for, as measured. */
export function ComplianceList({ compliance, named }: ComplianceListProps) {
  const say = useWords(said);
  return (
    <div className={style.compliance}>
      <h4 className={style.heading}>{say.compliance}</h4>
      {compliance === undefined && <p className={style.quiet}>{say.complianceUnseen}</p>}
      {compliance?.length === 0 && <p className={style.quiet}>{say.complianceNone}</p>}
      {compliance && compliance.length > 0 && (
        <ul className={style.list}>
          {compliance.map((each) => (
            <Line key={each.ruleId} compliance={each} rule={named(each.ruleId)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Line({ compliance, rule }: { compliance: Compliance; rule: string }) {
  const say = useWords(said);
  const language = useLanguage();
  const { predicate, measures, measured, obeyed } = compliance;
  const told = [
    measures ? say.asks(either(measures, language)) : say.changedRule,
    measured !== undefined && predicate ? say.measured(amount(measured, predicate, language)) : "",
    obeyed === undefined && predicate ? untold(predicate, measured, say) : "",
  ];
  return (
    <li className={style.line} data-obeyed={obeyed ?? "unknown"}>
      <Verdict obeyed={obeyed} />
      <div>
        <p className={style.rule}>{rule}</p>
        <p className={style.quiet}>{told.filter(Boolean).join(language === "zh" ? "；" : "; ")}</p>
      </div>
    </li>
  );
}

/** Why nothing can be said: what it speaks of may not be there at all. */
function untold(
  { part }: NonNullable<Compliance["predicate"]>,
  measured: number | undefined,
  say: Said,
): string {
  if (measured !== undefined || !part) return say.tooShort;
  return part === "speech" ? say.noSpeech : say.noNarration;
}

function Verdict({ obeyed }: { obeyed: boolean | undefined }) {
  const say = useWords(said);
  if (obeyed === undefined) return <Badge icon="question">{say.cannotTell}</Badge>;
  if (obeyed)
    return (
      <Badge tone="success" icon="check">
        {say.obeyed}
      </Badge>
    );
  return (
    <Badge tone="danger" icon="close">
      {say.disobeyed}
    </Badge>
  );
}
