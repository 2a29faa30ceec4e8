// From what was measured to where it stands in a picture, and which round numbers to write beside it.

import type { Language } from "../words/index.ts";

export type Span = readonly [from: number, to: number];
export type Scale = (value: number) => number;

/** A straight scale. A domain without width puts everything into the middle. */
export function linear([from, to]: Span, [start, end]: Span): Scale {
  const width = to - from;
  if (width === 0) return () => (start + end) / 2;
  return (value) => start + ((value - from) / width) * (end - start);
}

/** Round numbers (1, 2 or 5 times a power of ten) within a span, about as many as are wanted. */
export function niceTicks([from, to]: Span, wanted: number): number[] {
  if (!(to > from) || wanted < 1) return [from];
  const raw = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((each) => each * power >= raw) ?? 10) * power;
  const ticks: number[] = [];
  // Counting steps, not adding them up: 0.1 + 0.2 would be written as 0.30000000000000004.
  for (let n = Math.ceil(from / step); n * step <= to + step * 1e-9; n += 1) {
    ticks.push(Number((n * step).toPrecision(12)));
  }
  return ticks;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const TIME_STEPS = [
  ...[5, 15, 30].map((many) => many * MINUTE),
  ...[1, 3, 6, 12].map((many) => many * HOUR),
  ...[1, 2, 7, 14, 30, 91, 182, 365, 730, 1825].map((many) => many * DAY),
];

/** Moments at even distances within a span of time, at the start of a day where days are counted. */
export function timeTicks([from, to]: Span, wanted: number): number[] {
  if (!(to > from) || wanted < 1) return [from];
  const raw = (to - from) / wanted;
  const step = TIME_STEPS.find((each) => each >= raw) ?? raw;
  const first = step >= DAY ? midnightFrom(from) : Math.ceil(from / step) * step;
  const ticks: number[] = [];
  for (let at = first; at <= to; at += step) ticks.push(at);
  return ticks.length > 0 ? ticks : [from];
}

function midnightFrom(at: number): number {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  return day.getTime() < at ? day.getTime() + DAY : day.getTime();
}

/** A moment as briefly as the span around it allows: an hour, a day, or a month. */
export function timeLabel(at: number, [from, to]: Span, language: Language): string {
  const span = to - from;
  const parts: Intl.DateTimeFormatOptions =
    span <= 2 * DAY
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : span <= 330 * DAY
        ? { month: "short", day: "numeric" }
        : { year: "numeric", month: "short" };
  return new Intl.DateTimeFormat(language, parts).format(at);
}

/** The place in a rising list that is nearest to a value. */
export function nearest(values: readonly number[], value: number): number {
  let best = 0;
  values.forEach((each, n) => {
    if (Math.abs(each - value) < Math.abs((values[best] ?? each) - value)) best = n;
  });
  return best;
}
