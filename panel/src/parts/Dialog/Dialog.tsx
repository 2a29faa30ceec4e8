import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { useWords } from "../../mohen.tsx";
import { IconButton } from "../IconButton/IconButton.tsx";
import { said } from "../words.ts";
import style from "./Dialog.module.css";
import { entered, opened } from "./opened.ts";

export interface DialogProps {
  open: boolean;
  title: ReactNode;
  /** Asked to close: by Esc, by the cross, or by a click beside it. The owner decides. */
  onClose(): void;
  children: ReactNode;
  actions?: ReactNode;
  /** `danger`: something goes for good, so a stray click beside it does not close it. */
  tone?: "plain" | "danger";
  placement?: "center" | "side";
  wide?: boolean;
}

export function Dialog(props: DialogProps) {
  return props.open ? <Opened {...props} /> : null;
}

function Opened({
  title,
  onClose,
  children,
  actions,
  tone = "plain",
  placement = "center",
  wide = false,
}: DialogProps) {
  const say = useWords(said);
  const titleId = useId();
  const pressedBeside = useRef(false);
  const dialog = useModal();

  /** Only the dialog's own events: a field's `cancel` inside it is no wish to leave. */
  function own(event: SyntheticEvent) {
    return event.target === event.currentTarget;
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does what a click beside it does
    <dialog
      ref={dialog}
      className={style.dialog}
      aria-labelledby={titleId}
      data-tone={tone}
      data-placement={placement}
      data-wide={wide || undefined}
      onCancel={(event) => {
        if (!own(event)) return;
        event.preventDefault();
        onClose();
      }}
      // A browser closes at a second Esc whatever we say.
      onClose={(event) => own(event) && onClose()}
      onPointerDown={(event) => {
        pressedBeside.current = own(event);
      }}
      onClick={(event) => {
        // A selection that is dragged out of the dialog ends beside it, and is no click there.
        if (own(event) && pressedBeside.current && tone !== "danger") onClose();
      }}
    >
      <div className={style.sheet}>
        <header className={style.head}>
          <h2 id={titleId} className={style.title} tabIndex={-1} data-title>
            {title}
          </h2>
          <IconButton label={say.close} icon="close" onClick={onClose} />
        </header>
        <Body labelledBy={titleId}>{children}</Body>
        {actions && <footer className={style.actions}>{actions}</footer>}
      </div>
    </dialog>
  );
}

/** Long content scrolls in here, and then the arrow keys must be able to reach it. */
function Body({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const measure = new ResizeObserver(() => {
      if (body.current) setScrolls(body.current.scrollHeight > body.current.clientHeight);
    });
    for (const each of [body.current, inner.current]) if (each) measure.observe(each);
    return () => measure.disconnect();
  }, []);
  const reachable = scrolls && { tabIndex: 0, role: "group", "aria-labelledby": labelledBy };
  return (
    <div ref={body} className={style.body} {...reachable}>
      <div ref={inner}>{children}</div>
    </div>
  );
}

const FIELDS = "input:not([type=hidden]):enabled, select:enabled, textarea:enabled";

/** Shows the dialog as long as it is mounted; afterwards the focus is where it was before. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  const before = useRef<HTMLElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const active = document.activeElement;
    if (active instanceof HTMLElement && !dialog.contains(active)) before.current = active;
    if (!dialog.open) dialog.showModal();
    const first =
      dialog.querySelector<HTMLElement>("[data-autofocus]") ??
      dialog.querySelector<HTMLElement>(FIELDS) ??
      dialog.querySelector<HTMLElement>("[data-title]");
    first?.focus();
    const left = entered(dialog);
    return () => {
      left();
      // A dialog that is taken off the page leaves the focus nowhere. Where one came from may be
      // gone by what was done here: then one is in the dialog below, if there is one.
      const below = opened.getState().at(-1)?.querySelector<HTMLElement>("[data-title]");
      (before.current?.isConnected ? before.current : below)?.focus();
    };
  }, []);
  return ref;
}
