import { useEffect, useRef, useState } from "react";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { candidatesOf, type Run } from "../../state/run.ts";
import { isReport } from "../../state/skills.ts";
import { either } from "../../words/index.ts";
import { Candidates, type Reading } from "../Candidates/Candidates.tsx";
import { RejectDialog } from "../RejectDialog/RejectDialog.tsx";
import { said } from "../words_runs.ts";
import style from "./RunResult.module.css";
import { Writing } from "./Writing.tsx";

/** Whether what was written can be put where it was asked for. `changed`: yes, but the author has
 * worked on that passage since; `coming`: its chapter is about to lie open; `elsewhere`: another
 * one does. */
export type Placement = "here" | "changed" | "gone" | "coming" | "elsewhere";

export interface RunResultProps {
  run: Run;
  placement: Placement;
  /** What the chapter it was asked for is called. */
  chapter: string;
  onAccept(index: number, text?: string): void;
  onCopy(index: number): void;
  onReject(reason: string): void;
  onStop(): void;
  onAgain(): void;
  onClose(): void;
  onGoThere(): void;
  onSettings?: (() => void) | undefined;
}

/** A run that was not answered yet: being written, written, failed or stopped. */
export function RunResult(props: RunResultProps) {
  const { run } = props;
  const language = useLanguage();
  const section = useInView(run.phase);
  return (
    <section ref={section} className={style.run} data-phase={run.phase}>
      <h3 className={style.title}>{either(run.skill.title, language)}</h3>
      {(run.phase === "running" || run.phase === "offered") && <Offered {...props} />}
      {run.phase === "failed" && <Failed {...props} />}
      {run.phase === "canceled" && <Stopped {...props} />}
    </section>
  );
}

/** What is being written, and then what was, should not have to be looked for. */
function useInView(phase: Run["phase"]) {
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every phase
  useEffect(() => {
    section.current?.scrollIntoView({ block: "start" }); // which newer browsers answer with a promise
  }, [phase]);
  return section;
}

/** What there is to choose from: of one run the same sheets, from their first word to the choice. */
function Offered(props: RunResultProps) {
  const { run, placement, onAccept, onCopy, onReject, onClose } = props;
  const say = useWords(said);
  const [rejecting, setRejecting] = useState(false);
  const isWriting = run.phase === "running";
  const all = candidatesOf(run);
  if (!isWriting && all.length === 0) return <Nothing {...props} />;
  // A reading is judged as a whole.
  const isReading = isReport(run.skill);
  const states = all.map(({ state }) => (isReading && isWriting ? "writing" : state));
  return (
    <>
      {isWriting ? <Writing run={run} onStop={props.onStop} /> : <Caveats {...props} />}
      <Whereabouts {...props} />
      {all.some(({ text, state }) => text !== "" || state === "nothing") && (
        <Candidates
          candidates={all.map(({ text }) => text)}
          states={states}
          failures={all.map(({ failure }) => failure)}
          places={run.result?.places ?? undefined}
          before={run.before}
          writing={isWriting}
          report={isReading}
          reading={run.result && readingOf(run.result)}
          taste={run.taste}
          placeable={placement === "here" || placement === "changed"}
          onAccept={onAccept}
          onCopy={onCopy}
          onReject={() => setRejecting(true)}
        />
      )}
      {!isWriting && (
        <div className={style.state}>
          <Button size="small" kind="quiet" icon="refresh" onClick={props.onAgain}>
            {say.runAgain}
          </Button>
          <Button size="small" kind="quiet" onClick={onClose}>
            {say.close}
          </Button>
        </div>
      )}
      <RejectDialog
        open={rejecting}
        onClose={() => setRejecting(false)}
        onReject={(reason) => {
          setRejecting(false);
          onReject(reason);
        }}
      />
    </>
  );
}

