import { useId } from "react";
import { useWords } from "../../mohen.tsx";
import type { Extent } from "../../state/clearing.ts";
import { said } from "../words_care.ts";
import style from "./ClearMemory.module.css";

export interface ExtentsProps {
  projectId: string;
  value: Extent["kind"];
  onChange(kind: Extent["kind"]): void;
}

/** This project, or everything. */
export function Extents({ projectId, value, onChange }: ExtentsProps) {
  const say = useWords(said);
  const name = useId();
  const choices = [
    { kind: "project", label: say.clearProject(projectId), text: say.clearProjectText },
    { kind: "all", label: say.clearAll, text: say.clearAllText },
  ] as const;
  return (
    <fieldset className={style.extents}>
      <legend className="visually-hidden">{say.clearWhich}</legend>
      {choices.map(({ kind, label, text }) => (
        <label key={kind} className={style.extent} data-chosen={kind === value || undefined}>
          <input
            type="radio"
            name={name}
            checked={kind === value}
            aria-describedby={`${name}-${kind}`}
            onChange={() => onChange(kind)}
          />
          <span>
            <span className={style.label}>{label}</span>
            <span id={`${name}-${kind}`} className={style.quiet}>
              {text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
