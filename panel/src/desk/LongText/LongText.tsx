import style from "./LongText.module.css";

export interface LongTextProps {
  label: string;
  text: string;
  /** Lines that mean something, as in a comparison, are not broken. */
  unbroken?: boolean;
}

/** A text of the machine's, as it is, that scrolls in its own place. */
export function LongText({ label, text, unbroken = false }: LongTextProps) {
  return (
    <section
      className={style.long}
      aria-label={label}
      data-unbroken={unbroken || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys must be able to scroll it
      tabIndex={0}
    >
      <pre>{text}</pre>
    </section>
  );
}
