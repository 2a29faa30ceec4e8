import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useLanguage, useWords } from "../../mohen.tsx";
import {
  linear,
  nearest,
  niceTicks,
  type Scale,
  type Span,
  timeLabel,
  timeTicks,
} from "../scale.ts";
import { said } from "../words.ts";
import style from "./Chart.module.css";

/** Where a picture may draw, and how a value finds its place there. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
}

/** What can be read off at one moment. */
export interface Reading {
  readonly at: number;
  readonly text: string;
  readonly y?: number;
}

export interface ChartProps {
  /** What the picture shows, in a sentence: it stands for the picture where it is not seen. */
  label: string;
  /** Time, from left to right. */
  x: Span;
  y: Span;
  yText: (value: number) => string;
  /** Rising in time. The pointer and the arrow keys go from one to the next. */
  readings: readonly Reading[];
  /** What the line below says while nothing is pointed at; without it, how to read. */
  resting?: string;
  height?: number;
  children: (plot: Plot) => ReactNode;
}

const MARGIN = { left: 44, right: 12, top: 18, bottom: 24 };

export function Chart({
  label,
  x,
  y,
  yText,
  readings,
  resting,
  height = 208,
  children,
}: ChartProps) {
  const [frame, width] = useWidth();
  const [read, setRead] = useState<number>();
  const say = useWords(said);
  const language = useLanguage();
  const plot = plotOf(width, height, x, y);
  const marked = read === undefined ? undefined : readings[read];

  return (
    <div className={style.chart}>
      <div className={style.frame} ref={frame} style={{ height }}>
        <svg role="img" aria-label={label} width={width} height={height} className={style.svg}>
          {niceTicks(y, height < 120 ? 2 : 4).map((tick) => (
            <g key={tick} className={style.tick}>
              <line x1={plot.left} x2={plot.right} y1={plot.y(tick)} y2={plot.y(tick)} />
              <text x={plot.left - 8} y={plot.y(tick)} dy="0.32em" textAnchor="end">
                {yText(tick)}
              </text>
            </g>
          ))}
          {children(plot)}
          {timeTicks(x, Math.max(2, Math.floor(width / 110))).map((tick) => (
            <text
              key={tick}
              className={style.moment}
              x={plot.x(tick)}
              y={height - 6}
              textAnchor={anchorOf(plot, tick)}
            >
              {timeLabel(tick, x, language)}
            </text>
          ))}
          {marked && (
            <g className={style.reading}>
              <line x1={plot.x(marked.at)} x2={plot.x(marked.at)} y1={plot.top} y2={plot.bottom} />
              {marked.y !== undefined && (
                <circle cx={plot.x(marked.at)} cy={plot.y(marked.y)} r={4} />
              )}
            </g>
          )}
        </svg>
        {readings.length > 0 && <Reader {...{ plot, readings, read, setRead }} />}
      </div>
      <p className={style.said}>{marked?.text ?? resting ?? say.readHint}</p>
    </div>
  );
}

interface ReaderProps {
  plot: Plot;
  readings: readonly Reading[];
  read: number | undefined;
  setRead: (read: number | undefined) => void;
}

/** Lies over the picture: the pointer reads it, and so do the arrow keys, aloud. */
function Reader({ plot, readings, read, setRead }: ReaderProps) {
  const say = useWords(said);
  const last = readings.length - 1;
  const now = Math.min(read ?? last, last);

  function press(event: KeyboardEvent) {
    // With these the arrows are the browser's: back and forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const moves: Record<string, number> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageDown: now - 10,
      PageUp: now + 10,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setRead(Math.max(0, Math.min(last, to)));
  }

  return (
    <div
      className={style.reader}
      style={{
        left: plot.left,
        width: plot.right - plot.left,
        top: plot.top,
        height: plot.bottom - plot.top,
      }}
      role="slider"
      tabIndex={0}
      aria-label={say.through}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={now}
      aria-valuetext={readings[now]?.text}
      onKeyDown={press}
      onFocus={() => setRead(now)}
      onBlur={() => setRead(undefined)}
      onPointerMove={(event) => {
        const where = event.clientX - event.currentTarget.getBoundingClientRect().left + plot.left;
        const places = readings.map(({ at }) => plot.x(at));
        setRead(nearest(places, where));
      }}
      onPointerLeave={(event) => {
        if (document.activeElement !== event.currentTarget) setRead(undefined);
      }}
    />
  );
}

function plotOf(width: number, height: number, x: Span, y: Span): Plot {
  const left = MARGIN.left;
  const right = Math.max(left + 1, width - MARGIN.right);
  const top = MARGIN.top;
  const bottom = height - MARGIN.bottom;
  return { left, right, top, bottom, x: linear(x, [left, right]), y: linear(y, [bottom, top]) };
}

/** Labels at the edges are not cut off. */
function anchorOf(plot: Plot, tick: number): "start" | "middle" | "end" {
  const where = plot.x(tick);
  if (where < plot.left + 24) return "start";
  return where > plot.right - 24 ? "end" : "middle";
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(480);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const measure = () => setWidth(Math.max(160, Math.round(current.clientWidth)));
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(current);
    return () => watching.disconnect();
  }, []);
  return [frame, width] as const;
}
