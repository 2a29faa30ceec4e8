import { type FormEvent, useId, useState } from "react";
import { Failure } from "../../channels/client.ts";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { Diff } from "../../parts/Diff/Diff.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { said } from "../words.ts";

/** What came of saving: done, or others were faster (`newer` stands there now), or it failed. */
export type PieceSaved = undefined | Failure | { newer: string };
export type NewKind = "fact" | "note";

export interface PieceFormProps {
  /** What stands there; absent: something new is written. */
  before?: string;
  onSave(content: string, kind: NewKind): Promise<PieceSaved>;
  onClose(): void;
}

const LONGEST = 4000;

/** Writes something down, or corrects it. What was typed stays until it is saved. */
export function PieceForm({ before, onSave, onClose }: PieceFormProps) {
  const say = useWords(said);
  const form = useId();
  const [content, setContent] = useState(before ?? "");
  const [kind, setKind] = useState<NewKind>("fact");
  const [refused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<PieceSaved>();

  async function save(event: FormEvent) {
    event.preventDefault();
    const words = content.trim();
    setRefused(words === "");
    if (words === "") return;
    setBusy(true);
    const next = await onSave(words, kind);
    setBusy(false);
    setOutcome(next);
    if (next === undefined) onClose();
  }

  return (
    <Dialog
      open
      title={before === undefined ? say.addTitle : say.correctTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button kind="primary" type="submit" form={form} busy={busy}>
            {say.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} style={{ display: "grid", gap: "var(--space-3)" }}>
        {outcome instanceof Failure && <FailureNotice failure={outcome} />}
        {outcome && !(outcome instanceof Failure) && (
          <Notice tone="warning" title={say.staleTitle}>
            <p>{say.staleText}</p>
            <Diff before={outcome.newer} after={content} />
          </Notice>
        )}
        <TextField
          label={say.content}
          value={content}
          onChange={setContent}
          multiline
          rows={4}
          maxLength={LONGEST}
          autoFocus
          hint={before === undefined ? say.addHint : say.correctHint}
          {...(refused && content.trim() === "" && { error: say.emptyRefused })}
        />
        {before === undefined && (
          <Select
            label={say.kind}
            value={kind}
            options={[
              { value: "fact", label: say.addFact },
              { value: "note", label: say.addNote },
            ]}
            onChange={(next: NewKind) => setKind(next)}
          />
        )}
      </form>
    </Dialog>
  );
}
