import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { useLanguage, useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import { createHistory, type History, isOf, KINDS, type Kind } from "../../state/history.ts";
import { createRules } from "../../state/rules.ts";
import { ruleText } from "../rule_text.ts";
import { said } from "../words_history.ts";
import style from "./LearningHistory.module.css";
import { Timeline } from "./Timeline.tsx";

export interface LearningHistoryProps {
  open: boolean;
  onClose(): void;
  /** Of one rule; without it of all that can be seen from here. */
  ruleId?: string;
}

export function LearningHistory({ open, onClose, ruleId }: LearningHistoryProps) {
  const say = useWords(said);
  const history = useNoun(createHistory, (state) => state);
  const { open: begin, close } = history;

  useEffect(() => {
    if (!open) return;
    void begin(ruleId);
    return close;
  }, [open, ruleId, begin, close]);

  if (!open) return null;
  return (
    <Dialog
      open
      placement="side"
      title={history.ruleId === undefined ? say.title : say.titleOf}
      onClose={onClose}
    >
      <Top history={history} />
      <Told history={history} />
    </Dialog>
  );
}

/** Of what it tells, and what of that. */
function Top({ history }: { history: History }) {
  const say = useWords(said);
  const { scope, projectId } = useStore(useMohen().place);
  const textOf = useTexts();
  const { ruleId, kind } = history;
  const top = useTopOf(ruleId);
  return (
    <div ref={top} className={style.top}>
      {ruleId === undefined ? (
        <p className={style.quiet}>
          {scope === "project" && projectId ? say.scopeProject(projectId) : say.scopeGlobal}
        </p>
      ) : (
        <>
          <p className={style.subject}>{textOf(ruleId) ?? say.deletedRule}</p>
          <Button size="small" icon="list" onClick={() => void history.open()}>
            {say.everything}
          </Button>
        </>
      )}
      <Select<Kind | "all">
        label={say.filter}
        value={kind ?? "all"}
        options={[
          { value: "all", label: say.all },
          ...KINDS.map((value) => ({ value, label: say[value] })),
        ]}
        onChange={(value) => void history.only(value === "all" ? undefined : value)}
      />
    </div>
  );
}

/** What leads to one rule, and back to all, goes as it is pressed: the focus is at the title then. */
function useTopOf(ruleId: string | undefined) {
  const top = useRef<HTMLDivElement>(null);
  const before = useRef(ruleId);
  useEffect(() => {
    if (before.current === ruleId) return;
    before.current = ruleId;
    if (document.activeElement !== document.body) return;
    top.current?.closest("dialog")?.querySelector<HTMLElement>("[data-title]")?.focus();
  }, [ruleId]);
  return top;
}

function Told({ history }: { history: History }) {
  const say = useWords(said);
  const textOf = useTexts();
  const { events, kind, ruleId, hasMore, reaching } = history;
  const foot = useRef<HTMLDivElement>(null);
  const told = (events.data ?? []).filter((each) => isOf(each, kind));
  if (!events.data) {
    return events.failure && events.state === "failed" ? (
      <FailureNotice failure={events.failure} onRetry={() => void history.open(ruleId)} />
    ) : (
      <Skeleton lines={6} />
    );
  }
  if (events.data.length === 0) {
    return (
      <EmptyState icon="history" title={say.none}>
        {say.noneText}
      </EmptyState>
    );
  }
  return (
    <>
      {told.length === 0 && !reaching && <p className={style.quiet}>{say.nothingFits}</p>}
      <Timeline
        events={told}
        textOf={textOf}
        {...(ruleId === undefined && { onRule: (id: string) => void history.open(id) })}
      />
      <div ref={foot} className={style.more} tabIndex={-1}>
        {hasMore || reaching ? (
          <Button
            size="small"
            busy={reaching}
            onClick={async () => {
              await history.more();
              // At the beginning of it all the button goes, and would take the focus with it.
              requestAnimationFrame(() => {
                if (document.activeElement === document.body) foot.current?.focus();
              });
            }}
          >
            {say.more}
          </Button>
        ) : (
          told.length > 0 && <p className={style.quiet}>{say.end}</p>
        )}
      </div>
    </>
  );
}

/** What a rule says now, where it is still there. */
function useTexts(): (ruleId: string) => string | undefined {
  const language = useLanguage();
  const items = useNoun(createRules, (rules) => rules.book.data?.items);
  return (ruleId) => {
    const rule = items?.find((each) => each.id === ruleId);
    return rule && ruleText(rule, language);
  };
}
