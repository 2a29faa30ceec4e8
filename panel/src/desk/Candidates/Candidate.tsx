import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Diff } from "../../parts/Diff/Diff.tsx";
import { explain } from "../../parts/FailureNotice/failures.ts";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { type CandidateState, isThere } from "../../state/run.ts";
import { Findings } from "../Findings/Findings.tsx";
import { said } from "../words_runs.ts";
import style from "./Candidates.module.css";
import type { CandidatesProps } from "./Candidates.tsx";
import { Likeliest } from "./Likeliest.tsx";

interface CandidateProps extends CandidatesProps {
  index: number;
  name: string;
  text: string;
  state: CandidateState;
  /** Show what it changes. */
  marked: boolean;
  /** What the author has made of it so far; absent: nothing is being made of it. */
  edited: string | undefined;
  onEdit(text: string | undefined): void;
}

/** One of them: to read, to accept as it is, or to edit first. */
export function Candidate(props: CandidateProps) {
  const {
    index,
    name,
    text,
    edited,
    onEdit,
    state,
    placeable = true,
    report = false,
    taste,
  } = props;
  const say = useWords(said);
  const rated = taste?.candidates.find((each) => each.index === index);
  if (edited !== undefined) {
    return (
      <article className={style.candidate} aria-label={name}>
        <TextField
          label={name}
          hideLabel
          multiline
          rows={Math.min(16, Math.max(5, Math.ceil(edited.length / 24)))}
          value={edited}
          onChange={onEdit}
          autoFocus
        />
        <div className={style.actions}>
          <Button
            kind="primary"
            size="small"
            icon="check"
            disabled={edited.trim() === "" || !placeable}
            onClick={() => props.onAccept(index, edited)}
          >
            {say.acceptEdited}
          </Button>
          <Button size="small" onClick={() => onEdit(undefined)}>
            {say.cancel}
          </Button>
        </div>
      </article>
    );
  }
  return (
    <article
      className={style.candidate}
      aria-label={name}
      data-candidate={index}
      data-state={state}
    >
      <Words {...props} />
      {state === "waiting" && <p className={style.quiet}>{say.state_waiting}</p>}
      {state === "cut" && text && <p className={style.quiet}>{say.endsHere}</p>}
      {state === "nothing" && <CameToNothing {...props} />}
      {taste && rated?.rank === 1 && <Likeliest rated={rated} proof={taste.proof} />}
      {isThere({ state, text }) && (
        <div className={style.actions}>
          <Button
            kind="primary"
            size="small"
            icon="check"
            disabled={!placeable && !report}
            onClick={() => props.onAccept(index)}
          >
            {report ? say.useful : say.accept}
          </Button>
          {!report && (
            <Button size="small" disabled={!placeable} onClick={() => onEdit(text)}>
              {say.editFirst}
            </Button>
          )}
          <IconButton
            size="small"
            icon="copy"
            label={say.copy}
            onClick={() => props.onCopy(index)}
          />
        </div>
      )}
    </article>
  );
}

/** Why there is none. */
function CameToNothing({ failures, index }: CandidateProps) {
  const say = useWords(said);
  const language = useLanguage();
  const failure = failures?.[index];
  if (!failure) return <p className={style.quiet}>{say.onlyRepeated}</p>;
  const { title, text } = explain(failure, language);
  return (
    <p className={style.quiet}>
      {title}
      {language === "zh" ? "。" : ". "}
      {text}
    </p>
  );
}

/** What it says: what was found, what it changes, or the text as it is. */
function Words({ index, text, state, marked, reading, before = "" }: CandidateProps) {
  if (reading) return <Findings findings={reading.findings} added={reading.additions[index]} />;
  if (text === "") return null;
  // Of a text that goes on, what is missing is not taken away.
  if (marked && state === "done") return <Diff before={before} after={text} />;
  return (
    <div className={style.prose} data-writing={state === "writing" || undefined}>
      {text}
    </div>
  );
}
