import { useId } from "react";
import type { Reference, Trace, Without } from "../../channels/generated.ts";
import { useInside, useLanguage, useWords } from "../../mohen.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import type { Loaded } from "../../state/loaded.ts";
import type { Judgement, Verdict } from "../../state/why.ts";
import { WHOLE } from "../../state/why.ts";
import { percent } from "../../words/index.ts";
import { readable } from "../reference_text.ts";
import { said } from "../words_why.ts";
import { ComplianceList } from "./ComplianceList.tsx";
import { Facts } from "./Facts.tsx";
import { Verdicts } from "./Verdicts.tsx";
import { WhyReference } from "./WhyReference.tsx";
import style from "./WhyView.module.css";

export interface WhyViewProps {
  trace: Trace;
  judged: Readonly<Record<string, Judgement>>;
  without: Readonly<Record<string, Loaded<Without>>>;
  onJudge(verdict: Verdict, on?: { targetId?: string; reason?: string }): Promise<boolean>;
  /** Absent: what was asked for is not known any more. */
  onLeaveOut?(id: string): void;
  /** Memory is not given to the AI now. */
  injectionOff?: boolean;
  hideTitle?: boolean;
}

/** So many of a kind are shown at once; the rest weigh little. */
const SHOWN = 4;

export function WhyView(props: WhyViewProps) {
  const { trace, judged, onJudge, injectionOff = false, hideTitle = false } = props;
  const say = useWords(said);
  const language = useLanguage();
  const inside = useInside();
  const id = useId();
  const byId = new Map(trace.references.map((each) => [each.id, each]));
  const named = (memory: string) => {
    const known = byId.get(memory);
    return known ? readable(known, language).text : memory;
  };
  const groups = [...trace.groups].sort((one, other) => other.weight - one.weight);
  return (
    <section className={style.why} aria-labelledby={id} data-generation={trace.generationId}>
      <h3 id={id} className={hideTitle ? "visually-hidden" : style.title}>
        {say.why}
      </h3>
      {trace.references.length === 0 ? (
        <EmptyState icon="ink" title={say.whyNothing}>
          <p>{say.whyNothingText}</p>
          {injectionOff && <p>{say.whyOff}</p>}
        </EmptyState>
      ) : (
        <>
          {groups.map(({ kind, weight }) => (
            <Group key={kind} {...props} kind={kind} weight={weight} named={named} />
          ))}
          {inside && <p className={style.quiet}>{say.weighed}</p>}
        </>
      )}
      <ComplianceList compliance={trace.compliance} named={named} />
      {trace.references.length > 0 && (
        <div className={style.verdict}>
          <h4 className={style.heading}>{say.wholeQuestion}</h4>
          <Verdicts
            verdict={trace.verdict}
            judgement={judged[WHOLE]}
            named={named}
            onJudge={(verdict, reason) => onJudge(verdict, reason ? { reason } : {})}
          />
        </div>
      )}
      <Facts trace={trace} />
    </section>
  );
}

interface GroupProps extends WhyViewProps {
  kind: Reference["kind"];
  weight: number;
  named(id: string): string;
}

function Group({ trace, kind, weight, named, judged, without, onJudge, onLeaveOut }: GroupProps) {
  const say = useWords(said);
  const language = useLanguage();
  const own = trace.references.filter((each) => each.kind === kind);
  const item = (each: Reference) => (
    <WhyReference
      key={each.id}
      reference={each}
      judgement={judged[each.id]}
      without={without[each.id]}
      named={named}
      onJudge={(verdict, reason) =>
        onJudge(verdict, { targetId: each.id, ...(reason && { reason }) })
      }
      {...(onLeaveOut && { onLeaveOut: () => onLeaveOut(each.id) })}
    />
  );
  const rest = own.slice(SHOWN);
  return (
    <div className={style.group} data-memory={kind}>
      <h4 className={style.heading}>
        <span>{say[`kind_${kind}`]}</span>
        <span className={style.share}>{say.groupWeight(percent(weight, language))}</span>
      </h4>
      <ul className={style.list}>{own.slice(0, SHOWN).map(item)}</ul>
      {rest.length > 0 && (
        <Disclosure summary={say.restOf(rest.length)}>
          <ul className={style.list}>{rest.map(item)}</ul>
        </Disclosure>
      )}
    </div>
  );
}
