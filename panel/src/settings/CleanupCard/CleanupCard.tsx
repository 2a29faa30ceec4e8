import { useRef, useState } from "react";
import type { Cleanup, Status } from "../../channels/generated.ts";
import { keepFocus } from "../../memory/keep_focus.ts";
import { useNoun, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Dialog } from "../../parts/Dialog/Dialog.tsx";
import { FailureNotice } from "../../parts/FailureNotice/FailureNotice.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import { createCare } from "../../state/care.ts";
import { said } from "../words_care.ts";
import style from "./CleanupCard.module.css";

export interface CleanupCardProps {
  upkeep?: Status["upkeep"] | undefined;
}

/** What is done by night, to be foreseen and to be done now. */
export function CleanupCard({ upkeep }: CleanupCardProps) {
  const say = useWords(said);
  const cleaned = useNoun(createCare, (care) => care.cleaned);
  const clean = useNoun(createCare, (care) => care.clean);
  const [asking, setAsking] = useState(false);
  const busy = cleaned?.state === "loading";
  const foreseen = cleaned?.data?.dryRun === true && !isNothing(cleaned.data);
  const last = upkeep?.last.cleanup;
  const next = upkeep?.next.cleanup;
  const actions = useRef<HTMLDivElement>(null);

  // The button that asked goes when it is done.
  async function cleanNow() {
    setAsking(false);
    const back = keepFocus(actions.current);
    await clean(false);
    back();
  }

  return (
    <div className={style.cleanup}>
      <h3 className={style.heading}>{say.cleanup}</h3>
      <p className={style.quiet}>{say.cleanupLead}</p>
      {(last !== undefined || next !== undefined) && (
        <p className={style.quiet}>
          {last !== undefined && (
            <>
              {say.last} <Time at={last} relative />
            </>
          )}
          {last !== undefined && next !== undefined && " · "}
          {next !== undefined && (
            <>
              {say.next} <Time at={next} relative />
            </>
          )}
        </p>
      )}
      <div role="status">{cleaned?.data && <Told cleanup={cleaned.data} />}</div>
      {cleaned?.state === "failed" && cleaned.failure && (
        <FailureNotice failure={cleaned.failure} />
      )}
      <div ref={actions} className={style.actions}>
        <Button size="small" icon="search" busy={busy} onClick={() => void clean(true)}>
          {cleaned?.data ? say.cleanupAgain : say.cleanupLook}
        </Button>
        {foreseen && (
          <Button size="small" kind="danger" busy={busy} onClick={() => setAsking(true)}>
            {say.cleanupNow}
          </Button>
        )}
      </div>
      <Dialog
        open={asking}
        tone="danger"
        title={say.cleanupAsk}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{say.cancel}</Button>
            <Button kind="danger" onClick={() => void cleanNow()}>
              {say.cleanupNow}
            </Button>
          </>
        }
      >
        {cleaned?.data && <Told cleanup={cleaned.data} />}
        <p>{say.cleanupAskText}</p>
      </Dialog>
    </div>
  );
}

// What takes something away first; strengths are only numbers.
const DONE = [
  "compressed",
  "purged",
  "evictedRules",
  "messages",
  "traces",
  "abandoned",
  "strengths",
] as const;

function Told({ cleanup }: { cleanup: Cleanup }) {
  const say = useWords(said);
  if (isNothing(cleanup)) return <p>{say.cleanupNothing}</p>;
  return (
    <>
      <p>{cleanup.dryRun ? say.cleanupWould : say.cleanupDid}</p>
      <ul className={style.list} data-dry={cleanup.dryRun}>
        {DONE.filter((name) => cleanup[name] > 0).map((name) => (
          <li key={name}>{say[`clean_${name}`](cleanup[name])}</li>
        ))}
      </ul>
    </>
  );
}

function isNothing(cleanup: Cleanup): boolean {
  return DONE.every((name) => cleanup[name] === 0);
}
