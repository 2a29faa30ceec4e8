import { useState } from "react";
import type { Account, Rule } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Diff } from "../../parts/Diff/Diff.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Icon, type IconName } from "../../parts/Icon/Icon.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import type { Loaded } from "../../state/loaded.ts";
import type { Episode } from "../../state/why_rule.ts";
import { either } from "../../words/index.ts";
import { amount, asked, differenceInWords, fits, sceneInWords } from "../measure_words.ts";
import { said } from "../words_learning.ts";
import style from "./Evidence.module.css";

export interface EvidenceProps {
  account: Account;
  /** What the rule measures; without it only the texts speak. */
  predicate?: Rule["predicate"];
  /** The whole interaction, once it was asked for. */
  episode?: Loaded<Episode> | undefined;
  /** Asks for the whole interaction, to see what else was suggested. */
  onLookAt?(episodeId: string): void;
  onForget?(account: Account): void;
}

/** One interaction that speaks for or against a rule: what was changed, and what that measures. */
export function Evidence({ account, predicate, episode, onLookAt, onForget }: EvidenceProps) {
  const say = useWords(said);
  const language = useLanguage();
  const [others, setOthers] = useState(false);
  const { timestamp, sceneType, signal, episodeId, digest } = account;
  if (timestamp === undefined) {
    return (
      <article className={style.evidence} data-unheard="">
        <p className={style.quiet}>{say.elsewhere}</p>
      </article>
    );
  }
  return (
    <article className={style.evidence} data-episode={episodeId}>
      <p className={style.head}>
        <Time at={timestamp} />
        {sceneType && <span>{sceneInWords(sceneType, language)}</span>}
        {signal && <span>{say[`signal_${signal}`]}</span>}
      </p>
      <Texts account={account} />
      {account.edit && <p className={style.quiet}>{either(account.edit, language)}</p>}
      {predicate && <Measures account={account} predicate={predicate} />}
      {onLookAt && !digest && (
        <Disclosure
          summary={say.candidates}
          open={others}
          onToggle={(open) => {
            setOthers(open);
            if (open) onLookAt(episodeId);
          }}
        >
          <Candidates episode={episode} />
        </Disclosure>
      )}
      {onForget && (
        <div className={style.acts}>
          <Button kind="quiet" size="small" icon="trash" onClick={() => onForget(account)}>
            {say.forget}
          </Button>
        </div>
      )}
    </article>
  );
}

/** The very difference while the texts are kept, afterwards what was kept of them (C76). */
function Texts({ account: { aiText, finalText, digest, signal } }: { account: Account }) {
  const say = useWords(said);
  if (aiText !== undefined && finalText !== undefined && aiText !== finalText) {
    const labels = { before: say.aiText, after: say.finalText };
    return <Diff before={aiText} after={finalText} labels={labels} />;
  }
  const only = finalText ?? aiText;
  if (only !== undefined) {
    const label = aiText === undefined ? say.yourText : finalText ? say.finalText : say.aiText;
    return <Told label={label} text={only} />;
  }
  if (digest) return <Told label={say.digest} text={digest} />;
  // Of what was rejected as a whole there is no text to set beside another.
  return <p className={style.quiet}>{signal === "FULL_REJECT" ? say.tookNone : say.noText}</p>;
}

function Told({ label, text }: { label: string; text: string }) {
  return (
    <figure className={style.told}>
      <figcaption>{label}</figcaption>
      <blockquote>{text}</blockquote>
    </figure>
  );
}

function Measures({
  account: { measured, differences },
  predicate,
}: {
  account: Account;
  predicate: NonNullable<Rule["predicate"]>;
}) {
  const say = useWords(said);
  const language = useLanguage();
  if (measured === undefined && differences.length === 0) return null;
  return (
    <ul className={style.measures}>
      {measured !== undefined && (
        <li data-fits={fits(measured, predicate)}>
          <Icon name={fits(measured, predicate) ? "check" : "close"} size={12} />
          {say.measuredValue(amount(measured, predicate, language))}
          <span className={style.quiet}>
            {(fits(measured, predicate) ? say.fits : say.misses)(asked(predicate, language))}
          </span>
        </li>
      )}
      {differences.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: comparisons have no name but their place
        <li key={at}>
          <Icon name={ICONS[each.kind] ?? "info"} size={12} />
          {differenceInWords(each, predicate, say, language)}
        </li>
      ))}
    </ul>
  );
}

const ICONS: Readonly<Record<string, IconName>> = {
  final_vs_chosen: "pen",
  chosen_vs_rejected: "split",
};

function Candidates({ episode }: { episode: Loaded<Episode> | undefined }) {
  const say = useWords(said);
  if (episode?.failure && episode.state === "failed") {
    return <FailureNotice failure={episode.failure} />;
  }
  if (!episode?.data) return <Skeleton lines={2} />;
  const { aiOutput, meta } = episode.data;
  const { candidates, selectedIndex } = aiOutput;
  const others = candidates
    .map((text, at) => ({ text, at }))
    .filter(({ text, at }) => at !== selectedIndex && text !== "");
  if (others.length === 0) {
    const were = meta.lengths.candidates.length > 1;
    return <p className={style.quiet}>{were ? say.noText : say.candidatesNone}</p>;
  }
  return (
    <div className={style.candidates}>
      {others.map(({ text, at }) => (
        <Told key={at} label={say.candidate(at + 1)} text={text} />
      ))}
    </div>
  );
}
