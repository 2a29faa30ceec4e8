import { useWords } from "../../mohen.tsx";
import { said } from "../words.ts";
import style from "./Skeleton.module.css";

/** Where text is going to stand: it keeps the room, so that nothing jumps when it comes. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const say = useWords(said);
  return (
    <div className={style.skeleton}>
      <span className="visually-hidden">{say.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place
        <span key={line} className={style.line} aria-hidden="true" />
      ))}
    </div>
  );
}
