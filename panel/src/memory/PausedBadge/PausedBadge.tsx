import { useWords } from "../../mohen.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import { said } from "../words.ts";
import style from "./PausedBadge.module.css";

export interface PausedBadgeProps {
  /** In all projects, not in this one alone. */
  everywhere?: boolean;
}

export function PausedBadge({ everywhere = false }: PausedBadgeProps) {
  const say = useWords(said);
  return (
    <span className={style.badge} title={everywhere ? say.pausedEverywhere : say.pausedHere}>
      <Icon name="pause" size={12} />
      {say.paused}
    </span>
  );
}
