import { useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { Marked } from "../../parts/Marked/Marked.tsx";
import { excerpt } from "../../parts/Marked/marking.ts";
import { Time } from "../../parts/Time/Time.tsx";
import type { Answers, Fact, Found, Message } from "../../state/talk_asked.ts";
import noted from "../Noted.module.css";
import { whoSaid } from "../TalkLine/who_said.ts";
import { said } from "../words_talk.ts";
import style from "./FoundSaid.module.css";

export interface FoundSaidProps {
  answers: Answers;
  onOpen(message: Message): void;
  onFact(fact: Fact): void;
}

/** Facts and what was said in one list, the best first, each line with those beside it. */
export function FoundSaid({ answers: { items, marks }, onOpen, onFact }: FoundSaidProps) {
  const say = useWords(said);
  if (items.length === 0) {
    return (
      <EmptyState icon="search" title={say.noneFound}>
        {say.noneFoundMore}
      </EmptyState>
    );
  }
  return (
    <ul>
      {items.map((each) => (
        <li key={keyOf(each)} className={noted.one}>
          {each.facts.length > 0 && (
            <ul className={style.known}>
              {each.facts.map((fact) => (
                <li key={fact.id}>
                  <Badge tone="accent">{say.fact}</Badge>
                  <button type="button" className={style.fact} onClick={() => onFact(fact)}>
                    <Marked text={fact.content} marks={marks} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {each.replaced.map((content) => (
            <p key={content} className={noted.quiet}>
              {say.noLonger(content)}
            </p>
          ))}
          {each.said ? (
            <Quoted found={each.said} marks={marks} onOpen={onOpen} />
          ) : (
            <p className={noted.quiet}>{say.noWords}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface QuotedProps {
  found: NonNullable<Found["said"]>;
  marks: readonly string[];
  onOpen(message: Message): void;
}

function Quoted({ found: { message, before, after }, marks, onOpen }: QuotedProps) {
  const say = useWords(said);
  return (
    <>
      <blockquote className={`${noted.quote} ${style.quote}`} data-role={message.role}>
        {before && <Beside message={before} marks={marks} />}
        <p className={style.who}>
          <strong>{whoSaid(message, say)}</strong>
          {message.role !== "user" && message.speaker && ` ${say[`role_${message.role}`]}`} ·{" "}
          <Time at={message.at} />
        </p>
        <p className={style.text}>
          <Marked text={excerpt(message.text, marks)} marks={marks} />
        </p>
        {after && <Beside message={after} marks={marks} />}
      </blockquote>
      <Button size="small" onClick={() => onOpen(message)}>
        {say.open}
      </Button>
    </>
  );
}

/** The line just before or after it, on one line. */
function Beside({ message, marks }: { message: Message; marks: readonly string[] }) {
  const say = useWords(said);
  return (
    <p className={style.beside}>
      {whoSaid(message, say)}: <Marked text={excerpt(message.text, marks, 160)} marks={marks} />
    </p>
  );
}

function keyOf({ said, facts }: Found): string {
  return said ? `${said.message.session}:${said.message.place}` : (facts[0]?.id ?? "");
}
