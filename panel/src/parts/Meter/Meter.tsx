import { useLanguage } from "../../mohen.tsx";
import { percent } from "../../words/index.ts";
import style from "./Meter.module.css";

export interface MeterProps {
  /** From 0 to 1; what lies outside is shown as the end it passed. */
  value: number;
  label: string;
  tone?: "accent" | "neutral" | "warning" | "danger" | "success";
  /** What is said beside the bar; without it, the value in percent. */
  text?: string;
  /** `below`: name and numbers in a line, and the bar below them. */
  bar?: "beside" | "below";
}

export function Meter({ value, label, tone = "accent", text, bar = "beside" }: MeterProps) {
  const language = useLanguage();
  const share = Math.min(1, Math.max(0, Number.isNaN(value) ? 0 : value));
  const spoken = text ?? percent(share, language);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn thin, nor hold its words
    <div
      className={style.meter}
      data-tone={tone}
      data-bar={bar}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={share}
      aria-valuetext={spoken}
    >
      <span className={style.label}>{label}</span>
      <span className={style.bar}>
        <span className={style.fill} style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span className={style.text}>{spoken}</span>
    </div>
  );
}
