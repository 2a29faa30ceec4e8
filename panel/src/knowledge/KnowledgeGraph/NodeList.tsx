import { type KeyboardEvent, memo, useRef } from "react";
import { useLanguage, useWords } from "../../mohen.tsx";
import { count } from "../../words/index.ts";
import { kindInWords } from "../kind_words.ts";
import { said } from "../words.ts";
import { KindMark } from "./KindMark.tsx";
import style from "./KnowledgeGraph.module.css";
import type { Node } from "./web.ts";

export interface NodeListProps {
  nodes: readonly Node[];
  present: ReadonlySet<string>;
  chosen: string | undefined;
  onChoose(id: string): void;
  onPoint(id: string | undefined): void;
}

/** The same as the picture, for keys and for those who do not see it: one stop, then arrows. */
export const NodeList = memo(function NodeList({
  nodes,
  present,
  chosen,
  onChoose,
  onPoint,
}: NodeListProps) {
  const say = useWords(said);
  const language = useLanguage();
  const list = useRef<HTMLDivElement>(null);
  const entrance = nodes.find(({ id }) => id === chosen)?.id ?? nodes[0]?.id;

  function press(event: KeyboardEvent<HTMLDivElement>, at: number) {
    const to = target(event.key, at, nodes.length) ?? spelled(event.key, at, nodes);
    if (to === undefined) {
      const id = nodes[at]?.id;
      if ((event.key === "Enter" || event.key === " ") && id !== undefined) {
        event.preventDefault();
        onChoose(id);
      }
      return;
    }
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>("[role=option]")[to]?.focus();
  }

  return (
    <div ref={list} className={style.list} role="listbox" aria-label={say.nodes}>
      {nodes.map((node, at) => (
        <div
          key={node.id}
          role="option"
          className={style.option}
          aria-selected={node.id === chosen}
          data-present={present.has(node.id)}
          tabIndex={node.id === entrance ? 0 : -1}
          onClick={() => onChoose(node.id)}
          onKeyDown={(event) => press(event, at)}
          onFocus={() => onPoint(node.id)}
          onBlur={() => onPoint(undefined)}
        >
          <KindMark type={node.type} />
          <span className={style.name}>{node.name}</span>
          <span className="visually-hidden">{kindInWords(node.type, say)}</span>
          <span className={style.many}>{count(node.told.length, language)}</span>
        </div>
      ))}
    </div>
  );
});

function target(key: string, at: number, length: number): number | undefined {
  if (key === "ArrowDown") return Math.min(length - 1, at + 1);
  if (key === "ArrowUp") return Math.max(0, at - 1);
  if (key === "Home") return 0;
  return key === "End" ? length - 1 : undefined;
}

/** The next whose name begins with a letter. */
function spelled(key: string, at: number, nodes: readonly Node[]): number | undefined {
  if ([...key].length !== 1 || key === " ") return undefined;
  const letter = key.toLowerCase();
  for (let step = 1; step <= nodes.length; step += 1) {
    const next = (at + step) % nodes.length;
    if (nodes[next]?.name.toLowerCase().startsWith(letter)) return next;
  }
  return undefined;
}
