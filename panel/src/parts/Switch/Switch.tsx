import { type ReactNode, useId } from "react";
import style from "./Switch.module.css";

export interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
  hint?: ReactNode;
  disabled?: boolean;
}

export function Switch({ label, checked, onChange, hint, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className={style.switch} data-disabled={disabled || undefined}>
      <div className={style.words}>
        <label className={style.label} htmlFor={id}>
          {label}
        </label>
        {hint && (
          <div className={style.hint} id={`${id}-hint`}>
            {hint}
          </div>
        )}
      </div>
      <input
        id={id}
        className={style.track}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
