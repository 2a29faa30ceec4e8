import { useId, useRef, useState } from "react";
import type { TraceFeedback } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Badge } from "../../parts/Badge/Badge.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { TextField } from "../../parts/TextField/TextField.tsx";
import type { Judgement, Verdict } from "../../state/why.ts";
import { percent } from "../../words/index.ts";
import { said } from "../words_why.ts";
import style from "./Verdicts.module.css";

export interface VerdictsProps {
  /** The one memory it is on; without it, all of it. */
  about?: string;
  /** The one that stands. */
  verdict?: Verdict | undefined;
  judgement?: Judgement | undefined;
  named(id: string): string;
  onJudge(verdict: Verdict, reason?: string): Promise<boolean>;
}

const REASON_CHARS = 200;

/** 「判断正确」 and 「判断有误」, and what came of it. "Wrong" asks why, which may stay empty. */
export function Verdicts({ about, verdict, judgement, named, onJudge }: VerdictsProps) {
  const say = useWords(said);
  const [doubted, setDoubted] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const wrong = useRef<HTMLButtonElement>(null);
  const busy = judgement?.state === "sending";
  const stands = verdict ?? (judgement?.state === "told" ? judgement.verdict : undefined);
  const name = (of: Verdict) => {
    if (about === undefined) return undefined;
    return of === "correct" ? say.rightOn(about) : say.wrongOn(about);
  };

  async function judge(of: Verdict, reason?: string) {
    if (!(await onJudge(of, reason))) return;
    setDoubted(false);
    // What was pressed is gone: a keyboard goes on from here, unless it went elsewhere meanwhile.
    const at = document.activeElement;
    if (at === document.body || box.current?.contains(at)) box.current?.focus();
  }

  function leave() {
    setDoubted(false);
    wrong.current?.focus();
  }

  return (
    <div ref={box} className={style.verdicts} tabIndex={-1}>
      {stands ? (
        <Badge tone={stands === "correct" ? "success" : "danger"} icon={mark(stands)}>
          {stands === "correct" ? say.judgedRight : say.judgedWrong}
        </Badge>
      ) : (
        <div className={style.buttons}>
          <Button
            kind="quiet"
            size="small"
            icon="check"
            busy={busy && judgement.verdict === "correct"}
            aria-label={name("correct")}
            onClick={() => void judge("correct")}
          >
            {say.right}
          </Button>
          <Button
            kind="quiet"
            size="small"
            icon="close"
            busy={busy && judgement.verdict === "incorrect"}
            aria-label={name("incorrect")}
            aria-expanded={doubted}
            ref={wrong}
            onClick={() => setDoubted(!doubted)}
          >
            {say.wrong}
          </Button>
        </div>
      )}
      {doubted && !stands && (
        <Doubt onSend={(reason) => judge("incorrect", reason)} onCancel={leave} busy={busy} />
      )}
      <div role="status">
        {judgement?.state === "told" && <Outcome told={judgement.told} named={named} />}
      </div>
      {judgement?.state === "refused" && <FailureNotice failure={judgement.failure} />}
    </div>
  );
}

interface DoubtProps {
  busy: boolean;
  onSend(reason: string): Promise<void>;
  onCancel(): void;
}

function Doubt({ busy, onSend, onCancel }: DoubtProps) {
  const say = useWords(said);
  const [reason, setReason] = useState("");
  const id = useId();
  return (
    <form
      id={id}
      className={style.doubt}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void onSend(reason);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextField
        label={say.reason}
        hint={say.reasonHint}
        value={reason}
        onChange={setReason}
        maxLength={REASON_CHARS}
        autoFocus
      />
      <div className={style.buttons}>
        <Button type="submit" size="small" kind="primary" busy={busy}>
          {say.send}
        </Button>
        <Button size="small" kind="quiet" onClick={onCancel}>
          {say.cancel}
        </Button>
      </div>
    </form>
  );
}

/** What a verdict changed, each in a line. */
function Outcome({ told, named }: { told: TraceFeedback; named(id: string): string }) {
  const say = useWords(said);
  const language = useLanguage();
  if (!told.recorded) return <p className={style.outcome}>{say.judgedBefore}</p>;
  return (
    <ul className={style.outcome}>
      {[...told.lowered, ...told.raised].map(({ id, before, after }) => (
        <li key={id}>
          {say.moved(named(id), percent(before, language), percent(after, language))}
        </li>
      ))}
      {told.unchanged.map(({ id, why }) => (
        <li key={id}>{say[`unchanged_${why}`](named(id))}</li>
      ))}
      <li>{told.episodeId ? say.recordedAs : say.recordedPlain}</li>
    </ul>
  );
}

function mark(verdict: Verdict) {
  return verdict === "correct" ? "check" : "close";
}
