import { Failure } from "../../channels/client.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import type { Detail } from "../../state/knowledge.ts";
import type { Spot } from "../../state/talk_asked.ts";
import { day, percent } from "../../words/index.ts";
import { validity } from "../PieceCard/PieceCard.tsx";
import { said } from "../words.ts";
import { said as saidOfTalk } from "../words_talk.ts";
import style from "./PieceHistory.module.css";

export interface PieceHistoryProps {
  /** Absent: being looked up. */
  detail: Detail | Failure | undefined;
  /** Read on where it was said. */
  onOpenSource?(spot: Spot): void;
  onClose(): void;
}

/** What held in one place, the newest first, and where it was said. */
export function PieceHistory({ detail, onOpenSource, onClose }: PieceHistoryProps) {
  const say = useWords(said);
  return (
    <Dialog open title={say.historyTitle} placement="side" onClose={onClose}>
      {detail === undefined && <Skeleton lines={4} />}
      {detail instanceof Failure && <FailureNotice failure={detail} />}
      {detail !== undefined && !(detail instanceof Failure) && (
        <Told detail={detail} {...(onOpenSource && { onOpenSource })} />
      )}
    </Dialog>
  );
}

interface ToldProps extends Pick<PieceHistoryProps, "onOpenSource"> {
  detail: Detail;
}

function Told({ detail, onOpenSource }: ToldProps) {
  const { item, currentScore, sources, history, derived, gone } = detail;
  const say = useWords(said);
  const ofTalk = useWords(saidOfTalk);
  const language = useLanguage();
  return (
    <div className={style.told}>
      <ol className={style.history}>
        {history.map((each) => (
          <li key={each.id} data-current={each.id === item.id}>
            <p className={style.content}>{each.content}</p>
            <p className={style.quiet}>
              {validity(each, say, (at) => day(at, language)) || <Time at={each.createdAt} />}{" "}
              <Badge tone={each.state === "active" ? "success" : "neutral"}>
                {say[`state_${each.state}`]}
              </Badge>
            </p>
          </li>
        ))}
      </ol>
      <p className={style.quiet}>{say.currentScore(percent(currentScore, language))}</p>
      <h3>{say.sources}</h3>
      {sources.length === 0 ? (
        <p className={style.quiet}>{say.noSources}</p>
      ) : (
        <ul className={style.sources}>
          {sources.map(({ session, line, at }) => (
            <li key={`${session} ${line}`}>
              <span className={style.where}>{say.source(session, line ? String(line) : "")}</span>{" "}
              <span className={style.quiet}>
                <Time at={at} />
              </span>{" "}
              {gone?.includes(`${session}:${line}`) ? (
                <span className={style.quiet}>{ofTalk.gone_}</span>
              ) : (
                onOpenSource &&
                line && (
                  <Button
                    size="small"
                    kind="quiet"
                    onClick={() => onOpenSource({ session, place: line })}
                  >
                    {ofTalk.toSource}
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
      )}
      {derived.length > 0 && <p className={style.quiet}>{say.derived(derived.length)}</p>}
    </div>
  );
}
