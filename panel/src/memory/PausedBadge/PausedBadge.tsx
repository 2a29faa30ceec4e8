import { useWords } from "../../mohen.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import { said } from "../words.ts";
import style from "./PausedBadge.module.css";

export function PausedBadge() {
  const say = useWords(said);
  return (
    <span className={style.badge}>
      <Icon name="pause" size={12} />
      {say.paused}
    </span>
  );
}
