import { useSyncExternalStore } from "react";
import { useLanguage, useMohen } from "../../mohen.tsx";
import { ago, moment } from "../../words/index.ts";

export interface TimeProps {
  /** Milliseconds since the epoch. */
  at: number;
  /** "3 days ago" instead of the moment; the moment stays as its title. */
  relative?: boolean;
}

export function Time({ at, relative = false }: TimeProps) {
  const language = useLanguage();
  const { now } = useMohen();
  useSyncExternalStore(relative ? everyMinute : never, minute);
  const exact = moment(at, language);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact}>
      {relative ? ago(at, now(), language) : exact}
    </time>
  );
}

// One clock for every time on the page, and none when there is nothing to keep up to date.
const heard = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;
let minutes = 0;

function everyMinute(hear: () => void): () => void {
  heard.add(hear);
  clock ??= setInterval(() => {
    minutes += 1;
    for (const each of heard) each();
  }, 60_000);
  return () => {
    heard.delete(hear);
    if (heard.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}

function never(): () => void {
  return () => {};
}

function minute(): number {
  return minutes;
}
