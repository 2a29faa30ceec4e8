import style from "./Spinner.module.css";

export interface SpinnerProps {
  /** What is being waited for. */
  label: string;
  /** Whether the label is only said, not shown. */
  hideLabel?: boolean;
}

export function Spinner({ label, hideLabel = false }: SpinnerProps) {
  return (
    <span className={style.spinner} role="status">
      <span className={style.drop} aria-hidden="true" />
      <span className={hideLabel ? "visually-hidden" : undefined}>{label}</span>
    </span>
  );
}
