import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Diff } from "../../parts/Diff/Diff.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { Findings } from "../Findings/Findings.tsx";
import { said } from "../words_runs.ts";
import style from "./Candidates.module.css";
import type { CandidatesProps } from "./Candidates.tsx";
import { Likeliest } from "./Likeliest.tsx";

interface CandidateProps extends CandidatesProps {
  index: number;
  name: string;
  text: string;
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
    writing = false,
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
    <article className={style.candidate} aria-label={name} data-candidate={index}>
      <Words {...props} />
      {taste && rated?.rank === 1 && <Likeliest rated={rated} proof={taste.proof} />}
      {!writing && (
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

/** What it says: what was found, what it changes, or the text as it is. */
function Words({ index, text, marked, reading, before = "", writing = false }: CandidateProps) {
  if (reading) return <Findings findings={reading.findings} added={reading.additions[index]} />;
  if (marked) return <Diff before={before} after={text} />;
  return (
    <div className={style.prose} data-writing={writing || undefined}>
      {text}
    </div>
  );
}
