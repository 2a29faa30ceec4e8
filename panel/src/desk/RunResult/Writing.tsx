import { useEffect, useState } from "react";
import { useLanguage, useMohen, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { Notice } from "../../parts/Notice/Notice.tsx";
import { Spinner } from "../../parts/Spinner/Spinner.tsx";
import { candidatesOf, type Run } from "../../state/run.ts";
import { count } from "../../words/index.ts";
import { said } from "../words_runs.ts";
import style from "./RunResult.module.css";

/** So long without a word, and the author is asked whether to wait on. */
const PATIENCE_MS = 30_000;
const SECOND = 1_000;

/** How long a run takes, and for how long nothing has come of it. */
function useElapsed({ askedAt, streamed }: Run) {
  const { now } = useMohen();
  const [time, setTime] = useState(now);
  const [heardAt, setHeardAt] = useState(now);
  const length = streamed.reduce((sum, each) => sum + each.length, 0);
  useEffect(() => {
    const clock = setInterval(() => setTime(now()), SECOND);
    return () => clearInterval(clock);
  }, [now]);
  useEffect(() => {
    if (length > 0) setHeardAt(now());
  }, [length, now]);
  return {
    seconds: Math.max(0, Math.floor((time - askedAt) / SECOND)),
    silentMs: time - heardAt,
    waitOn: () => setHeardAt(now()),
  };
}

export interface WritingProps {
  run: Run;
  onStop(): void;
}

/** How far it is, for how long it is being written, and whether to wait on where nothing comes. */
export function Writing({ run, onStop }: WritingProps) {
  const say = useWords(said);
  const language = useLanguage();
  const all = candidatesOf(run).filter(({ state }) => state !== "nothing");
  const done = all.filter(({ state }) => state === "done" || state === "cut").length;
  const { seconds, silentMs, waitOn } = useElapsed(run);
  const [ready, of] = [count(done, language), count(all.length, language)];
  return (
    <>
      <div className={style.state}>
        <Spinner label={say.writingMany(ready, of)} />
        <span className={style.elapsed} role="timer">
          {say.elapsed(count(seconds, language))}
        </span>
        <Button size="small" icon="stop" title={say.stopHint} onClick={onStop}>
          {say.stop}
        </Button>
      </div>
      {silentMs >= PATIENCE_MS && (
        <Notice
          tone="warning"
          title={say.silent(count(Math.floor(silentMs / SECOND), language))}
          actions={
            <Button size="small" onClick={waitOn}>
              {say.waitOn}
            </Button>
          }
        >
          {say.silentText}
        </Notice>
      )}
    </>
  );
}
