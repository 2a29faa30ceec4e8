import { useMemo } from "react";
import { useLanguage, useMohen, useNoun, useWords } from "../../mohen.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { createAnswers } from "../../state/answers.ts";
import { createChapters } from "../../state/chapters.ts";
import { createDesk } from "../../state/desk.ts";
import { candidatesOf, isOpen, type Run } from "../../state/run.ts";
import { createRuns } from "../../state/runs.ts";
import { createSkills } from "../../state/skills.ts";
import { AcceptedNotice } from "../AcceptedNotice/AcceptedNotice.tsx";
import { LocalModel } from "../LocalModel/LocalModel.tsx";
import { RunHistory } from "../RunHistory/RunHistory.tsx";
import { RunResult } from "../RunResult/RunResult.tsx";
import { recordedAs } from "../recorded.ts";
import { SkillBar } from "../SkillBar/SkillBar.tsx";
import { said } from "../words_runs.ts";
import style from "./Assistant.module.css";
import { copy } from "./copy.ts";
import { RunDetails } from "./RunDetails.tsx";
import { usePlacement } from "./use_placement.ts";
import type { SkillsHere } from "./use_skills.ts";

export interface AssistantProps {
  skills: SkillsHere;
  onSettings?: (() => void) | undefined;
}

/** What the AI can be asked here, what it offers, and what the memory made of the answer. */
export function Assistant({ skills, onSettings }: AssistantProps) {
  const say = useWords(said);
  const { currentId, look } = useNoun(createRuns, (it) => it);
  const runs = useNamedRuns();
  const outcomes = useNoun(createAnswers, (answers) => answers.outcomes);
  const undo = useUndo();
  const current = runs.find((run) => run.runId === currentId);
  const accepted = runs.find(isOpen);
  return (
    <div className={style.assistant}>
      <LocalModel onSettings={onSettings} />
      <Asking skills={skills} />
      <Recorded />
      {accepted && <Standing run={accepted} />}
      {current && !current.answer && (
        <Answering key={current.runId} run={current} skills={skills} onSettings={onSettings} />
      )}
      {current && <RunDetails key={`${current.runId} details`} run={current} />}
      {runs.length === 0 && <p className={style.idle}>{say.idle}</p>}
      {runs.length > 0 && (
        <RunHistory
          runs={runs}
          outcomes={outcomes}
          current={currentId}
          onLook={look}
          onUndo={undo}
        />
      )}
    </div>
  );
}

function Asking({ skills }: { skills: SkillsHere }) {
  const { list, last, scene, instruction, candidates, ...act } = useNoun(createSkills, (it) => it);
  if (!list.data) {
    return list.failure ? (
      <FailureNotice failure={list.failure} onRetry={() => void act.reload()} />
    ) : (
      <Skeleton lines={3} />
    );
  }
  return (
    <SkillBar
      skills={list.data}
      worksOn={skills.worksOn}
      hindrance={skills.hindrance}
      last={last}
      scene={scene}
      instruction={instruction}
      candidates={candidates}
      onRun={skills.run}
      onScene={act.setScene}
      onInstruct={act.instruct}
      onWant={act.want}
    />
  );
}

/** Of a run that another browser began only the skill's id is known: here it gets its name. */
function useNamedRuns(): readonly Run[] {
  const runs = useNoun(createRuns, (it) => it.runs);
  const known = useNoun(createSkills, (it) => it.list.data);
  return useMemo(
    () =>
      runs.map((run) => {
        const skill = known?.find(({ id }) => id === run.skill.id);
        return skill && run.skill.title.zh === run.skill.id ? { ...run, skill } : run;
      }),
    [runs, known],
  );
}

/** A line that says what was recorded, aloud too. */
function Recorded() {
  const say = useWords(said);
  const language = useLanguage();
  const told = useNoun(createAnswers, ({ outcomes, latest }) => latest && outcomes[latest]);
  return (
    <p className={style.recorded} role="status">
      {told && recordedAs(told, say, language)}
    </p>
  );
}

function Standing({ run }: { run: Run }) {
  const { praise, settle } = useNoun(createRuns, (it) => it);
  const manuscript = useNoun(createDesk, (desk) => desk.manuscript);
  const undo = useUndo();
  const { runId, answer } = run;
  // The notice goes with its buttons: one is back in the text, where one was.
  const back = () => manuscript?.focus();
  return (
    <AcceptedNotice
      key={runId}
      praise={answer?.kind === "accepted" ? (answer.praise ?? "") : ""}
      onPraise={(label) => praise(runId, label)}
      onDone={() => {
        settle(runId);
        back();
      }}
      onUndo={() => {
        undo(runId);
        back();
      }}
    />
  );
}

function useUndo(): (runId: string) => void {
  const say = useWords(said);
  const { toasts } = useMohen();
  const undo = useNoun(createRuns, (runs) => runs.undo);
  return (runId) => {
    if (undo(runId) === "text stays") toasts.getState().show({ tone: "info", text: say.textStays });
  };
}

function Answering({ run, skills, onSettings }: AssistantProps & { run: Run }) {
  const say = useWords(said);
  const { toasts } = useMohen();
  const { accept, reject, taken, cancel, look } = useNoun(createRuns, (it) => it);
  const turnTo = useNoun(createDesk, (desk) => desk.turnTo);
  const { show, list } = useNoun(createChapters, (it) => it);
  const manuscript = useNoun(createDesk, (desk) => desk.manuscript);
  const placement = usePlacement(run);
  const { runId } = run;
  // What was pressed goes with its answer, and so does the dialog it may have stood in.
  const back = () => requestAnimationFrame(() => manuscript?.focus());

  async function copyAside(index: number) {
    const done = await copy(candidatesOf(run)[index]?.text ?? "");
    const tone = done ? "info" : "danger";
    const isLost = placement === "gone";
    if (done && isLost) taken(runId);
    const text = !done ? say.copyFailed : isLost ? say.copiedAside : say.copied;
    toasts.getState().show({ tone, text });
  }

  return (
    <RunResult
      run={run}
      placement={placement}
      chapter={list.data?.find((each) => each.ref === run.ref)?.title ?? run.ref}
      onAccept={(index, text) => {
        if (!accept(runId, index, text)) return;
        turnTo("text");
        back();
      }}
      onCopy={(index) => void copyAside(index)}
      onReject={(reason) => {
        reject(runId, reason);
        back();
      }}
      onStop={() => void cancel()}
      onAgain={() => skills.run(run.skill)}
      onClose={() => {
        look(undefined);
        back();
      }}
      onGoThere={() => {
        void show(run.ref);
        turnTo("text");
      }}
      onSettings={onSettings}
    />
  );
}
