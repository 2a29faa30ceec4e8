import { type KeyboardEvent, type Ref, useRef, useState } from "react";
import { useWords } from "../../mohen.tsx";
import field from "../Field.module.css";
import { Icon } from "../Icon/Icon.tsx";
import { IconButton } from "../IconButton/IconButton.tsx";
import { said } from "../words.ts";
import style from "./SearchField.module.css";

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange(text: string): void;
  placeholder?: string;
  onKeyDown?(event: KeyboardEvent<HTMLInputElement>): void;
  ref?: Ref<HTMLInputElement>;
}

export function SearchField({
  label,
  value,
  onChange,
  placeholder = label,
  onKeyDown,
  ref,
}: SearchFieldProps) {
  const say = useWords(said);
  const input = useRef<HTMLInputElement>(null);
  // Half a pinyin is no question yet: while characters are composed nobody is told.
  const [composed, setComposed] = useState<string>();

  function clear() {
    onChange("");
    input.current?.focus();
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Escape" && value !== "" && !event.nativeEvent.isComposing) {
      // The first Esc clears; only the next one leaves whatever this stands in.
      event.preventDefault();
      event.stopPropagation();
      clear();
    }
    onKeyDown?.(event);
  }

  return (
    <search className={style.search}>
      <span className={style.mark}>
        <Icon name="search" />
      </span>
      <input
        ref={(element) => {
          input.current = element;
          if (typeof ref === "function") return ref(element);
          if (ref) ref.current = element;
        }}
        className={`${field.well} ${style.input}`}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={composed ?? value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          const text = event.currentTarget.value;
          if (composed === undefined) onChange(text);
          else setComposed(text);
        }}
        onCompositionStart={(event) => setComposed(event.currentTarget.value)}
        onCompositionEnd={(event) => {
          setComposed(undefined);
          onChange(event.currentTarget.value);
        }}
        onKeyDown={press}
      />
      {value !== "" && (
        <span className={style.clear}>
          <IconButton label={say.clear} icon="close" size="small" onClick={clear} />
        </span>
      )}
    </search>
  );
}
