import type { ReactNode } from "react";
import { useWords } from "../../mohen.tsx";
import { Icon, type IconName } from "../Icon/Icon.tsx";
import { IconButton } from "../IconButton/IconButton.tsx";
import { said } from "../words.ts";
import style from "./Notice.module.css";

export type NoticeTone = "info" | "warning" | "danger" | "success";

export interface NoticeProps {
  tone: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  onDismiss?(): void;
  /** How it is said aloud when it appears. Without it: danger at once, the rest when there is time. */
  live?: "polite" | "assertive" | "off";
}

const ICONS: Record<NoticeTone, IconName> = {
  info: "info",
  warning: "warning",
  danger: "warning",
  success: "check",
};

export function Notice({
  tone,
  title,
  children,
  actions,
  onDismiss,
  live = tone === "danger" ? "assertive" : "polite",
}: NoticeProps) {
  const say = useWords(said);
  return (
    <div className={style.notice} data-tone={tone} role={ROLES[live]}>
      <span className={style.mark}>
        <Icon name={ICONS[tone]} />
      </span>
      <div className={style.body}>
        {title && <p className={style.title}>{title}</p>}
        {children && <div className={style.text}>{children}</div>}
        {actions && <div className={style.actions}>{actions}</div>}
      </div>
      {onDismiss && (
        <IconButton label={say.dismiss} icon="close" size="small" onClick={onDismiss} />
      )}
    </div>
  );
}

const ROLES = { polite: "status", assertive: "alert", off: undefined } as const;
