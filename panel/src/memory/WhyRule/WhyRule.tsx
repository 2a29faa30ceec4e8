import { useEffect, useState } from "react";
import type { Account, Rule } from "../../channels/generated.ts";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { createWhyRule } from "../../state/why_rule.ts";
import { said } from "../words_learning.ts";
import { ForgetEpisode } from "./ForgetEpisode.tsx";
import { Reasons } from "./Reasons.tsx";
import style from "./WhyRule.module.css";

/** Of all that may be out of order, what keeps interactions from being read. */
function isOfEpisodes(code: string): boolean {
  return code.startsWith("MEMORY_DEGRADE_EPISODES_");
}

export interface WhyRuleProps {
  /** The rule in question; without one it is closed. */
  rule?: Pick<Rule, "id"> | undefined;
  onClose(): void;
}

/** Why a rule is believed, interaction by interaction, and theirs to judge. */
export function WhyRule({ rule, onClose }: WhyRuleProps) {
  const say = useWords(said);
  const known = useNoun(createWhyRule, (state) => state);
  const { why, open, close, reload } = known;
  const projectId = useMohen().place.getState().projectId;
  const [doubted, setDoubted] = useState<Account>();
  const id = rule?.id;

  useEffect(() => {
    if (id === undefined) return;
    open(id);
    return close;
  }, [id, open, close]);

  if (id === undefined) return null;
  const gone = why.state === "failed" && why.failure?.code === "NOT_FOUND";
  return (
    <Dialog open title={say.whyTitle} placement="side" wide onClose={onClose}>
      <div className={style.why} aria-busy={why.state === "loading"}>
        {gone && (
          <EmptyState icon="ink" title={say.ruleGone}>
            {say.ruleGoneText}
          </EmptyState>
        )}
        {!gone && why.failure && why.state === "failed" && (
          <FailureNotice failure={why.failure} onRetry={() => void reload()} />
        )}
        {!gone && why.degraded.some(isOfEpisodes) && (
          <Notice tone="warning">{say.episodesUnread}</Notice>
        )}
        {!why.data && why.state === "loading" && <Skeleton lines={6} />}
        {!gone && why.data && (
          <Reasons
            why={why.data}
            events={known.events.data ?? []}
            episodes={known.episodes}
            onForget={setDoubted}
            {...(projectId !== undefined && {
              onLookAt: (each: string) => void known.lookAt(each),
            })}
          />
        )}
      </div>
      <ForgetEpisode
        account={doubted}
        foresee={known.foresee}
        forget={known.forget}
        onClose={() => setDoubted(undefined)}
      />
    </Dialog>
  );
}
