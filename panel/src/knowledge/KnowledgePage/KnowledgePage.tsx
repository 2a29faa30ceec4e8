import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { Failure } from "../../channels/client.ts";
import type { Evidence } from "../../channels/generated.ts";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { download } from "../../parts/download.ts";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { explain } from "../../parts/FailureNotice/failures.ts";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { Tabs, tabId } from "../../parts/Tabs/Tabs.tsx";
import { createFindings } from "../../state/findings.ts";
import type { Foreseen } from "../../state/forgetting.ts";
import { createGraph, type Which } from "../../state/graph.ts";
import { createHeld, type HeldItem } from "../../state/held.ts";
import { createKnowledge } from "../../state/knowledge.ts";
import { createTalk } from "../../state/talk.ts";
import type { Spot } from "../../state/talk_asked.ts";
import { beside } from "../beside.ts";
import { Findings } from "../Findings/Findings.tsx";
import { ForgetPiece } from "../ForgetPiece/ForgetPiece.tsx";
import { HeldList } from "../HeldList/HeldList.tsx";
import { type ExportFormat, KnowledgeGraph } from "../KnowledgeGraph/KnowledgeGraph.tsx";
import { PieceList } from "../PieceList/PieceList.tsx";
import { TalkView } from "../TalkView/TalkView.tsx";
import { said } from "../words.ts";
import { said as saidOfTalk } from "../words_talk.ts";
import style from "./KnowledgePage.module.css";

export type KnowledgeTab = "list" | "talk" | "graph" | "findings" | "held";

export interface KnowledgePageProps {
  /** Which view is open at first. */
  tab?: KnowledgeTab;
  /** Go to a place in the story's files. */
  onOpenPlace?(place: Evidence): void;
}

/** What is known of conversations and of the story. */
export function KnowledgePage({ tab = "list", onOpenPlace }: KnowledgePageProps) {
  const say = useWords(said);
  const ofTalk = useWords(saidOfTalk);
  const panel = useId();
  const [shown, setShown] = useState<KnowledgeTab>(tab);
  const total = useNoun(createKnowledge, (state) => state.stats.data?.active);
  const waiting = useNoun(createHeld, (state) => state.waiting.data?.items.length);
  const mohen = useMohen();
  useEffect(() => void mohen.store(createHeld).getState().load(), [mohen]);
  useEffect(() => void mohen.store(createKnowledge).getState().load(), [mohen]);
  const toSource = useCallback(
    (spot: Spot) => {
      setShown("talk");
      void mohen.store(createTalk).getState().open(spot);
    },
    [mohen],
  );
  return (
    <div className={style.page}>
      <header>
        <h2 className={style.title}>{say.title}</h2>
        <p className={style.more}>{say.titleMore}</p>
      </header>
      <Tabs
        label={say.tabs}
        panelId={panel}
        value={shown}
        onChange={(id: KnowledgeTab) => setShown(id)}
        items={[
          { id: "list", label: say.list, ...(total !== undefined && { count: total }) },
          { id: "talk", label: ofTalk.tab },
          { id: "graph", label: say.graph },
          { id: "held", label: say.held, ...(waiting ? { count: waiting } : {}) },
          { id: "findings", label: say.findings },
        ]}
      />
      <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, shown)}>
        {shown === "list" && <PieceList onOpenSource={toSource} />}
        {shown === "talk" && <TalkView />}
        {shown === "graph" && <GraphOfHere />}
        {shown === "findings" && <FindingsOfHere {...(onOpenPlace && { onOpen: onOpenPlace })} />}
        {shown === "held" && <HeldOfHere />}
      </div>
    </div>
  );
}

