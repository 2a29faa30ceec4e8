import { useId } from "react";
import field from "../Field.module.css";
import { Icon } from "../Icon/Icon.tsx";
import style from "./Select.module.css";

export interface SelectProps<Value extends string = string> {
  label: string;
  value: Value;
  options: readonly { value: NoInfer<Value>; label: string; disabled?: boolean }[];
  onChange(value: NoInfer<Value>): void;
  /** Somebody is about to choose. */
  onFocus?(): void;
  hideLabel?: boolean;
  disabled?: boolean;
  hint?: string;
}

export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  onFocus,
  hideLabel = false,
  disabled = false,
  hint,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <div className={field.field}>
      <label className={hideLabel ? "visually-hidden" : field.label} htmlFor={id}>
        {label}
      </label>
      <div className={style.box}>
        <select
          id={id}
          className={`${field.well} ${style.select}`}
          value={value}
          disabled={disabled}
          aria-describedby={hint && `${id}-below`}
          onFocus={onFocus}
          // The browser gives back one of the values it was given.
          onChange={(event) => onChange(event.currentTarget.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={style.mark}>
          <Icon name="chevron-down" size={12} />
        </span>
      </div>
      {hint && (
        <div className={field.below} id={`${id}-below`}>
          {hint}
        </div>
      )}
    </div>
  );
}
