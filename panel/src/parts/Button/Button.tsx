import type { ButtonHTMLAttributes, ReactNode } from "react";
import style from "./Button.module.css";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary`: the one thing to do here; `danger`: something goes for good; `quiet`: beside text. */
  kind?: "plain" | "primary" | "danger" | "quiet";
  size?: "small" | "medium";
  icon?: ReactNode;
  /** At work: not pressable, and said to be so. */
  busy?: boolean;
}

export function Button({
  kind = "plain",
  size = "medium",
  icon,
  busy = false,
  disabled,
  children,
  className,
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
      disabled={disabled || busy}
    >
      {icon}
      {children}
    </button>
  );
}