/** Nothing was written: what there was to change was good, or nothing new was left to say. */
function Nothing({ run, onAgain, onClose }: RunResultProps) {
  const say = useWords(said);
  const language = useLanguage();
  const again = (
    <Button size="small" icon="refresh" onClick={onAgain}>
      {say.runAgain}
    </Button>
  );
  return (
    <Notice tone="info" title={say.nothingWritten} actions={again} onDismiss={onClose}>
      {run.result?.warnings.map((each) => either(each.message, language)).join(" ")}
    </Notice>
  );
}

function readingOf({ findings, additions }: NonNullable<Run["result"]>): Reading | undefined {
  return findings ? { findings, additions: additions ?? [] } : undefined;
}

/** The candidates of the sample project, which a person wrote. */
const BY_HAND = "WRITTEN_BY_HAND";

/** Of which the server names the command, and the panel has a page. */
const HELD = "ORDERS_HELD_BACK";

/** What the author should know before choosing. */
function Caveats({ run, onSettings }: RunResultProps) {
  const say = useWords(said);
  const language = useLanguage();
  const { result } = run;
  if (!result) return <Notice tone="warning">{say.restarted}</Notice>;
  // What the server says in plain health is meant for the command line.
  const { notice: told } = result.model;
  const byHand = result.warnings.find(({ code }) => code === BY_HAND);
  const warnings = result.warnings.filter((each) => each !== byHand);
  const [title, usual] = result.findings
    ? [say.checkedOffline, say.checkedOfflineText]
    : byHand
      ? [say.byHand, say.byHandText]
      : [say.offlineWriter, say.offlineText];
  const notice = told && result.memoryDegraded ? either(told, language) : usual;
  const settings = onSettings && (
    <Button size="small" icon="gear" onClick={onSettings}>
      {say.toSettings}
    </Button>
  );
  return (
    <>
      {result.model.offline && (
        <Notice tone="info" title={title} actions={settings}>
          {notice}
        </Notice>
      )}
      {result.memoryDegraded && (
        <Notice tone="warning">{usedMemory(result) ? say.degraded : say.unavailable}</Notice>
      )}
      {warnings.length > 0 && (
        <ul className={style.warnings}>
          {warnings.map((each) => (
            <li key={`${each.code} ${each.source}`}>
              {each.code === HELD ? say.heldBack : either(each.message, language)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What became of the place it was asked for. */
function Whereabouts({ placement, chapter, onGoThere }: RunResultProps) {
  const say = useWords(said);
  // Nothing is said of what is about to be here: what one reaches for must not move.
  if (placement === "here" || placement === "coming") return null;
  if (placement === "changed") return <Notice tone="warning">{say.placeChanged}</Notice>;
  if (placement === "gone") return <Notice tone="warning">{say.placeGone}</Notice>;
  const goThere = (
    <Button size="small" onClick={onGoThere}>
      {say.goThere}
    </Button>
  );
  return (
    <Notice tone="info" actions={goThere}>
      {say.placeElsewhere(chapter)}
    </Notice>
  );
}

function usedMemory({ injected }: NonNullable<Run["result"]>): boolean {
  return injected.memory.length + injected.episodes.length + injected.knowledge.length > 0;
}

function Failed({ run, onAgain, onSettings }: RunResultProps) {
  const say = useWords(said);
  if (!run.failure) return null;
  const { code } = run.failure;
  const cure = onSettings && (
    <Button size="small" icon="gear" onClick={onSettings}>
      {say.toSettings}
    </Button>
  );
  const isOfModel = code === "UPSTREAM_ERROR" || code === "MODEL_NOT_READY";
  return (
    <FailureNotice
      failure={run.failure}
      {...(code !== "MODEL_NOT_READY" && { onRetry: onAgain })}
      actions={isOfModel ? cure : null}
    />
  );
}

function Stopped({ onAgain, onClose }: RunResultProps) {
  const say = useWords(said);
  const again = (
    <Button size="small" icon="refresh" onClick={onAgain}>
      {say.runAgain}
    </Button>
  );
  return (
    <Notice tone="info" actions={again} onDismiss={onClose}>
      {say.canceled}
    </Notice>
  );
}
