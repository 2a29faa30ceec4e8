import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import type { Outcome } from "../../state/answers.ts";
import type { Run } from "../../state/run.ts";
import { either } from "../../words/index.ts";
import { recordedAs, stateOf } from "../recorded.ts";
import { said } from "../words_runs.ts";
import style from "./RunHistory.module.css";

export interface RunHistoryProps {
  runs: readonly Run[];
  outcomes: Readonly<Record<string, Outcome>>;
  current?: string | undefined;
  onLook(runId: string): void;
  onUndo(runId: string): void;
}

/** What was asked for lately, what became of it, and what the memory made of that. */
export function RunHistory({ runs, outcomes, current, onLook, onUndo }: RunHistoryProps) {
  const say = useWords(said);
  const language = useLanguage();
  return (
    <section className={style.history} aria-label={say.lastRuns}>
      <h3 className={style.head}>{say.lastRuns}</h3>
      <ol className={style.list}>
        {runs.map((run) => {
          const { answer, runId } = run;
          const told = outcomes[runId];
          const canUndo = answer?.kind === "accepted" && !answer.undone;
          return (
            <li key={runId} className={style.entry} data-current={runId === current || undefined}>
              <p className={style.line}>
                <span className={style.name}>{either(run.skill.title, language)}</span>
                <span>{say[`state_${stateOf(run)}`]}</span>
                <span className={style.quiet}>
                  <Time at={run.askedAt} relative />
                </span>
              </p>
              {told && <p className={style.quiet}>{recordedAs(told, say, language)}</p>}
              <div className={style.actions}>
                {runId !== current && (
                  <Button kind="quiet" size="small" onClick={() => onLook(runId)}>
                    {say.look}
                  </Button>
                )}
                {canUndo && (
                  <Button kind="quiet" size="small" icon="undo" onClick={() => onUndo(runId)}>
                    {say.undoAccept}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
