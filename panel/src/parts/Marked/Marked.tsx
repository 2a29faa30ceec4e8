import { useMemo } from "react";
import style from "./Marked.module.css";
import { marking } from "./marking.ts";

export interface MarkedProps {
  text: string;
  /** Words that stand out wherever they stand in it. */
  marks: readonly string[];
}

/** A text in which some words stand out. */
export function Marked({ text, marks }: MarkedProps) {
  const pattern = useMemo(() => marking(marks), [marks]);
  if (!pattern) return text;
  return text.split(pattern).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part of a text is its place in it
      <mark key={at} className={style.mark}>
        {part}
      </mark>
    ),
  );
}
