import { useWords } from "../../mohen.tsx";
import { Icon, type IconName } from "../../parts/Icon/Icon.tsx";
import type { Saving } from "../../state/open_chapter.ts";
import { said } from "../words.ts";
import style from "./SaveState.module.css";

const ICONS: Record<Saving, IconName> = {
  saved: "check",
  unsaved: "pen",
  saving: "refresh",
  offline: "warning",
  conflict: "split",
  failed: "warning",
};

// Only these are said aloud: a text is saved at every pause, and nobody wants to hear that.
const TROUBLES: readonly Saving[] = ["offline", "conflict", "failed"];

/** How it stands between the desk and the file, in a word. */
export function SaveState({ saving }: { saving: Saving }) {
  const say = useWords(said);
  const isTrouble = TROUBLES.includes(saving);
  return (
    <p className={style.state} data-saving={saving}>
      <Icon name={ICONS[saving]} size={14} />
      {!isTrouble && say[saving]}
      <span role="status">{isTrouble && say[saving]}</span>
    </p>
  );
}
