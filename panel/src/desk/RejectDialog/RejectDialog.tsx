import { type FormEvent, useState } from "react";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { said } from "../words_runs.ts";
import style from "./RejectDialog.module.css";

export interface RejectDialogProps {
  open: boolean;
  onReject(reason: string): void;
  onClose(): void;
}

const REASONS = ["wordy", "flat", "voice", "story", "long", "short"] as const;

/** None of them: and why, if the author likes to say. */
export function RejectDialog({ open, onReject, onClose }: RejectDialogProps) {
  const say = useWords(said);
  return (
    <Dialog open={open} title={say.rejectTitle} onClose={onClose}>
      <Form onReject={onReject} onClose={onClose} />
    </Dialog>
  );
}

function Form({ onReject, onClose }: Omit<RejectDialogProps, "open">) {
  const say = useWords(said);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [own, setOwn] = useState("");
  const toggle = (reason: string) => {
    const next = new Set(chosen);
    if (!next.delete(reason)) next.add(reason);
    setChosen(next);
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    const named = REASONS.filter((each) => chosen.has(each)).map((each) => say[`reason_${each}`]);
    onReject([...named, own.trim()].filter(Boolean).join("; "));
  }

  return (
    <form className={style.form} onSubmit={submit}>
      <p>{say.rejectAsk}</p>
      <div className={style.reasons}>
        {REASONS.map((each) => (
          <Button
            key={each}
            size="small"
            aria-pressed={chosen.has(each)}
            {...(chosen.has(each) && { icon: "check" })}
            onClick={() => toggle(each)}
          >
            {say[`reason_${each}`]}
          </Button>
        ))}
      </div>
      <TextField label={say.rejectOwn} value={own} onChange={setOwn} maxLength={400} />
      <div className={style.actions}>
        <Button onClick={onClose}>{say.cancel}</Button>
        <Button kind="primary" type="submit">
          {say.rejectAll}
        </Button>
      </div>
    </form>
  );
}
