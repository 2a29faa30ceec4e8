import { useEffect, useState } from "react";
import { Failure } from "../../channels/client.ts";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import type { Injected, Receipt } from "../../state/preview.ts";
import { said } from "../words_care.ts";
import style from "./InjectionPreview.module.css";

export interface ForgetItemProps {
  /** The fact or note in question; without one nothing is asked. */
  item?: Injected | undefined;
  foresee(item: Injected): Promise<Receipt | Failure>;
  forget(item: Injected): Promise<boolean>;
  onClose(): void;
}

/** Says what goes with a fact or a note before it is forgotten. */
export function ForgetItem({ item, foresee, forget, onClose }: ForgetItemProps) {
  const say = useWords(said);
  const [would, setWould] = useState<Receipt | Failure>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    setWould(undefined);
    if (!item) return;
    let asked = true;
    void foresee(item).then((told) => asked && setWould(told));
    return () => {
      asked = false;
    };
  }, [item, foresee]);

  if (!item) return null;
  const known = would !== undefined && !(would instanceof Failure);
  return (
    <Dialog
      open
      tone="danger"
      title={say.removeTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button
            kind="danger"
            icon="trash"
            disabled={!known}
            busy={busy}
            onClick={async () => {
              setBusy(true);
              const gone = await forget(item);
              setBusy(false);
              if (gone) onClose();
            }}
          >
            {say.remove}
          </Button>
        </>
      }
    >
      <blockquote className={style.doomed}>{item.content}</blockquote>
      {would === undefined && <Skeleton lines={2} />}
      {would instanceof Failure && <FailureNotice failure={would} />}
      {known && (
        <div>
          <p>{say.removeText}</p>
          {would.knowledge > 1 && <p>{say.removeMore(would.knowledge - 1)}</p>}
          <p>{say.noUndo}</p>
        </div>
      )}
    </Dialog>
  );
}
