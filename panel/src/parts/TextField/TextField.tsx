import { type InputHTMLAttributes, type KeyboardEventHandler, type Ref, useId } from "react";
import { useLanguage, useWords } from "../../mohen.tsx";
import { count } from "../../words/index.ts";
import field from "../Field.module.css";
import { Icon } from "../Icon/Icon.tsx";
import { said } from "../words.ts";
import style from "./TextField.module.css";

export interface TextFieldProps {
  label: string;
  value: string;
  onChange(text: string): void;
  multiline?: boolean;
  rows?: number;
  hint?: string;
  /** What is wrong with what stands there; given, the field is marked as invalid. */
  error?: string;
  maxLength?: number;
  autoFocus?: boolean;
  hideLabel?: boolean;
  type?: "text" | "number" | "password" | "url" | "email" | "date";
  placeholder?: string;
  disabled?: boolean;
  required?: boolean;
  readOnly?: boolean;
  name?: string;
  spellCheck?: boolean;
  autoComplete?: string;
  inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  onKeyDown?: KeyboardEventHandler<HTMLInputElement | HTMLTextAreaElement>;
  onBlur?(): void;
  ref?: Ref<HTMLInputElement | HTMLTextAreaElement>;
}

/** The part of the length from which on the author is told how much room is left. */
const NEAR = 0.8;

export function TextField({
  label,
  value,
  onChange,
  multiline = false,
  rows = 3,
  hint,
  error,
  hideLabel = false,
  autoFocus = false,
  type = "text",
  onBlur,
  ref,
  ...rest
}: TextFieldProps) {
  const say = useWords(said);
  const language = useLanguage();
  const id = useId();
  const { maxLength } = rest;
  const near = maxLength !== undefined && value.length >= maxLength * NEAR;
  const below = Boolean(error ?? hint) || near;
  const given = {
    ...rest,
    id,
    value,
    className: multiline ? `${field.well} ${style.multiline}` : field.well,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": below ? `${id}-below` : undefined,
    // A dialog that opens gives the focus to what carries this.
    "data-autofocus": autoFocus || undefined,
    autoFocus,
    onBlur: onBlur && (() => onBlur()),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };

  return (
    <div className={field.field}>
      <label className={hideLabel ? "visually-hidden" : field.label} htmlFor={id}>
        {label}
      </label>
      {/* A ref that takes both takes each. */}
      {multiline ? (
        <textarea
          {...given}
          ref={ref as Ref<HTMLTextAreaElement>}
          rows={rows}
          style={{ minBlockSize: `calc(${rows}lh + 2 * var(--space-2) + 2px)` }}
        />
      ) : (
        <input {...given} ref={ref as Ref<HTMLInputElement>} type={type} />
      )}
      {below && (
        <div className={field.below} id={`${id}-below`}>
          {error ? (
            <span className={field.error}>
              <Icon name="warning" size={12} />
              {error}
            </span>
          ) : (
            hint && <span>{hint}</span>
          )}
          {near && (
            <span className={field.count}>
              {say.of(count(value.length, language), count(maxLength, language))}
            </span>
          )}
        </div>
      )}
    </div>
  );
}
