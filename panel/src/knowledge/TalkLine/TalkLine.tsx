import { memo, useEffect, useRef, useState } from "react";
import { useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import { Marked } from "../../parts/Marked/Marked.tsx";
import { Menu } from "../../parts/Menu/Menu.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import type { Piece } from "../../state/knowledge.ts";
import type { Message } from "../../state/talk_asked.ts";
import { brief } from "../../words/index.ts";
import { said as known } from "../words.ts";
import { said } from "../words_talk.ts";
import style from "./TalkLine.module.css";
import { isLong, whoSaid } from "./who_said.ts";

export interface TalkLineProps {
  message: Message;
  /** What is known from it. */
  facts?: readonly Piece[];
  marks?: readonly string[];
  /** It is the line one came for: it shows itself, whole, and has the focus. */
  marked?: boolean;
  onFact(piece: Piece): void;
  onForget(what: "line" | "speaker", message: Message): void;
}

/** One message: who, when, its words, and what is known from them. */
export const TalkLine = memo(function TalkLine({
  message,
  facts = [],
  marks = [],
  marked = false,
  onFact,
  onForget,
}: TalkLineProps) {
  const say = useWords(said);
  const ofState = useWords(known);
  const line = useRef<HTMLLIElement>(null);
  const long = isLong(message);
  const [folded, setFolded] = useState(long && !marked);
  const { role, speaker, text, place, at } = message;
  const who = whoSaid(message, say);
  useEffect(() => {
    if (!marked) return;
    line.current?.scrollIntoView({ block: "center" });
    line.current?.focus({ preventScroll: true });
  }, [marked]);
  return (
    <li
      ref={line}
      className={style.line}
      data-place={place}
      data-role={role}
      data-marked={marked || undefined}
      aria-current={marked || undefined}
      tabIndex={-1}
    >
      <p className={style.head}>
        <span className={style.who}>
          {role !== "user" && <Icon name={role === "assistant" ? "sparkle" : "gear"} size={14} />}
          {who}
        </span>
        {role !== "user" && speaker && <span>{say[`role_${role}`]}</span>}
        <Time at={at} />
        {marked && <Badge tone="accent">{say.here}</Badge>}
      </p>
      <Menu
        label={say.lineActions(brief(text, 24))}
        size="small"
        items={[
          {
            id: "line",
            label: say.forgetLine,
            icon: "trash",
            danger: true,
            onSelect: () => onForget("line", message),
          },
          ...(speaker
            ? [
                {
                  id: "speaker",
                  label: say.forgetSpeaker(speaker),
                  icon: "trash" as const,
                  danger: true,
                  onSelect: () => onForget("speaker", message),
                },
              ]
            : []),
        ]}
      />
      <p className={style.text} data-folded={folded || undefined}>
        <Marked text={text} marks={marks} />
      </p>
      {long && (
        <div className={style.below}>
          <Button
            size="small"
            kind="quiet"
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          >
            {folded ? say.whole : say.less}
          </Button>
        </div>
      )}
      {facts.length > 0 && (
        <div className={style.below}>
          <span>{say.knownFrom}</span>
          <ul>
            {facts.map((fact) => (
              <li key={fact.id}>
                <Button
                  size="small"
                  className={style.fact ?? ""}
                  data-state={fact.state}
                  onClick={() => onFact(fact)}
                >
                  {fact.content}
                  {fact.state !== "active" && ` · ${ofState[`state_${fact.state}`]}`}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  );
});
