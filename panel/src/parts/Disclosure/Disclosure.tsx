import { type ReactNode, useState } from "react";
import { Icon } from "../Icon/Icon.tsx";
import style from "./Disclosure.module.css";

export interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  /** With `onToggle` its owner decides; without, how it stands at first. */
  open?: boolean;
  onToggle?(open: boolean): void;
}

export function Disclosure({ summary, children, open = false, onToggle }: DisclosureProps) {
  const [own, setOwn] = useState(open);
  const shown = onToggle ? open : own;

  return (
    <details
      className={style.disclosure}
      open={shown}
      // The browser turns it, also by itself when a word inside is searched for.
      onToggle={(event) => {
        if (event.target !== event.currentTarget || event.currentTarget.open === shown) return;
        setOwn(event.currentTarget.open);
        onToggle?.(event.currentTarget.open);
      }}
    >
      <summary className={style.summary}>
        <span className={style.mark}>
          <Icon name="chevron-right" size={12} />
        </span>
        {summary}
      </summary>
      <div className={style.body}>{children}</div>
    </details>
  );
}
