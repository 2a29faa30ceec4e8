import { useId, useMemo } from "react";
import { useWords } from "../../mohen.tsx";
import { said } from "../words.ts";
import { type Change, compare } from "./compare.ts";
import style from "./Diff.module.css";

export interface DiffProps {
  before: string;
  after: string;
  /** `side`: two columns, one above the other where there is no room. */
  mode?: "inline" | "side";
  labels?: { before: string; after: string };
}

export function Diff({ before, after, mode = "inline", labels }: DiffProps) {
  const say = useWords(said);
  const { changes, coarse } = useMemo(() => compare(before, after), [before, after]);
  const heads = labels ?? say;
  const id = useId();
  return (
    <div className={style.diff} data-mode={mode}>
      {mode === "inline" ? (
        <div className={style.prose}>
          <Marked changes={changes} />
        </div>
      ) : (
        <div className={style.sides}>
          <figure className={style.side} aria-labelledby={`${id}-before`}>
            <figcaption className={style.head} id={`${id}-before`}>
              {heads.before}
            </figcaption>
            <div className={style.prose}>
              <Marked changes={changes} without="added" />
            </div>
          </figure>
          <figure className={style.side} aria-labelledby={`${id}-after`}>
            <figcaption className={style.head} id={`${id}-after`}>
              {heads.after}
            </figcaption>
            <div className={style.prose}>
              <Marked changes={changes} without="removed" />
            </div>
          </figure>
        </div>
      )}
      {before === after && <p className={style.note}>{say.same}</p>}
      {coarse && <p className={style.note}>{say.coarse}</p>}
    </div>
  );
}

interface MarkedProps {
  changes: readonly Change[];
  without?: "added" | "removed";
}

function Marked({ changes, without }: MarkedProps) {
  const say = useWords(said);
  return changes.map((change, at) => {
    if (change.kind === without) return null;
    if (change.kind === "kept") return change.text;
    const gone = change.kind === "removed";
    const Mark = gone ? "del" : "ins";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a change is its place between two fixed texts
      <Mark key={at} className={gone ? style.removed : style.added}>
        <span className={`visually-hidden ${style.said}`}>{gone ? say.deleted : say.inserted}</span>
        {visible(change.text)}
        <span className={`visually-hidden ${style.said}`}>{say.endOfChange}</span>
      </Mark>
    );
  });
}

/** A break of a line that came or went would be nothing to look at. */
function visible(text: string): string {
  return text.replaceAll("\n", "↵\n");
}
