import { useEffect, useState } from "react";
import { Failure } from "../../channels/client.ts";
import type { Account } from "../../channels/generated.ts";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import type { Receipt } from "../../state/why_rule.ts";
import { said } from "../words_learning.ts";
import style from "./WhyRule.module.css";

export interface ForgetEpisodeProps {
  /** The interaction in question; without one nothing is asked. */
  account?: Account | undefined;
  foresee(episodeId: string): Promise<Receipt | Failure>;
  forget(episodeId: string): Promise<boolean>;
  onClose(): void;
}

/** Says what forgetting an interaction takes, before it is done. */
export function ForgetEpisode({ account, foresee, forget, onClose }: ForgetEpisodeProps) {
  const say = useWords(said);
  const [would, setWould] = useState<Receipt | Failure>();
  const [busy, setBusy] = useState(false);
  const id = account?.episodeId;

  useEffect(() => {
    setWould(undefined);
    if (id === undefined) return;
    let asked = true;
    void foresee(id).then((told) => asked && setWould(told));
    return () => {
      asked = false;
    };
  }, [id, foresee]);

  if (id === undefined) return null;
  const known = would !== undefined && !(would instanceof Failure);
  return (
    <Dialog
      open
      tone="danger"
      title={say.forgetTitle}
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
              const gone = await forget(id);
              setBusy(false);
              if (gone) onClose();
            }}
          >
            {say.forget_}
          </Button>
        </>
      }
    >
      <div className={style.would}>
        {would === undefined && <Skeleton lines={2} />}
        {would instanceof Failure && <FailureNotice failure={would} />}
        {known && (
          <>
            <p>{say.forgetText}</p>
            {would.links > 0 && <p>{say.forgetLinks(would.links)}</p>}
            <p>{say.forgetNoUndo}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