/** The graph of where the author stands. */
export function GraphOfHere() {
  const mohen = useMohen();
  const picture = useNoun(createGraph, (state) => state.picture);
  const profile = useNoun(createGraph, (state) => state.profile);
  const projectId = useStore(mohen.place, (place) => place.projectId);
  const graph = mohen.store(createGraph);
  useEffect(() => void graph.getState().load(), [graph]);

  const choose = useCallback(
    (which: Which, name: string, at: number | undefined) =>
      void graph.getState().profileOf(which, name, at),
    [graph],
  );

  async function save(format: ExportFormat) {
    const text = await graph.getState().exported(format);
    if (text instanceof Failure) {
      const { title } = explain(text, mohen.manner.getState().language);
      mohen.toasts.getState().show({ tone: "danger", text: title });
    } else download({ path: `${projectId ?? "story"}.${ENDINGS[format]}`, text });
  }

  return (
    <>
      {picture.failure && (
        <FailureNotice failure={picture.failure} onRetry={() => void graph.getState().load()} />
      )}
      {picture.data ? (
        <KnowledgeGraph
          key={projectId}
          picture={picture.data}
          profile={profile}
          onChoose={choose}
          onExport={(format) => void save(format)}
        />
      ) : (
        !picture.failure && <Skeleton lines={8} />
      )}
    </>
  );
}

/** What contradicts itself in the project's story. */
export function FindingsOfHere({ onOpen }: { onOpen?(place: Evidence): void }) {
  const say = useWords(said);
  const mohen = useMohen();
  const projectId = useStore(mohen.place, (place) => place.projectId);
  const { check, busy, load, exempt, unexempt } = useNoun(createFindings, (state) => state);
  useEffect(() => void load(), [load]);
  if (projectId === undefined) {
    return (
      <EmptyState icon="folder" title={say.needsProject}>
        {say.needsProjectMore}
      </EmptyState>
    );
  }
  return (
    <>
      {check.failure && <FailureNotice failure={check.failure} onRetry={() => void load()} />}
      {check.data ? (
        <Findings
          check={check.data}
          busy={busy}
          onExempt={(id, reason) => void exempt(id, reason)}
          onUnexempt={(id) => void unexempt(id)}
          onCheck={() => void load()}
          {...(onOpen && { onOpen })}
        />
      ) : (
        !check.failure && <Skeleton lines={5} />
      )}
    </>
  );
}

/** What waits to be seen before prompts are given it. */
export function HeldOfHere() {
  const { waiting, busy, load, accept, foresee, forget } = useNoun(createHeld, (state) => state);
  const [going, setGoing] = useState<{ item: HeldItem; foreseen?: Foreseen | Failure }>();
  const list = useRef<HTMLDivElement>(null);
  const forgotten = useRef<() => void>(undefined);
  // Once the dialog is gone, which gives the focus back to what is gone too.
  useEffect(() => {
    if (going) return;
    forgotten.current?.();
    forgotten.current = undefined;
  }, [going]);
  async function keep(id: string) {
    const goOn = beside(list.current, "data-held", id);
    await accept(id);
    goOn();
  }
  async function ask(item: HeldItem) {
    setGoing({ item });
    const foreseen = await foresee(item);
    setGoing((now) => (now?.item === item ? { item, foreseen } : now));
  }
  return (
    <div ref={list}>
      {waiting.failure && <FailureNotice failure={waiting.failure} onRetry={() => void load()} />}
      {waiting.data ? (
        <HeldList
          items={waiting.data.items}
          busy={busy}
          onAccept={(id) => void keep(id)}
          onForget={(item) => void ask(item)}
        />
      ) : (
        !waiting.failure && <Skeleton lines={5} />
      )}
      {going && (
        <ForgetPiece
          content={going.item.text}
          foreseen={going.foreseen}
          onForget={async () => {
            const goOn = beside(list.current, "data-held", going.item.id);
            const failure = await forget(going.item);
            if (!failure) forgotten.current = goOn;
            return failure;
          }}
          onClose={() => setGoing(undefined)}
        />
      )}
    </div>
  );
}

const ENDINGS: Record<ExportFormat, string> = { json: "json", dot: "dot", mermaid: "mmd" };
