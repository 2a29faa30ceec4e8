import { useEffect } from "react";
import { said as cared } from "../../memory/words_care.ts";
import { useLanguage, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import { type Act, createCare } from "../../state/care.ts";
import { count, type Language } from "../../words/index.ts";
import { Group } from "../Group/Group.tsx";
import { type Said, said } from "../words_care.ts";
import style from "./AuditList.module.css";

/** Destructive acts, newest first: who, when, how many; never what was in it. */
export function AuditList() {
  const say = useWords(said);
  const acts = useNoun(createCare, (care) => care.acts);
  const older = useNoun(createCare, (care) => care.older);
  const recall = useNoun(createCare, (care) => care.recall);
  const recallOlder = useNoun(createCare, (care) => care.recallOlder);
  useEffect(() => {
    void recall();
  }, [recall]);
  const busy = acts.state === "loading";
  return (
    <Group name="audit" title={say.audit} lead={say.auditLead}>
      {!acts.data && busy && <Skeleton lines={3} />}
      {acts.state === "failed" && acts.failure && (
        <FailureNotice failure={acts.failure} onRetry={() => void recall()} />
      )}
      {acts.data?.length === 0 && <p>{say.auditNone}</p>}
      {acts.data && acts.data.length > 0 && <Acts acts={acts.data} />}
      {older && (
        <div>
          <Button size="small" busy={busy} onClick={() => void recallOlder()}>
            {say.auditMore}
          </Button>
        </div>
      )}
    </Group>
  );
}

export function Acts({ acts }: { acts: readonly Act[] }) {
  const say = useWords(said);
  const language = useLanguage();
  return (
    <ul className={style.acts} aria-label={say.audit}>
      {acts.map((act, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two of one moment apart
        <li key={at} className={style.act} data-act={act.act}>
          <span className={style.what}>
            {actInWords(act.act, say)}
            {act.projectId && <span className={style.quiet}> · {act.projectId}</span>}
          </span>
          <span className={style.quiet}>
            <Time at={act.at} /> · {act.operator}
          </span>
          <span className={style.quiet}>{countsInWords(act.counts, language)}</span>
        </li>
      ))}
    </ul>
  );
}

function actInWords(act: string, say: Said): string {
  const key = `act_${act}`;
  const found = Object.hasOwn(say, key) ? say[key as keyof Said] : undefined;
  return typeof found === "string" ? found : act;
}

/** Rows of what an author knows; the rest is the store's own book-keeping. */
const COUNTED = [
  "episodes",
  "digests",
  "rules",
  "knowledge",
  "conversations",
  "story",
  "conflicts",
  "traces",
] as const;

function countsInWords(counts: Act["counts"], language: Language): string {
  const say = cared[language];
  const told = COUNTED.filter((name) => (counts[name] ?? 0) > 0).map((name) =>
    say[`would_${name}`](counts[name] ?? 0),
  );
  if (told.length > 0) return told.join(language === "zh" ? "、" : ", ");
  const others = Object.entries(counts).filter(([, number]) => number > 0);
  return others.map(([name, number]) => `${name} ${count(number, language)}`).join(", ");
}
