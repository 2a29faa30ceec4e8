import { useNoun, useWords } from "../../mohen.tsx";
import { createDesk } from "../../state/desk.ts";
import { said } from "../words.ts";
import style from "./Desk.module.css";

const PANES = ["chapters", "text", "assistant"] as const;

/** Where there is room for one part of the desk: which one. */
export function Panes() {
  const say = useWords(said);
  const pane = useNoun(createDesk, (desk) => desk.pane);
  const turnTo = useNoun(createDesk, (desk) => desk.turnTo);
  return (
    <nav className={style.panes} aria-label={say.panes}>
      {PANES.map((each) => (
        <button
          key={each}
          type="button"
          className={style.pane}
          aria-pressed={each === pane}
          onClick={() => turnTo(each)}
        >
          {say[each]}
        </button>
      ))}
    </nav>
  );
}
