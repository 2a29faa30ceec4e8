import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Failure } from "../../channels/client.ts";
import { useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { SearchField } from "../../parts/SearchField/SearchField.tsx";
import { Select } from "../../parts/Select/Select.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import type { Foreseen } from "../../state/forgetting.ts";
import { createKnowledge, type Detail, type Piece } from "../../state/knowledge.ts";
import { type Spot, spotOf } from "../../state/talk_asked.ts";
import { beside } from "../beside.ts";
import { ForgetPiece } from "../ForgetPiece/ForgetPiece.tsx";
import { kindInWords } from "../kind_words.ts";
import { type PieceAct, PieceCard } from "../PieceCard/PieceCard.tsx";
import { PieceForm } from "../PieceForm/PieceForm.tsx";
import { PieceHistory } from "../PieceHistory/PieceHistory.tsx";
import { said } from "../words.ts";
import { type Order, ordered } from "./order.ts";
import style from "./PieceList.module.css";

/** What is open over the list. */
type Open =
  | { kind: "add" }
  | { kind: "correct"; piece: Piece; detail?: Detail }
  | { kind: "history"; piece: Piece; detail?: Detail | Failure }
  | { kind: "forget"; piece: Piece; foreseen?: Foreseen | Failure };

export interface PieceListProps {
  /** Read on where something was said. */
  onOpenSource(spot: Spot): void;
}

/** Everything that is known here: sought, sifted, corrected and forgotten. */
export function PieceList({ onOpenSource }: PieceListProps) {
  const say = useWords(said);
  const mohen = useMohen();
  const { asked, shelf, stats, ...store } = useNoun(createKnowledge, (state) => state);
  const [order, setOrder] = useState<Order>("matter");
  const [open, setOpen] = useState<Open>();
  const list = useRef<HTMLUListElement>(null);
  const forgotten = useRef<() => void>(undefined);
  const items = useDeferredValue(shelf.data?.items);
  const found = asked.words.trim() !== "" && asked.standing === "active";
  const shown = useMemo(
    () => (found ? (items ?? []) : ordered(items ?? [], order)),
    [items, order, found],
  );

  const act = useCallback(
    async (what: PieceAct, piece: Piece) => {
      const { archive, restore, detail, foresee } = mohen.store(createKnowledge).getState();
      if (what === "archive" || what === "restore") {
        const goOn = beside(list.current, "data-piece", piece.id);
        await (what === "archive" ? archive : restore)(piece.id);
        return goOn();
      }
      if (what === "source") {
        const spot = piece.sources.map(spotOf).findLast(Boolean); // where it was said last
        return spot && onOpenSource(spot);
      }
      setOpen({ kind: what, piece });
      if (what === "forget") {
        const foreseen = await foresee(piece.id);
        return setOpen((now) =>
          isStill(now, what, piece) ? { kind: what, piece, foreseen } : now,
        );
      }
      const more = await detail(piece.id);
      setOpen((now) => {
        if (!isStill(now, what, piece)) return now;
        if (what === "history") return { kind: what, piece, detail: more };
        // Without its version it cannot be corrected: others might be overwritten.
        return more instanceof Failure
          ? { kind: "history", piece, detail: more }
          : { kind: what, piece, detail: more };
      });
    },
    [mohen, onOpenSource],
  );
  const close = () => setOpen(undefined);
  // Once the dialog is gone, which gives the focus back to a card that is gone too.
  useEffect(() => {
    if (open) return;
    forgotten.current?.();
    forgotten.current = undefined;
  }, [open]);

  return (
    <div className={style.list}>
      <div className={style.bar}>
        <div className={style.search}>
          <SearchField
            label={say.seek}
            value={asked.words}
            onChange={(words) => store.ask({ words })}
          />
        </div>
        <Select
          label={say.types}
          hideLabel
          value={asked.type}
          options={kinds(stats.data?.byType ?? {}).map((type) => ({
            value: type,
            label: type === "all" ? say.all : kindInWords(type, say),
          }))}
          onChange={(type) => store.ask({ type })}
        />
        <Select
          label={say.standing}
          hideLabel
          value={asked.standing}
          options={(["active", "archived", "past"] as const).map((value) => ({
            value,
            label: say[value],
          }))}
          onChange={(standing) => store.ask({ standing })}
        />
        {!found && (
          <Select
            label={say.order}
            hideLabel
            value={order}
            options={[
              { value: "matter", label: say.byMatter },
              { value: "time", label: say.byTime },
            ]}
            onChange={(next: Order) => setOrder(next)}
          />
        )}
        <Button kind="primary" icon="plus" onClick={() => setOpen({ kind: "add" })}>
          {say.add}
        </Button>
      </div>
      {shelf.failure && <FailureNotice failure={shelf.failure} onRetry={() => void store.load()} />}
      {shelf.state === "loading" && !shelf.data && <Skeleton lines={6} />}
      {shelf.data && (
        <>
          <p className={style.count} role="status">
            {say.shown(shown.length)}
          </p>
          {shown.length === 0 && (
            <Nothing
              asked={asked.words !== "" || asked.type !== "all" || asked.standing !== "active"}
            />
          )}
          <ul ref={list} className={style.items} aria-busy={shelf.state === "loading"}>
            {shown.map((piece) => (
              <PieceCard key={piece.id} piece={piece} onAct={act} />
            ))}
          </ul>
          {shelf.data.cursor !== undefined && (
            <Button busy={shelf.state === "loading"} onClick={() => void store.more()}>
              {say.moreItems}
            </Button>
          )}
        </>
      )}
      {open?.kind === "add" && (
        <PieceForm onSave={(content, kind) => store.add(content, kind)} onClose={close} />
      )}
      {open?.kind === "correct" && open.detail && (
        <Correction detail={open.detail} onClose={close} />
      )}
      {open?.kind === "history" && (
        <PieceHistory detail={open.detail} onOpenSource={onOpenSource} onClose={close} />
      )}
      {open?.kind === "forget" && (
        <ForgetPiece
          content={open.piece.content}
          foreseen={open.foreseen}
          onForget={async () => {
            const goOn = beside(list.current, "data-piece", open.piece.id);
            const failure = await store.forget(open.piece.id);
            if (!failure) forgotten.current = goOn;
            return failure;
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

function Correction({ detail: { item }, onClose }: { detail: Detail; onClose(): void }) {
  const correct = useNoun(createKnowledge, (state) => state.correct);
  const [version, setVersion] = useState(item.version);
  return (
    <PieceForm
      before={item.content}
      onSave={async (content) => {
        const done = await correct(item.id, version, content);
        if (done.kind === "failed") return done.failure;
        if (done.kind === "saved") return undefined;
        setVersion(done.newer.version);
        return { newer: done.newer.content };
      }}
      onClose={onClose}
    />
  );
}

function Nothing({ asked }: { asked: boolean }) {
  const say = useWords(said);
  return asked ? (
    <EmptyState icon="search" title={say.noneFound}>
      {say.noneFoundMore}
    </EmptyState>
  ) : (
    <EmptyState icon="book" title={say.empty}>
      {say.emptyMore}
    </EmptyState>
  );
}

function isStill(open: Open | undefined, kind: Open["kind"], piece: Piece): boolean {
  return open?.kind === kind && open.kind !== "add" && open.piece.id === piece.id;
}

/** The known kinds, and whatever others there are. */
function kinds(byType: Readonly<Record<string, number>>): string[] {
  return [...new Set(["all", "fact", "belief", "summary", "note", ...Object.keys(byType)])];
}
