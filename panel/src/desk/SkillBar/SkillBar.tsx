import { useId, useState } from "react";
import type { ListedSkill } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { Icon } from "../../parts/Icon/Icon.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import { SCENES, type Scene } from "../../state/skills.ts";
import { count, either } from "../../words/index.ts";
import { said } from "../words_runs.ts";
import style from "./SkillBar.module.css";

export interface SkillBarProps {
  skills: readonly ListedSkill[];
  /** What a skill would work on, in words. */
  worksOn: string;
  /** Why a skill cannot be run now; undefined: it can. */
  hindrance(skill: ListedSkill): string | undefined;
  last?: string | undefined;
  scene?: Scene | undefined;
  instruction: string;
  candidates?: number | undefined;
  onRun(skill: ListedSkill): void;
  onScene(scene: Scene | undefined): void;
  onInstruct(instruction: string): void;
  onWant(candidates: number | undefined): void;
}

const MOST_CANDIDATES = 5;

export function SkillBar(props: SkillBarProps) {
  const { skills, worksOn, hindrance, last, onRun } = props;
  const say = useWords(said);
  const sound = skills.filter((each) => each.status === "ok");
  const broken = skills.filter((each) => each.status !== "ok");
  const [refused, setRefused] = useState<ListedSkill>();
  const reason = refused && hindrance(refused);
  return (
    <section className={style.bar} aria-label={say.skills}>
      <p className={style.target}>{worksOn}</p>
      <ul className={style.skills}>
        {sound.map((skill) => (
          <li key={skill.id}>
            <SkillButton
              skill={skill}
              hindrance={hindrance(skill)}
              isLast={skill.id === last}
              onPress={() => {
                setRefused(skill);
                if (hindrance(skill) === undefined) onRun(skill);
              }}
            />
          </li>
        ))}
      </ul>
      <p className={style.reason} role="status">
        {reason}
      </p>
      <TextField
        label={say.instruction}
        hideLabel
        placeholder={say.instructionHint}
        value={props.instruction}
        onChange={props.onInstruct}
        multiline
        rows={2}
        maxLength={4000}
      />
      <Disclosure summary={say.options}>
        <Options {...props} />
      </Disclosure>
      {broken.length > 0 && <Broken skills={broken} />}
      <p className={style.shortcut}>{say.shortcut}</p>
    </section>
  );
}

interface SkillButtonProps {
  skill: ListedSkill;
  hindrance: string | undefined;
  isLast: boolean;
  onPress(): void;
}

/** One that cannot be run now stays reachable and says why. */
function SkillButton({ skill, hindrance, isLast, onPress }: SkillButtonProps) {
  const say = useWords(said);
  const language = useLanguage();
  const id = useId();
  const about = skill.description ? either(skill.description, language) : "";
  const own = skill.source === "project" ? say.ownSkill : undefined;
  return (
    <>
      <button
        type="button"
        className={style.skill}
        data-skill={skill.id}
        data-last={isLast || undefined}
        aria-disabled={hindrance !== undefined || undefined}
        aria-describedby={id}
        title={hindrance ?? about}
        onClick={onPress}
      >
        {either(skill.title, language)}
      </button>
      <span id={id} hidden>
        {[own, about, hindrance].filter(Boolean).join(" ")}
      </span>
    </>
  );
}

function Options({ scene, candidates, onScene, onWant }: SkillBarProps) {
  const say = useWords(said);
  const language = useLanguage();
  const scenes = SCENES.map((each) => ({ value: each, label: say[`scene_${each}`] }));
  const numbers = Array.from({ length: MOST_CANDIDATES }, (_, at) => ({
    value: String(at + 1),
    label: count(at + 1, language),
  }));
  return (
    <div className={style.options}>
      <Select<Scene | "">
        label={say.scene}
        value={scene ?? ""}
        options={[{ value: "", label: say.sceneAuto }, ...scenes]}
        onChange={(value) => onScene(value === "" ? undefined : value)}
      />
      <Select
        label={say.howMany}
        value={candidates === undefined ? "" : String(candidates)}
        options={[{ value: "", label: say.asTheSkillSays }, ...numbers]}
        onChange={(value) => onWant(value === "" ? undefined : Number(value))}
      />
    </div>
  );
}

/** Files that cannot be used, each with what is wrong with it. */
function Broken({ skills }: { skills: readonly ListedSkill[] }) {
  const say = useWords(said);
  const language = useLanguage();
  return (
    <Disclosure
      summary={
        <span className={style.broken}>
          <Icon name="warning" size={14} /> {say.brokenSkills(count(skills.length, language))}
        </span>
      }
    >
      <ul className={style.troubles}>
        {skills.map(({ id, ref, error }) => (
          <li key={ref ?? id}>
            <strong>{id}</strong>
            {error?.field && <span> · {say.brokenField(error.field)}</span>}
            {error && <p lang="en">{error.message}</p>}
            {ref && <code>{ref}</code>}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
