import type { ButtonHTMLAttributes, Ref } from "react";
import { Icon, type IconName } from "../Icon/Icon.tsx";
import style from "./IconButton.module.css";

export interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "title" | "children"> {
  /** Its name to a screen reader, and what the pointer is told. */
  label: string;
  icon: IconName;
  size?: "small" | "medium";
  /** A button that stays down: given, it is a toggle. */
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  icon,
  size = "medium",
  pressed,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${style.button} ${className}` : style.button}
      data-size={size}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
    >
      <Icon name={icon} size={size === "small" ? 14 : 16} />
    </button>
  );
}
