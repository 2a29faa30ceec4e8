import { useLayoutEffect, useRef } from "react";
import { useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { said } from "../words.ts";
import style from "./SaveActions.module.css";

export interface SaveActionsProps {
  /** What saving is called here. */
  label: string;
  busy: boolean;
  /** Whether what is written can be saved. */
  sound?: boolean;
  onDiscard(): void;
}

/** The end of a form whose changes are saved as a whole. It goes when there are none left, and
 * whoever stood on one of its buttons is back at the form's first field. */
export function SaveActions({ label, busy, sound = true, onDiscard }: SaveActionsProps) {
  const say = useWords(said);
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = row.current;
    const first = own?.closest("form")?.querySelector<HTMLElement>("select, textarea, input");
    return () => {
      if (own?.contains(document.activeElement)) first?.focus();
    };
  }, []);
  return (
    <div ref={row} className={style.actions}>
      <Button type="submit" kind="primary" size="small" busy={busy} disabled={!sound}>
        {label}
      </Button>
      <Button size="small" kind="quiet" onClick={onDiscard}>
        {say.discard}
      </Button>
    </div>
  );
}
