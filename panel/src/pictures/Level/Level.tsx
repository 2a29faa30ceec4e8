import style from "./Level.module.css";

export interface LevelProps {
  label: string;
  /** From 0 to 1; more than full is shown as full. */
  value: number;
  /** The same in words and numbers. */
  text: string;
  tone?: "accent" | "neutral" | "warning";
}

/** How full something is: its name and numbers in a line, the bar below them. */
export function Level({ label, value, text, tone = "accent" }: LevelProps) {
  const share = Math.min(1, Math.max(0, value));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <meter> looks different in every browser
    <div
      className={style.level}
      data-tone={tone}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={share}
      aria-valuetext={text}
    >
      <span className={style.label}>{label}</span>
      <span className={style.text}>{text}</span>
      <span className={style.bar}>
        <span className={style.fill} style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </div>
  );
}
