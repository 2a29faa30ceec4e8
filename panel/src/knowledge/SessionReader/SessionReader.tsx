import { useEffect, useRef } from "react";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import type { Piece } from "../../state/knowledge.ts";
import type { Loaded } from "../../state/loaded.ts";
import type { Message, Reading, Spot } from "../../state/talk_asked.ts";
import { TalkLine } from "../TalkLine/TalkLine.tsx";
import { said } from "../words_talk.ts";
import style from "./SessionReader.module.css";

export interface SessionReaderProps {
  spot: Spot;
  reading: Loaded<Reading>;
  marks?: readonly string[];
  onBack(): void;
  onEarlier(): void;
  onLater(): void;
  onRetry(): void;
  onFact(piece: Piece): void;
  onForget(what: "line" | "speaker", message: Message): void;
  onForgetSession(): void;
}

/** One conversation, line by line, from where one came to read. */
export function SessionReader({
  spot,
  reading,
  marks,
  onFact,
  onForget,
  ...on
}: SessionReaderProps) {
  const say = useWords(said);
  const title = useRef<HTMLHeadingElement>(null);
  const { data, failure } = reading;
  const there = data?.items.some(({ place }) => place === spot.place) ?? false;
  const isMissing = spot.place !== undefined && data !== undefined && !there;
  // What was pressed to come here is gone. A line that one came for takes the focus itself.
  useEffect(() => {
    const at = document.activeElement;
    if (!at?.matches('[aria-current="true"]')) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section className={style.reader} aria-label={say.session(spot.session)}>
      <div className={style.head}>
        <Button size="small" icon="undo" onClick={on.onBack}>
          {say.back}
        </Button>
        <h3 ref={title} className={style.title} tabIndex={-1}>
          {spot.session}
        </h3>
        <Button
          size="small"
          icon="trash"
          disabled={!data?.items.length}
          onClick={on.onForgetSession}
        >
          {say.forgetSession}
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} onRetry={on.onRetry} />}
      {!data && !failure && <Skeleton lines={6} />}
      {data?.items.length === 0 && (
        <EmptyState icon="history" title={say.nothingThere}>
          {say.nothingThereMore}
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <>
          {isMissing && <Notice tone="info">{say.notThere}</Notice>}
          {data.previous !== undefined && (
            <More busy={reading.state === "loading"} label={say.earlier} onClick={on.onEarlier} />
          )}
          <ol className={style.lines} aria-busy={reading.state === "loading"}>
            {data.items.map((message) => (
              <TalkLine
                key={message.place}
                message={message}
                facts={data.facts.get(message.place) ?? NONE}
                marked={message.place === spot.place}
                onFact={onFact}
                onForget={onForget}
                {...(marks && { marks })}
              />
            ))}
          </ol>
          {data.next !== undefined && (
            <More busy={reading.state === "loading"} label={say.later} onClick={on.onLater} />
          )}
        </>
      )}
    </section>
  );
}

const NONE: readonly Piece[] = [];

function More({ busy, label, onClick }: { busy: boolean; label: string; onClick(): void }) {
  return (
    <Button className={style.on ?? ""} size="small" busy={busy} onClick={onClick}>
      {label}
    </Button>
  );
}
