import { type KeyboardEvent, useId, useState } from "react";
import type { ListedSkill } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { either } from "../../words/index.ts";
import { said } from "../words_runs.ts";
import style from "./SkillFinder.module.css";

export interface SkillFinderProps {
  open: boolean;
  skills: readonly ListedSkill[];
  hindrance(skill: ListedSkill): string | undefined;
  onRun(skill: ListedSkill): void;
  onClose(): void;
}

/** All skills, by the keyboard alone. */
export function SkillFinder({ open, onClose, ...rest }: SkillFinderProps) {
  const say = useWords(said);
  return (
    <Dialog open={open} title={say.skills} onClose={onClose}>
      <Finder {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Finder({ skills, hindrance, onRun, onClose }: Omit<SkillFinderProps, "open">) {
  const say = useWords(said);
  const language = useLanguage();
  const id = useId();
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  const found = skills.filter((each) => each.status === "ok" && isLike(each, wanted));
  const chosen = found[Math.min(at, found.length - 1)];

  function run(skill: ListedSkill | undefined) {
    if (!skill || hindrance(skill) !== undefined) return;
    onClose();
    onRun(skill);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(chosen);
    }
  }

  return (
    <div className={style.finder}>
      <TextField
        label={say.findSkill}
        value={wanted}
        onChange={(text) => {
          setWanted(text);
          setAt(0);
        }}
        onKeyDown={press}
        autoFocus
      />
      <ul className={style.list} aria-label={say.skills}>
        {found.map((skill) => {
          const reason = hindrance(skill);
          return (
            <li key={skill.id}>
              <button
                type="button"
                id={`${id}-${skill.id}`}
                className={style.entry}
                data-chosen={skill === chosen || undefined}
                aria-disabled={reason !== undefined || undefined}
                onClick={() => run(skill)}
              >
                <span className={style.name}>{either(skill.title, language)}</span>
                <span className={style.about}>
                  {reason ?? (skill.description && either(skill.description, language))}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className="visually-hidden" role="status">
        {chosen ? either(chosen.title, language) : say.noSuchSkill}
      </p>
      {found.length === 0 && <p className={style.about}>{say.noSuchSkill}</p>}
    </div>
  );
}

function isLike({ id, title, description }: ListedSkill, wanted: string): boolean {
  const words = [id, title.zh, title.en, description?.zh, description?.en].join("\n").toLowerCase();
  return words.includes(wanted.trim().toLowerCase());
}
