import { useEffect, useId, useState } from "react";
import { useStore } from "zustand";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { createClearing, type Extent } from "../../state/clearing.ts";
import { said } from "../words_care.ts";
import style from "./ClearMemory.module.css";
import { Extents } from "./Extents.tsx";
import { hasAny, WouldGo } from "./WouldGo.tsx";

export interface ClearMemoryProps {
  open: boolean;
  onClose(): void;
  /** What is asked for at first; the project one stands in, if any. */
  extent?: Extent["kind"];
}

/** Two steps before a whole memory goes: what would go, then the author's own word for it. */
export function ClearMemory(props: ClearMemoryProps) {
  return props.open ? <Asking {...props} /> : null;
}

function Asking({ onClose, extent: first }: ClearMemoryProps) {
  const say = useWords(said);
  const projectId = useStore(useMohen().place, (place) => place.projectId);
  const clearing = useNoun(createClearing, (state) => state);
  const { begin, leave, step, consent } = clearing;
  const [kind, setKind] = useState<Extent["kind"]>(
    projectId === undefined ? "all" : (first ?? "project"),
  );
  const [typed, setTyped] = useState("");
  const form = useId();

  useEffect(() => {
    setTyped("");
    if (kind === "project" && projectId !== undefined) void begin({ kind, projectId });
    else void begin({ kind: "all" });
    return leave;
  }, [kind, projectId, begin, leave]);

  const wanted = kind === "project" ? (projectId ?? "") : say.allPhrase;
  const matches = sameName(typed, wanted);
  const something = consent !== undefined && hasAny(consent.would);
  const clear = async () => {
    if (matches && something && (await clearing.clear())) onClose();
  };

  return (
    <Dialog
      open
      tone="danger"
      title={say.clearTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button
            kind="danger"
            icon="trash"
            busy={step === "clearing"}
            disabled={!matches || !something}
            type="submit"
            form={form}
          >
            {say.clearNow}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          void clear();
        }}
      >
        {projectId !== undefined && (
          <Extents projectId={projectId} value={kind} onChange={setKind} />
        )}
        {step === "failed" && clearing.failure && <FailureNotice failure={clearing.failure} />}
        {step === "asking" && (
          <div aria-label={say.clearAsking} role="status">
            <Skeleton lines={3} />
          </div>
        )}
        {clearing.askedAgain && <Notice tone="warning">{say.askedAgain}</Notice>}
        {consent && <WouldGo would={consent.would} kind={kind} />}
        {something && (
          <TextField
            label={say.typeName(wanted)}
            hint={say.noUndo}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            spellCheck={false}
            {...(typed !== "" &&
              !wanted.startsWith(typed.trim()) &&
              !matches && { error: say.wrongName })}
          />
        )}
      </form>
    </Dialog>
  );
}

/** As the eye has it: blanks around it and how its letters are composed do not matter. */
function sameName(typed: string, wanted: string): boolean {
  const folded = (text: string) => text.trim().normalize("NFC");
  return wanted !== "" && folded(typed) === folded(wanted);
}
