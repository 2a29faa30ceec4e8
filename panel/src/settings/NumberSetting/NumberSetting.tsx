import { useState } from "react";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { wholeNumber } from "../change.ts";
import style from "./NumberSetting.module.css";

export interface NumberSettingProps {
  label: string;
  hint?: string;
  /** What is said of something that is no such number. */
  wrong: string;
  value: number;
  least: number;
  most: number;
  onChange(value: number): void;
}

/** A number that is saved when one is done with it: on Enter, or on leaving. Esc takes it back. */
export function NumberSetting(props: NumberSettingProps) {
  const { label, hint, wrong, value, least, most, onChange } = props;
  const [touched, setText] = useState<string>();
  const text = touched ?? String(value);
  const number = wholeNumber(text, least, most);

  function done() {
    if (number === undefined) return;
    setText(undefined);
    if (number !== value) onChange(number);
  }

  return (
    <div className={style.number}>
      <TextField
        label={label}
        {...(hint && { hint })}
        {...(number === undefined && { error: wrong })}
        value={text}
        onChange={setText}
        inputMode="numeric"
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) done();
          if (event.key === "Escape") setText(undefined);
        }}
      />
    </div>
  );
}
