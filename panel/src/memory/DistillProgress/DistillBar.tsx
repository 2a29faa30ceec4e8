import { useLanguage, useWords } from "../../mohen.tsx";
import type { Stage } from "../../state/learning.ts";
import { percent } from "../../words/index.ts";
import { type Said, said } from "../words_learning.ts";
import style from "./DistillProgress.module.css";

export interface DistillBarProps {
  /** `asked`: nobody has begun yet. */
  stage: Stage | "asked";
  /** 0–1; without it nobody knows how far it is. */
  progress?: number;
  /** Whose preferences, where that is not plain. */
  project?: string;
}

export function DistillBar({ stage, progress, project }: DistillBarProps) {
  const say = useWords(said);
  const language = useLanguage();
  const title = project === undefined ? say.distilling : say.distillingIn(project);
  const known = progress !== undefined;
  return (
    <div className={style.progress} data-stage={stage}>
      <p className={style.words}>
        <span className={style.title}>{title}</span>
        <span role="status">{stageInWords(stage, say)}</span>
      </p>
      <div
        className={style.bar}
        data-known={known}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={1}
        {...(known && {
          "aria-valuenow": progress,
          "aria-valuetext": `${percent(progress, language)} ${stageInWords(stage, say)}`,
        })}
      >
        <span className={style.done} style={{ inlineSize: known ? `${progress * 100}%` : "30%" }} />
      </div>
    </div>
  );
}

function stageInWords(stage: DistillBarProps["stage"], say: Said): string {
  if (stage === "completed" || stage === "failed") return "";
  return say[`stage_${stage}`];
}
