import { type FormEvent, useId, useState } from "react";
import type { Failure } from "../../channels/client.ts";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { said } from "../words.ts";
import style from "./NewProject.module.css";

export interface NewProjectProps {
  open: boolean;
  onClose(): void;
  /** Answers what stood in the way. */
  onCreate(name: string, folder?: string): Promise<Failure | undefined>;
}

export function NewProject({ open, onClose, onCreate }: NewProjectProps) {
  const say = useWords(said);
  return (
    <Dialog open={open} title={say.newProject} onClose={onClose}>
      <Form onClose={onClose} onCreate={onCreate} />
    </Dialog>
  );
}

function Form({ onClose, onCreate }: Omit<NewProjectProps, "open">) {
  const say = useWords(said);
  const id = useId();
  const [name, setName] = useState("");
  const [folder, setFolder] = useState("");
  const [busy, setBusy] = useState(false);
  const [blank, setBlank] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBlank(name.trim() === "");
    if (name.trim() === "" || busy) return;
    setBusy(true);
    const refused = await onCreate(name.trim(), folder.trim() || undefined);
    setBusy(false);
    setFailure(refused);
    if (!refused) onClose();
  }

  const taken = failure?.code === "CONFLICT";
  const error = blank ? say.nameNeeded : taken ? say.projectTaken : undefined;
  return (
    <form id={id} className={style.form} onSubmit={submit} noValidate>
      <TextField
        label={say.projectName}
        value={name}
        onChange={setName}
        maxLength={200}
        autoFocus
        {...(error && { error })}
      />
      <TextField
        label={say.projectFolder}
        value={folder}
        onChange={setFolder}
        hint={say.projectFolderHint}
        spellCheck={false}
      />
      {failure && !taken && <FailureNotice failure={failure} />}
      <div className={style.actions}>
        <Button onClick={onClose}>{say.cancel}</Button>
        <Button kind="primary" type="submit" busy={busy}>
          {say.createProject}
        </Button>
      </div>
    </form>
  );
}
