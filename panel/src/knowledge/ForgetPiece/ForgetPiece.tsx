import { useState } from "react";
import { Failure } from "../../channels/client.ts";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Spinner } from "../../parts/Spinner/Spinner.tsx";
import type { Foreseen } from "../../state/forgetting.ts";
import { said } from "../words_forget.ts";
import style from "./ForgetPiece.module.css";

export interface ForgetPieceProps {
  content: string;
  /** What is asked, and what it will do; absent: of one thing that is known. */
  title?: string;
  text?: string;
  /** Why what is listed goes too. Absent: one of them is what was chosen. */
  named?: string;
  /** What would go, from a dry run; absent: being looked up. */
  foreseen: Foreseen | Failure | undefined;
  onForget(): Promise<Failure | undefined>;
  onClose(): void;
}

/** Says all that will go before anything goes. */
export function ForgetPiece({
  content,
  title,
  text,
  named,
  foreseen,
  onForget,
  onClose,
}: ForgetPieceProps) {
  const say = useWords(said);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const known = foreseen instanceof Failure ? undefined : foreseen;
  const items = known?.items ?? [];

  async function forget() {
    setBusy(true);
    const failed = await onForget();
    setBusy(false);
    setFailure(failed);
    if (!failed) onClose();
  }

  return (
    <Dialog
      open
      tone="danger"
      title={title ?? say.forgetTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button kind="danger" icon="trash" busy={busy} disabled={!known} onClick={forget}>
            {say.forget}
          </Button>
        </>
      }
    >
      <div className={style.forget}>
        {foreseen instanceof Failure && <FailureNotice failure={foreseen} />}
        {failure && <FailureNotice failure={failure} />}
        <p className={style.content}>{content}</p>
        <p>{text ?? say.forgetText}</p>
        {foreseen === undefined && <Spinner label={say.foreseeing} />}
        {known && known.messages > 0 && (
          <p>{say.forgetMessages(known.messages, known.knowledge)}</p>
        )}
        {items.length > (named ? 0 : 1) && (
          <>
            <p>{say.forgetGoes}</p>
            <ul className={style.items}>
              {items.map(({ id, content: words, why }) => (
                <li key={id}>
                  {words}{" "}
                  <span className={style.why}>
                    {why === "named" && named ? named : say[`why_${why}`]}
                  </span>
                </li>
              ))}
            </ul>
            {(known?.more ?? 0) > 0 && (
              <p className={style.why}>{say.forgetMore(known?.more ?? 0)}</p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
