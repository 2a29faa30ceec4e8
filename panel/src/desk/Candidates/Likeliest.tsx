import type { Ranked } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { either, percent } from "../../words/index.ts";
import { said } from "../words_runs.ts";
import style from "./Candidates.module.css";

export interface LikeliestProps {
  rated: Ranked["candidates"][number];
  proof: Ranked["proof"];
}

/** The candidate that the author likeliest takes, and on asking why, and how well that guesses. */
export function Likeliest({ rated, proof }: LikeliestProps) {
  const say = useWords(said);
  const language = useLanguage();
  return (
    <div className={style.likeliest}>
      <Badge tone="accent">{say.likeliest(percent(rated.chance, language))}</Badge>
      <Disclosure summary={say.whyLikeliest}>
        <ul className={style.reasons}>
          {rated.reasons.map((each) => (
            <li key={each.feature}>
              {each.effect > 0 ? say.speaksFor : say.speaksAgainst}
              {either(each.words, language)}
            </li>
          ))}
          <li>{either(proof.words, language)}</li>
        </ul>
      </Disclosure>
    </div>
  );
}
