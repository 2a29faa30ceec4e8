import { type ReactNode, useState } from "react";
import { Failure } from "../../channels/client.ts";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { said } from "../words_care.ts";
import style from "./ForgetDialog.module.css";

export interface ForgetDialogProps<Would> {
  title: string;
  /** What the button says. */
  label: string;
  /** The words that would go. */
  quoted?: string;
  /** What would be done; undefined while it is asked. */
  would: Would | Failure | undefined;
  /** What that means, in words. */
  children(would: Would): ReactNode;
  /** Whether it was done; if not, the dialog stays. */
  forget(): Promise<boolean>;
  onClose(): void;
}

/** Says what would go, and only then lets it go. */
export function ForgetDialog<Would>(props: ForgetDialogProps<Would>) {
  const { title, label, quoted, would, children, forget, onClose } = props;
  const say = useWords(said);
  const [busy, setBusy] = useState(false);
  const known = would !== undefined && !(would instanceof Failure);

  async function go() {
    setBusy(true);
    const gone = await forget();
    setBusy(false);
    if (gone) onClose();
  }

  return (
    <Dialog
      open
      tone="danger"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button kind="danger" icon="trash" disabled={!known} busy={busy} onClick={go}>
            {label}
          </Button>
        </>
      }
    >
      {quoted !== undefined && <blockquote className={style.quoted}>{quoted}</blockquote>}
      <div className={style.would}>
        {would === undefined && <Skeleton lines={2} />}
        {would instanceof Failure && <FailureNotice failure={would} />}
        {known && children(would)}
      </div>
    </Dialog>
  );
}
