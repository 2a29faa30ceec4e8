import { type FocusEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { useMohen, useWords } from "../../mohen.tsx";
import type { Toast } from "../../state/toasts.ts";
import { Button } from "../Button/Button.tsx";
import { opened } from "../Dialog/opened.ts";
import { Icon } from "../Icon/Icon.tsx";
import { IconButton } from "../IconButton/IconButton.tsx";
import { said } from "../words.ts";
import style from "./Toasts.module.css";

/** What the stores have to say in passing. One on a page, and there it stays: a live region that
 * appears together with its first words is not read out. */
export function Toasts({ inFlow = false }: { inFlow?: boolean }) {
  const over = useStore(opened, (dialogs) => dialogs.at(-1));
  return over ? createPortal(<Region inFlow={false} />, over) : <Region inFlow={inFlow} />;
}

/** `inFlow`: in a row of the page's own, so that nothing lies below them. */
function Region({ inFlow }: { inFlow: boolean }) {
  const say = useWords(said);
  const { toasts } = useMohen();
  const items = useStore(toasts, (state) => state.items);
  const held = useStore(toasts, (state) => state.held);
  const { region, ...attention } = useAttention(items.length);

  return (
    <section
      ref={region}
      className={style.toasts}
      aria-label={say.notices}
      data-held={held || undefined}
      data-in-flow={inFlow || undefined}
      {...attention}
    >
      <div className={style.list} aria-live="assertive" aria-relevant="additions">
        {items.map((each) => each.tone === "danger" && <Item key={each.id} toast={each} />)}
      </div>
      <div className={style.list} aria-live="polite" aria-relevant="additions">
        {items.map((each) => each.tone !== "danger" && <Item key={each.id} toast={each} />)}
      </div>
    </section>
  );
}

const ICONS = { info: "info", success: "check", danger: "warning" } as const;

function Item({ toast }: { toast: Toast }) {
  const say = useWords(said);
  const mohen = useMohen();
  const { dismiss } = mohen.toasts.getState();
  // What it had left when it appeared; the bar stops and goes on as the clock does.
  const [left] = useState(() => toast.until && toast.until - mohen.now());
  return (
    <div className={style.toast} data-tone={toast.tone}>
      <span className={style.mark}>
        <Icon name={ICONS[toast.tone]} />
      </span>
      <p className={style.text}>{toast.text}</p>
      {toast.action && (
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            dismiss(toast.id);
            toast.action?.act();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton label={say.dismiss} icon="close" size="small" onClick={() => dismiss(toast.id)} />
      {left !== undefined && (
        <span
          className={style.left}
          style={{ animationDuration: `${left}ms` }}
          aria-hidden="true"
        />
      )}
    </div>
  );
}

/** Nothing goes away while it is looked at: under the pointer, with the focus inside, or while the
 * page is not in front. And when the last one goes, the focus goes back to where it came from. */
function useAttention(shown: number) {
  const { toasts } = useMohen();
  const [over, setOver] = useState(false);
  const [inside, setInside] = useState(false);
  const [away, setAway] = useState(() => document.hidden);
  const region = useRef<HTMLElement>(null);
  const from = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const change = () => setAway(document.hidden);
    document.addEventListener("visibilitychange", change);
    return () => document.removeEventListener("visibilitychange", change);
  }, []);

  const wait = (over || inside) && shown > 0;
  useEffect(() => {
    if (!wait && !away) return;
    toasts.getState().hold();
    return () => toasts.getState().release();
  }, [toasts, wait, away]);

  useEffect(() => {
    if (shown > 0) return;
    setOver(false);
    if (!inside) return;
    setInside(false);
    if (document.activeElement === document.body && from.current?.isConnected) from.current.focus();
  }, [shown, inside]);

  return {
    region,
    onPointerEnter: () => setOver(true),
    onPointerLeave: () => setOver(false),
    onFocus: (event: FocusEvent) => {
      const before = event.relatedTarget;
      if (before instanceof HTMLElement && !region.current?.contains(before)) from.current = before;
      setInside(true);
    },
    onBlur: (event: FocusEvent) => {
      // A button that vanished under the focus blurs to nowhere; that is not going away.
      if (event.relatedTarget && !region.current?.contains(event.relatedTarget as Node)) {
        setInside(false);
      }
    },
  };
}
