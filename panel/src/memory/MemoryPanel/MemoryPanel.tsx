import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Rule } from "../../channels/generated.ts";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { tabId } from "../../parts/Tabs/Tabs.tsx";
import { createLearning } from "../../state/learning.ts";
import { createRules } from "../../state/rules.ts";
import { brief } from "../../words/index.ts";
import { AddRule } from "../AddRule/AddRule.tsx";
import { AlertList } from "../AlertList/AlertList.tsx";
import { ClearMemory } from "../ClearMemory/ClearMemory.tsx";
import { ConflictNotice } from "../ConflictNotice/ConflictNotice.tsx";
import { DeleteRule } from "../DeleteRule/DeleteRule.tsx";
import { DistillProgress } from "../DistillProgress/DistillProgress.tsx";
import { EVERYTHING } from "../filter_rules.ts";
import { GlobalOffers } from "../GlobalOffers/GlobalOffers.tsx";
import { InjectionOff } from "../InjectionOff/InjectionOff.tsx";
import { InjectionPreview } from "../InjectionPreview/InjectionPreview.tsx";
import { LearningHistory } from "../LearningHistory/LearningHistory.tsx";
import { PanelFooter } from "../PanelFooter/PanelFooter.tsx";
import { PanelHeader } from "../PanelHeader/PanelHeader.tsx";
import { RulesView } from "../RulesView/RulesView.tsx";
import { ScopeTabs } from "../ScopeTabs/ScopeTabs.tsx";
import { Watching } from "../Watching/Watching.tsx";
import { WhyRule } from "../WhyRule/WhyRule.tsx";
import { said } from "../words.ts";
import style from "./MemoryPanel.module.css";
import { neighbour, numbersOf } from "./view.ts";

export interface MemoryPanelProps {
  /** Offered while nothing is remembered. */
  onLoadSample?(): void;
  onOpenSettings?(): void;
  /** The page around it says when the server is away. */
  linkToldElsewhere?: boolean;
}

type Open = "add" | "history" | "clear" | "preview";

/** What the AI has learned about the author, and theirs to govern (R73–R81). */
export function MemoryPanel({
  onLoadSample,
  onOpenSettings,
  linkToldElsewhere = false,
}: MemoryPanelProps) {
  const say = useWords(said);
  const mohen = useMohen();
  const rules = useNoun(createRules, (state) => state);
  const learning = useNoun(createLearning, (state) => state);
  const { scope, projectId, look } = useStore(mohen.place);
  const panelId = useId();
  const root = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<Open>();
  const [deleting, setDeleting] = useState<Rule>();
  const [why, setWhy] = useState<Rule>();
  const [filter, setFilter] = useState(EVERYTHING);
  const [reveal, setReveal] = useState<{ id: string }>();
  const close = useCallback(() => setOpen(undefined), []);
  useReturning(rules.reload);

  const numbers = numbersOf(rules, scope);
  const hasProject = projectId !== undefined;

  const show = useCallback(
    (id: string) => {
      const rule = mohen
        .store(createRules)
        .getState()
        .items.find((each) => each.id === id);
      if (!rule) return;
      setFilter(EVERYTHING);
      look(rule.scope);
      setReveal({ id });
    },
    [mohen, look],
  );

  function remove(rule: Rule) {
    const next = neighbour(root.current, rule.id);
    setDeleting(undefined);
    rules.remove(rule);
    // The card takes the focus with it: the one beside it takes over.
    requestAnimationFrame(() => (next?.isConnected ? next : root.current)?.focus());
  }

  return (
    <section ref={root} className={style.panel} aria-label={say.title} tabIndex={-1}>
      <PanelHeader
        paused={numbers.paused}
        everywhere={numbers.pausedEverywhere}
        onOpen={setOpen}
        {...(onOpenSettings && { onOpenSettings })}
      />
      <div className={style.tabs}>
        <ScopeTabs
          scope={scope}
          counts={numbers.counts}
          hasProject={hasProject}
          onChange={look}
          panelId={panelId}
        />
      </div>
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={tabId(panelId, scope)}
        className={style.body}
      >
        <AlertList linkToldElsewhere={linkToldElsewhere} />
        <InjectionOff onLook={() => setOpen("preview")} />
        <ConflictNotice />
        <GlobalOffers />
        <DistillProgress />
        <RulesView
          filter={filter}
          onFilter={setFilter}
          reveal={reveal}
          onAdd={() => setOpen("add")}
          onDelete={setDeleting}
          onDeleteAll={(some) => rules.remove(...some)}
          onWhy={setWhy}
          onShow={show}
          {...(onLoadSample && { onLoadSample })}
        />
        <Watching />
      </div>
      <PanelFooter
        {...numbers.footer}
        paused={numbers.paused}
        updating={learning.updating}
        switching={learning.switching}
        onHistory={() => setOpen("history")}
        onAdd={() => setOpen("add")}
        onUpdate={learning.distill}
        onPause={learning.pause}
        onResume={learning.resume}
      />
      <AddRule
        open={open === "add"}
        scope={scope}
        hasProject={hasProject}
        onAdd={rules.add}
        onAdded={({ rule }) =>
          mohen.toasts.getState().show({ tone: "success", text: say.added(brief(rule.rule)) })
        }
        onShow={show}
        onClose={close}
      />
      <DeleteRule
        rule={deleting}
        foresee={rules.foresee}
        onDelete={remove}
        onClose={() => setDeleting(undefined)}
      />
      <WhyRule rule={why} onClose={() => setWhy(undefined)} />
      <LearningHistory open={open === "history"} onClose={close} />
      <InjectionPreview open={open === "preview"} onClose={close} />
      <ClearMemory open={open === "clear"} onClose={close} />
    </section>
  );
}

/** Who comes back sees what happened elsewhere meanwhile. */
function useReturning(reload: () => Promise<void>) {
  useEffect(() => {
    const back = () => void reload();
    addEventListener("focus", back);
    return () => removeEventListener("focus", back);
  }, [reload]);
}
