import type { ReactNode } from "react";
import { drawn, type IconLike } from "../Icon/Icon.tsx";
import style from "./EmptyState.module.css";

export interface EmptyStateProps {
  icon: IconLike;
  title: string;
  /** How something comes to be here. */
  children?: ReactNode;
  actions?: ReactNode;
}

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={style.empty}>
      <span className={style.mark}>{drawn(icon, 28)}</span>
      <p className={style.title}>{title}</p>
      {children && <div className={style.text}>{children}</div>}
      {actions && <div className={style.actions}>{actions}</div>}
    </div>
  );
}
