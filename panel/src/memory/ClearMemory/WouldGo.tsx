import { useWords } from "../../mohen.tsx";
import type { Extent } from "../../state/clearing.ts";
import { type Said, said } from "../words_care.ts";
import style from "./ClearMemory.module.css";

/** What an author knows of; indexes and measurements go with it and are not worth a line. */
const KINDS = [
  "episodes",
  "digests",
  "rules",
  "knowledge",
  "conversations",
  "messages",
  "story",
  "events",
  "conflicts",
  "traces",
  "vetoes",
  "keys",
] as const satisfies readonly Known<keyof Said>[];

type Known<K> = K extends `would_${infer Kind}` ? Kind : never;

type Counts = Readonly<Record<string, number>>;

/** Whether there is anything to clear at all. */
export function hasAny(would: Counts): boolean {
  return Object.values(would).some((number) => number > 0);
}

export function WouldGo({ would, kind }: { would: Counts; kind: Extent["kind"] }) {
  const say = useWords(said);
  if (!hasAny(would)) return <p>{say.clearNothing}</p>;
  const lines = KINDS.flatMap((each) => {
    const number = would[each] ?? 0;
    return number > 0 ? [say[`would_${each}`](number)] : [];
  });
  return (
    <div className={style.would}>
      <p>{say.clearWould}</p>
      <ul className={style.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={style.quiet}>
        {kind === "project" && <span>{say.globalStays}</span>}
        <span>{say.filesStay}</span>
        <span>{say.anew}</span>
      </p>
    </div>
  );
}
