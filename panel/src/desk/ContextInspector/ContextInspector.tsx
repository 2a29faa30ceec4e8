import { useEffect, useMemo, useState } from "react";
import type { Payload } from "../../channels/generated.ts";
import { ruleText } from "../../memory/rule_text.ts";
import { useLanguage, useNoun, useWords } from "../../mohen.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Spinner } from "../../parts/Spinner/Spinner.tsx";
import { createInspector } from "../../state/inspector.ts";
import { createRules } from "../../state/rules.ts";
import { createSettings } from "../../state/settings.ts";
import { said } from "../words_inspector.ts";
import { ContextView } from "./ContextView.tsx";
import type { Context } from "./context.ts";
import { WholePrompt } from "./WholePrompt.tsx";

export interface ContextInspectorProps {
  /** A run's answer, or that of `context:assemble`. Without it, what `request` would give now. */
  context?: Context | undefined;
  /** What was asked for; with it the full text can be looked at. */
  request?: Payload<"ai:skill:run"> | undefined;
  hideTitle?: boolean;
}

/** What went into a prompt, layer by layer, and what had to stay out. */
export function ContextInspector({ context, hideTitle, ...given }: ContextInspectorProps) {
  const say = useWords(said);
  const whole = useNoun(createInspector, (inspector) => inspector.whole);
  const look = useNoun(createInspector, (inspector) => inspector.look);
  const allow = useNoun(createInspector, (inspector) => inspector.allow);
  const close = useNoun(createInspector, (inspector) => inspector.close);
  const allowed = useNoun(
    createSettings,
    ({ settings }) => settings.data?.contextInspectionEnabled ?? false,
  );
  const rules = useRuleTexts();
  const request = useSame(given.request);
  const sent = context?.promptHash;
  // The text of one prompt must not stand under the layers of another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is closed because they changed
  useEffect(() => close, [close, sent, request]);
  const foresight = !context && request !== undefined && allowed;
  useEffect(() => {
    if (foresight) void look(request);
  }, [foresight, look, request]);

  const shown = context ?? whole?.data;
  if (!shown && !request)
    return (
      <EmptyState icon="layers" title={say.none}>
        {say.noneText}
      </EmptyState>
    );
  if (!shown && foresight && whole?.state !== "failed") return <Spinner label={say.wholeBusy} />;
  if (!shown && whole?.failure && request)
    return <FailureNotice failure={whole.failure} onRetry={() => void look(request)} />;
  const full = request && (
    <WholePrompt
      allowed={allowed}
      whole={whole}
      sent={sent}
      onLook={() => void look(request)}
      onAllow={() => void allow(request)}
    />
  );
  if (!shown) return full;
  return (
    <ContextView
      context={shown}
      projection={whole?.data?.projection}
      ruleText={rules}
      foresight={!context}
      {...(hideTitle && { hideTitle })}
    >
      {full}
    </ContextView>
  );
}

/** A request that says the same is the same, also where it is made anew for every render. */
function useSame(request: ContextInspectorProps["request"]) {
  const [kept, setKept] = useState(request);
  if (kept === request || JSON.stringify(kept) === JSON.stringify(request)) return kept;
  setKept(request);
  return request;
}

/** What a rule says, also where a prompt had no room for it. */
function useRuleTexts(): (id: string) => string | undefined {
  const items = useNoun(createRules, (rules) => rules.items);
  const language = useLanguage();
  return useMemo(() => {
    const texts = new Map(items.map((rule) => [rule.id, ruleText(rule, language)]));
    return (id) => texts.get(id);
  }, [items, language]);
}
