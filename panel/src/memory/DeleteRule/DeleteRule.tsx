import { Failure } from "../../channels/client.ts";
import type { Data, Rule } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { ruleText } from "../rule_text.ts";
import { useForeseen } from "../use_foreseen.ts";
import { said } from "../words.ts";
import style from "./DeleteRule.module.css";

type Deleted = Data<"memory:semantic:delete">;

export interface DeleteRuleProps {
  /** The rule in question; without one nothing is asked. */
  rule?: Rule | undefined;
  /** What a delete would do. */
  foresee(rule: Rule): Promise<Deleted | Failure>;
  onDelete(rule: Rule): void;
  onClose(): void;
}

/** Says what a delete will do before it is done. */
export function DeleteRule({ rule, foresee, onDelete, onClose }: DeleteRuleProps) {
  const say = useWords(said);
  const language = useLanguage();
  const would = useForeseen(rule, foresee);
  if (!rule) return null;
  const gone = would instanceof Failure && would.code === "NOT_FOUND";
  return (
    <Dialog
      open
      tone="danger"
      title={say.removeTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button kind="danger" icon="trash" disabled={gone} onClick={() => onDelete(rule)}>
            {say.remove}
          </Button>
        </>
      }
    >
      <blockquote className={style.rule}>{ruleText(rule, language)}</blockquote>
      <div className={style.would}>
        {would === undefined && <Skeleton lines={3} />}
        {would instanceof Failure && <FailureNotice failure={would} />}
        {would !== undefined && !(would instanceof Failure) && (
          <ul className={style.lines}>
            {consequences(would, say).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      {!gone && <p className={style.undo}>{say.removeUndo}</p>}
    </Dialog>
  );
}

function consequences(would: Deleted, say: (typeof said)["zh"]): string[] {
  return [
    say.removeRule,
    would.wordings > 0 && say.removeWordings(would.wordings),
    would.episodesMarked > 0 && say.removeEpisodes(would.episodesMarked),
    would.conflicts > 0 && say.removeConflicts(would.conflicts),
    would.vetoes > 0 && say.removeVeto,
  ].filter((line): line is string => Boolean(line));
}
