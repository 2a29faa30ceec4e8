import type { ButtonHTMLAttributes, Ref } from "react";
import { drawn, type IconLike } from "../Icon/Icon.tsx";
import style from "./Button.module.css";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary`: the one thing to do here; `danger`: something goes for good; `quiet`: beside text. */
  kind?: "plain" | "primary" | "danger" | "quiet";
  size?: "small" | "medium";
  icon?: IconLike;
  /** At work: not pressable, and said to be so. It keeps the focus, so that a keyboard is not lost. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  kind = "plain",
  size = "medium",
  icon,
  busy = false,
  disabled,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${style.button} ${className}` : style.button}
      data-kind={kind}
      data-size={size}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      disabled={disabled}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className={style.busy} /> : drawn(icon, size === "small" ? 14 : 16)}
      {children}
    </button>
  );
}
