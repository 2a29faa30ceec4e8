import { memo } from "react";
import { useInside, useLanguage, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Menu, type MenuItem } from "../../parts/Menu/Menu.tsx";
import type { Piece } from "../../state/knowledge.ts";
import { spotOf } from "../../state/talk_asked.ts";
import { day, percent } from "../../words/index.ts";
import { kindInWords } from "../kind_words.ts";
import { type Said, said } from "../words.ts";
import { type Said as SaidOfTalk, said as saidOfTalk } from "../words_talk.ts";
import style from "./PieceCard.module.css";

export type PieceAct = "correct" | "archive" | "restore" | "history" | "source" | "forget";

export interface PieceCardProps {
  piece: Piece;
  onAct(act: PieceAct, piece: Piece): void;
}

/** One thing that is known: its words first, and below them how much they count. */
export const PieceCard = memo(function PieceCard({ piece, onAct }: PieceCardProps) {
  const say = useWords(said);
  const ofTalk = useWords(saidOfTalk);
  const language = useLanguage();
  const inside = useInside();
  const share = (value: number) => percent(value, language);
  const facts = [
    say[piece.category],
    say.importance(share(piece.importance)),
    inside ? say.score(share(piece.score)) : "",
    piece.type === "belief" ? say.confidence(share(piece.confidence)) : "",
    validity(piece, say, (at) => day(at, language)),
    piece.origin === "manual" ? say.typed : "",
    ...piece.entities,
  ];
  return (
    <li
      className={style.piece}
      data-piece={piece.id}
      data-state={piece.state}
      data-type={piece.type}
    >
      <div className={style.words}>
        <p className={style.content}>{piece.content}</p>
        <p className={style.facts}>{facts.filter(Boolean).join(" · ")}</p>
        {piece.basis && <p className={style.facts}>{say.basis(piece.basis)}</p>}
        {piece.reason && <p className={style.facts}>{say.because(piece.reason[language])}</p>}
      </div>
      <div className={style.side}>
        <Badge tone={piece.type === "belief" ? "warning" : "neutral"}>
          {kindInWords(piece.type, say)}
        </Badge>
        {piece.state !== "active" && <Badge>{say[`state_${piece.state}`]}</Badge>}
        {piece.projectId === undefined && <Badge icon="globe">{say.global}</Badge>}
        {piece.stale && <Badge tone="warning">{say.staleMark}</Badge>}
        <Menu
          label={say.actions(shortened(piece.content))}
          size="small"
          items={actsOn(piece, say, ofTalk).map((item) => ({
            ...item,
            onSelect: () => onAct(item.id, piece),
          }))}
        />
      </div>
    </li>
  );
});

function actsOn(
  { state, sources }: Piece,
  say: Said,
  { toSource }: SaidOfTalk,
): (Omit<MenuItem, "onSelect" | "id"> & { id: PieceAct })[] {
  const correct = { id: "correct", label: say.correct, icon: "pen" } as const;
  const history = { id: "history", label: say.history, icon: "history" } as const;
  const source = { id: "source", label: toSource, icon: "link" } as const;
  const past = sources.some(spotOf) ? [history, source] : [history];
  const archive = { id: "archive", label: say.toArchive, icon: "folder" } as const;
  const restore = { id: "restore", label: say.toRestore, icon: "undo" } as const;
  const forget = { id: "forget", label: say.forget, icon: "trash", danger: true } as const;
  if (state === "active") return [correct, ...past, archive, forget];
  // What was replaced is brought back by correcting what replaced it.
  if (state === "superseded") return [...past, forget];
  return [...past, restore, forget];
}

/** From when to when it holds, or the day it speaks of. */
export function validity(
  { validFrom, validTo, eventAt }: Pick<Piece, "validFrom" | "validTo" | "eventAt">,
  say: Said,
  text: (at: number) => string,
): string {
  if (eventAt !== undefined) return say.on(text(eventAt));
  if (validFrom !== undefined && validTo !== undefined)
    return say.spans(text(validFrom), text(validTo));
  if (validTo !== undefined) return say.until(text(validTo));
  return validFrom === undefined ? "" : say.since(text(validFrom));
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > 24 ? `${letters.slice(0, 23).join("")}…` : text;
}
