import type { ReactNode } from "react";
import type { Trace } from "../../channels/generated.ts";
import { sceneInWords } from "../../memory/measure_words.ts";
import { useInside, useLanguage, useWords } from "../../mohen.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import { Copyable } from "../Copyable/Copyable.tsx";
import { skillName } from "../reference_text.ts";
import { said } from "../words_why.ts";
import style from "./Facts.module.css";

/** What else is known of it: for whoever wants to be sure that it is this very prompt. */
export function Facts({ trace }: { trace: Trace }) {
  const say = useWords(said);
  const language = useLanguage();
  const inside = useInside();
  return (
    <Disclosure summary={say.facts}>
      <dl className={style.facts}>
        <Fact name={say.factAt}>
          <Time at={trace.at} />
        </Fact>
        <Fact name={say.factModel}>
          {trace.model === "offline" ? say.modelOffline : trace.model}
        </Fact>
        <Fact name={say.factSkill}>{skillName(trace.skillId, language)}</Fact>
        <Fact name={say.factScene}>{sceneInWords(trace.sceneType, language)}</Fact>
        <Fact name={say.factTokens}>{say.tokens(trace.tokenCount)}</Fact>
        {inside && (
          <>
            <Fact name={say.factPrompt}>
              <Copyable name={say.factPrompt} value={trace.promptHash} />
            </Fact>
            <Fact name={say.factPrefix}>
              <Copyable name={say.factPrefix} value={trace.stablePrefixHash} />
            </Fact>
          </>
        )}
      </dl>
    </Disclosure>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={style.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
