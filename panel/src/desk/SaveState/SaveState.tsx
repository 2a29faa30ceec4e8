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

/** How it stands between the desk and the file, in a word. */
export function SaveState({ saving }: { saving: Saving }) {
  const say = useWords(said);
  return (
    <p className={style.state} data-saving={saving} role="status">
      <Icon name={ICONS[saving]} size={14} />
      {say[saving]}
    </p>
  );
}
