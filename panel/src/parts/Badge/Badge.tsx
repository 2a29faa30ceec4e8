import type { ReactNode } from "react";
import { drawn, type IconLike } from "../Icon/Icon.tsx";
import style from "./Badge.module.css";

export interface BadgeProps {
  tone?: "neutral" | "accent" | "warning" | "danger" | "success";
  icon?: IconLike;
  children: ReactNode;
}

/** A word or two about the thing it stands beside. The words say it; the colour only helps. */
export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <span className={style.badge} data-tone={tone}>
      {drawn(icon, 12)}
      <span className={style.text}>{children}</span>
    </span>
  );
}
