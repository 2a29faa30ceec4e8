import type { Reference, Without } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { Meter } from "../../parts/Meter/Meter.tsx";
import type { Loaded } from "../../state/loaded.ts";
import type { Judgement, Verdict } from "../../state/why.ts";
import { percent } from "../../words/index.ts";
import { isFile, readable } from "../reference_text.ts";
import { said } from "../words_why.ts";
import { Verdicts } from "./Verdicts.tsx";
import style from "./WhyView.module.css";
import { WithoutIt } from "./WithoutIt.tsx";

export interface WhyReferenceProps {
  reference: Reference;
  judgement?: Judgement | undefined;
  without?: Loaded<Without> | undefined;
  /** What another memory says, by its id. */
  named(id: string): string;
  onJudge(verdict: Verdict, reason?: string): Promise<boolean>;
  onLeaveOut?(): void;
}

/** One memory behind an output: what it says and how much it weighed. */
export function WhyReference(props: WhyReferenceProps) {
  const { reference, judgement, without, named, onJudge, onLeaveOut } = props;
  const say = useWords(said);
  const language = useLanguage();
  const { text, about } = readable(reference, language);
  const file = isFile(reference.id);
  return (
    <li className={style.reference} data-reference={reference.id}>
      <p
        className={style.text}
        data-plain={file || reference.deleted || undefined}
        title={file ? reference.id : undefined}
      >
        {text}
        {reference.deleted && (
          <>
            {" "}
            <Badge tone="warning">{say.deleted}</Badge>
          </>
        )}
      </p>
      {about && <p className={style.about}>{about}</p>}
      <div className={style.weight}>
        <Meter value={reference.weight} label={say.influence} />
      </div>
      <Disclosure summary={say.detail}>
        <div className={style.detail}>
          <p>{inWords(reference, say, language)}</p>
          {onLeaveOut && !reference.deleted && (
            <WithoutIt id={reference.id} without={without} named={named} onAsk={onLeaveOut} />
          )}
        </div>
      </Disclosure>
      {/* Nothing can be learned of what is gone; a verdict from before stays to be seen. */}
      {(!reference.deleted || reference.verdict) && (
        <Verdicts
          about={text}
          verdict={reference.verdict}
          judgement={judgement}
          named={named}
          onJudge={onJudge}
        />
      )}
    </li>
  );
}

type Say = (typeof said)["zh"];

function inWords(
  { kind, strength, share, effect }: Reference,
  say: Say,
  language: "zh" | "en",
): string {
  const told = [
    kind === "semantic"
      ? say.strength_semantic(percent(strength, language))
      : say.strength_other(percent(strength, language)),
    say.share(percent(share, language)),
    effectInWords(effect, say, language),
  ];
  return told.join(language === "zh" ? "" : " ");
}

function effectInWords(effect: number | undefined, say: Say, language: "zh" | "en"): string {
  if (effect === undefined) return say.effectUnknown;
  return effect === 0 ? say.effectNone : say.effect(percent(effect, language));
}
