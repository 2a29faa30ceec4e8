import type { ReactElement } from "react";
import style from "./Icon.module.css";
import { type IconName, paths } from "./paths.ts";

export type { IconName } from "./paths.ts";

/** What takes an icon takes its name, or a picture of one's own. */
export type IconLike = IconName | ReactElement;

/** A small picture beside words that say the same; by itself it says nothing to a screen reader. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={style.icon}
      data-icon={name}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}

export function drawn(icon: IconLike | undefined, size?: number): ReactElement | undefined {
  return typeof icon === "string" ? <Icon name={icon} {...(size && { size })} /> : icon;
}
