import type { Trial } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import type { Loaded } from "../../state/loaded.ts";
import { count } from "../../words/index.ts";
import { said } from "../words_models.ts";
import style from "./ModelForm.module.css";

export interface TrialResultProps {
  trial: Loaded<Trial>;
  /** Whether it is the model that is set. */
  saved: boolean;
  /** The smallest window that prompts are made for. */
  least: number;
}

/** What a trial showed: the sentence, how it came, how soon, how much it can read. */
export function TrialResult({ trial, saved, least }: TrialResultProps) {
  const say = useWords(said);
  const language = useLanguage();
  if (trial.failure) return <FailureNotice failure={trial.failure} />;
  const { data } = trial;
  if (!data) return null;
  const window = data.window ?? undefined;
  const facts = [
    data.firstWordMs == null ? say.onlyThought : say.firstWord(data.firstWordMs),
    data.streamed ? say.streamed : say.notStreamed,
    window === undefined ? say.windowUntold : say.windowTold(count(window, language)),
  ];
  return (
    <>
      <Notice tone="success" title={saved ? say.savedWell : say.triedWell}>
        {data.text && <p className={style.sentence}>{data.text}</p>}
        <ul className={style.facts}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </Notice>
      {window !== undefined && window < least && (
        <Notice tone="warning" title={say.windowSmall(count(window, language))}>
          {say.windowSmallText(count(least, language))}
        </Notice>
      )}
    </>
  );
}
