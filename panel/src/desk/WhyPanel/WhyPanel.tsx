import { useEffect } from "react";
import type { Payload } from "../../channels/generated.ts";
import { useNoun, useWords } from "../../mohen.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { createHealth } from "../../state/health.ts";
import { createWhy, type Output } from "../../state/why.ts";
import { said } from "../words_why.ts";
import { WhyView } from "./WhyView.tsx";

export interface WhyPanelProps extends Output {
  /** What the run asked for; with it one can see the prompt without one of the memories. */
  request?: Payload<"ai:skill:run"> | undefined;
  /** Where it stands under a heading of its own, it needs none. */
  hideTitle?: boolean;
}

/** 「为什么这样写？」: what an output was based on, and the author's word on that. */
export function WhyPanel({ generationId, runId, episodeId, request, hideTitle }: WhyPanelProps) {
  const say = useWords(said);
  const open = useNoun(createWhy, (why) => why.open);
  const trace = useNoun(createWhy, (why) => why.trace);
  const judged = useNoun(createWhy, (why) => why.judged);
  const without = useNoun(createWhy, (why) => why.without);
  const judge = useNoun(createWhy, (why) => why.judge);
  const leaveOut = useNoun(createWhy, (why) => why.leaveOut);
  const reload = useNoun(createWhy, (why) => why.reload);
  const off = useNoun(
    createHealth,
    ({ status }) => status.data?.settings?.injectionEnabled === false,
  );
  useEffect(() => open({ generationId, runId, episodeId }), [open, generationId, runId, episodeId]);

  const { data, failure } = trace;
  if (!data && failure?.code === "MEMORY_TRACE_MISMATCH")
    return (
      <EmptyState icon="question" title={say.whyGone}>
        {say.whyGoneText}
      </EmptyState>
    );
  if (!data && failure?.code === "MEMORY_SCOPE_DENIED")
    return (
      <EmptyState icon="lock" title={say.whyElsewhere}>
        {say.whyElsewhereText}
      </EmptyState>
    );
  if (!data && failure) return <FailureNotice failure={failure} onRetry={() => void reload()} />;
  if (!data)
    return (
      <div aria-busy="true">
        <span className="visually-hidden">{say.whyAsking}</span>
        <Skeleton lines={5} />
      </div>
    );
  return (
    <>
      {failure && trace.state === "failed" && (
        <FailureNotice failure={failure} onRetry={() => void reload()} />
      )}
      <WhyView
        trace={data}
        judged={judged}
        without={without}
        onJudge={judge}
        injectionOff={off}
        {...(hideTitle && { hideTitle })}
        {...(request && { onLeaveOut: (id: string) => void leaveOut(id, request) })}
      />
    </>
  );
}
