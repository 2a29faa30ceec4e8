import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { Failure } from "../../channels/client.ts";
import { useLanguage, useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import type { Foreseen } from "../../state/forgetting.ts";
import { createKnowledge, type Detail } from "../../state/knowledge.ts";
import { createTalk } from "../../state/talk.ts";
import { type Fact, isSought, type Message, type Spot } from "../../state/talk_asked.ts";
import { beside } from "../beside.ts";
import { ForgetPiece } from "../ForgetPiece/ForgetPiece.tsx";
import { FoundSaid } from "../FoundSaid/FoundSaid.tsx";
import { PieceHistory } from "../PieceHistory/PieceHistory.tsx";
import { SessionList } from "../SessionList/SessionList.tsx";
import { SessionReader } from "../SessionReader/SessionReader.tsx";
import { said } from "../words_talk.ts";
import { type Doomed, generally, lineOf, sessionOf, speakerOf } from "./doomed.ts";
import { SeekTalk } from "./SeekTalk.tsx";
import style from "./TalkView.module.css";

/** What is open over the view. */
type Open =
  | { kind: "fact"; fact: Fact; detail?: Detail | Failure }
  | { kind: "forget"; doomed: Doomed; foreseen?: Foreseen | Failure };

/** What was said: by session, sought, read from any line on, and forgotten. */
export function TalkView() {
  const say = useWords(said);
  const language = useLanguage();
  const mohen = useMohen();
  const projectId = useStore(mohen.place, (place) => place.projectId);
  const { sought, sessions, found, spot, reading, ...talk } = useNoun(createTalk, (all) => all);
  const [open, setOpen] = useState<Open>();
  const view = useRef<HTMLDivElement>(null);
  const left = useRef<string>(undefined);
  const forgotten = useRef<() => void>(undefined);
  useEffect(() => void mohen.store(createTalk).getState().load(), [mohen]);

  const look = useCallback(
    async (fact: Fact) => {
      setOpen({ kind: "fact", fact });
      const detail = await mohen.store(createKnowledge).getState().detail(fact.id);
      setOpen((now) => (now?.kind === "fact" && now.fact === fact ? { ...now, detail } : now));
    },
    [mohen],
  );
  const foresee = useCallback(
    async (doomed: Doomed) => {
      setOpen({ kind: "forget", doomed });
      const foreseen = await mohen.store(createTalk).getState().foresee(doomed.target);
      setOpen((now) =>
        now?.kind === "forget" && now.doomed === doomed ? { ...now, foreseen } : now,
      );
    },
    [mohen],
  );
  const forgetOf = useCallback(
    (what: "line" | "speaker", message: Message) =>
      void foresee(what === "line" ? lineOf(message) : speakerOf(message.speaker ?? "", say)),
    [foresee, say],
  );
  async function forget(doomed: Doomed, foreseen: Foreseen) {
    const goOn = beside(view.current, ...(doomed.shown ?? NOT_SHOWN));
    const failure = await talk.forget(doomed.target, foreseen);
    if (!failure) forgotten.current = goOn;
    // Something else would go by now: that is to be seen first.
    if (failure?.code === "MEMORY_CLEAR_CONFIRM_REQUIRED") void foresee(doomed);
    return failure;
  }
  const close = () => setOpen(undefined);
  const read = (where: Spot) => {
    close();
    void talk.open(where);
  };
  // Once the dialog is gone, which gives the focus back to a line that is gone too.
  useEffect(() => {
    if (open || !forgotten.current) return;
    forgotten.current();
    forgotten.current = undefined;
    if (document.activeElement !== document.body) return;
    view.current?.querySelector<HTMLElement>("h3[tabindex], input")?.focus();
  }, [open]);
  // Back in the list one stands where one left it.
  useEffect(() => {
    if (spot) left.current = spot.session;
    else if (left.current !== undefined && document.activeElement === document.body) {
      const row = view.current?.querySelector(`[data-session="${CSS.escape(left.current)}"]`);
      row?.querySelector("button")?.focus();
      left.current = undefined;
    }
  }, [spot]);

  if (projectId === undefined) {
    return (
      <EmptyState icon="folder" title={say.needsProject}>
        {say.needsProjectMore}
      </EmptyState>
    );
  }
  const heard = sessions.data?.items ?? [];
  const all = generally(sought, say, language);
  return (
    <div ref={view} className={style.view}>
      {spot ? (
        <SessionReader
          key={`${spot.session} ${spot.place ?? ""}`}
          spot={spot}
          reading={reading}
          marks={isSought(sought) ? (found.data?.marks ?? NONE) : NONE}
          onBack={talk.leave}
          onEarlier={() => void talk.earlier()}
          onLater={() => void talk.later()}
          onRetry={() => void talk.open(spot)}
          onFact={look}
          onForget={forgetOf}
          onForgetSession={() => {
            const listed = heard.find(({ session }) => session === spot.session);
            void foresee(sessionOf(spot.session, listed, say));
          }}
        />
      ) : heard.length === 0 && sessions.state === "ready" && !isSought(sought) ? (
        <EmptyState icon="list" title={say.empty}>
          {say.emptyMore}
          <code className={style.how}>{say.emptyHow(quoted(projectId))}</code>
        </EmptyState>
      ) : (
        <>
          <SeekTalk
            sought={sought}
            names={[...new Set(heard.flatMap(({ speakers }) => speakers ?? []))]}
            onSeek={talk.seek}
          />
          {isSought(sought) ? (
            <>
              {found.failure && (
                <FailureNotice failure={found.failure} onRetry={() => void talk.load()} />
              )}
              {!found.data && !found.failure && <Skeleton lines={6} />}
              {found.data && (
                <>
                  <div className={style.count}>
                    <p role="status">{say.foundMany(found.data.items.length)}</p>
                    {all && found.data.items.length > 0 && (
                      <Button size="small" icon="trash" onClick={() => void foresee(all)}>
                        {say.forgetThese}
                      </Button>
                    )}
                  </div>
                  <FoundSaid answers={found.data} onOpen={read} onFact={look} />
                </>
              )}
            </>
          ) : (
            <>
              {sessions.failure && (
                <FailureNotice failure={sessions.failure} onRetry={() => void talk.load()} />
              )}
              {!sessions.data && !sessions.failure && <Skeleton lines={6} />}
              <SessionList
                items={heard}
                onOpen={({ session }) => read({ session })}
                onForget={(each) => void foresee(sessionOf(each.session, each, say))}
              />
              {sessions.data?.more && (
                <Button
                  className={style.older ?? ""}
                  busy={sessions.state === "loading"}
                  onClick={() => void talk.older()}
                >
                  {say.older}
                </Button>
              )}
            </>
          )}
        </>
      )}
      {open?.kind === "fact" && (
        <PieceHistory detail={open.detail} onOpenSource={read} onClose={close} />
      )}
      {open?.kind === "forget" && (
        <ForgetPiece
          title={say.forgetTitle}
          text={say.forgetText}
          named={say.forgetNamed}
          content={open.doomed.words}
          foreseen={open.foreseen}
          onForget={async () =>
            open.foreseen && !(open.foreseen instanceof Failure)
              ? forget(open.doomed, open.foreseen)
              : undefined
          }
          onClose={close}
        />
      )}
    </div>
  );
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

const NONE: readonly string[] = [];
const NOT_SHOWN = ["data-place", ""] as const;
