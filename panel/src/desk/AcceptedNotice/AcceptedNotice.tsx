import { type FormEvent, useState } from "react";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { said } from "../words_runs.ts";
import style from "./AcceptedNotice.module.css";

export interface AcceptedNoticeProps {
  /** What the author likes about it, so far. */
  praise: string;
  onPraise(label: string): void;
  onDone(): void;
  onUndo(): void;
}

/** A suggestion stands in the text and the author may still be at work on it. */
export function AcceptedNotice({ praise, onPraise, onDone, onUndo }: AcceptedNoticeProps) {
  const say = useWords(said);
  const [label, setLabel] = useState(praise);

  function submit(event: FormEvent) {
    event.preventDefault();
    onDone();
  }

  return (
    <Notice tone="success" title={say.accepted}>
      <form className={style.form} onSubmit={submit}>
        <p>{say.acceptedText}</p>
        <TextField
          label={say.praise}
          placeholder={say.praiseHint}
          value={label}
          maxLength={240}
          onChange={(text) => {
            setLabel(text);
            onPraise(text);
          }}
        />
        <div className={style.actions}>
          <Button kind="primary" size="small" icon="check" type="submit">
            {say.done}
          </Button>
          <Button size="small" icon="undo" onClick={onUndo}>
            {say.undoAccept}
          </Button>
        </div>
      </form>
    </Notice>
  );
}
