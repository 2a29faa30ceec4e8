import { useLanguage, useMohen, useWords } from "../../mohen.tsx";
import { day, moment, percent } from "../../words/index.ts";
import { Chart, type Plot } from "../Chart/Chart.tsx";
import { Numbers } from "../Numbers/Numbers.tsx";
import { stairs } from "../path.ts";
import { type Said, said } from "../words.ts";
import style from "./ConfidenceOverTime.module.css";
import { type Certainty, eventInWords, isGone, signOf } from "./course.ts";

export interface ConfidenceOverTimeProps {
  /** Oldest first: `course(events)`. */
  points: readonly Certainty[];
  /** In a narrow place, without the sentence and the table. */
  compact?: boolean;
}

/** How sure the memory has been of one rule. A step is something that happened. */
export function ConfidenceOverTime({ points, compact = false }: ConfidenceOverTimeProps) {
  const say = useWords(said);
  const language = useLanguage();
  const now = useMohen().now();
  const [first] = points;
  if (!first) return <p className={style.none}>{say.confidenceNone}</p>;

  const text = (share: number) => percent(share, language);
  const last = points[points.length - 1] ?? first;
  const end = isGone(points) ? last.at : Math.max(now, last.at);
  const sentence = courseInWords(points, say, text);
  return (
    <figure className={style.figure}>
      {!compact && <figcaption className={style.sentence}>{sentence}</figcaption>}
      <Chart
        label={`${say.confidence}. ${sentence}`}
        x={end > first.at ? [first.at, end] : [first.at - 1, first.at + 1]}
        y={[0, 1]}
        yText={text}
        height={compact ? 110 : 180}
        readings={points.map((point) => ({
          at: point.at,
          y: point.confidence,
          text: say.eventAt(
            day(point.at, language),
            eventInWords(point, say),
            text(point.confidence),
          ),
        }))}
        {...(compact && { resting: sentence })}
      >
        {(plot) => <Steps points={points} plot={plot} until={end} />}
      </Chart>
      {!compact && (
        <Numbers
          caption={say.confidence}
          columns={[say.when, say.whatColumn, say.confidenceColumn, say.evidenceColumn]}
          rows={points.map((point) => [
            moment(point.at, language),
            eventInWords(point, say),
            text(point.confidence),
            say.evidence(point.supporting, point.contradicting),
          ])}
        />
      )}
    </figure>
  );
}

function Steps({
  points,
  plot,
  until,
}: {
  points: readonly Certainty[];
  plot: Plot;
  until: number;
}) {
  const placed = points.map((point) => ({
    point,
    x: plot.x(point.at),
    y: plot.y(point.confidence),
  }));
  return (
    <g>
      <path className={style.steps} d={stairs(placed, plot.x(until))} />
      {placed.map(({ point, x, y }) => (
        <g
          key={`${point.at} ${point.kind}`}
          className={style.sign}
          data-sign={signOf(point)}
          transform={`translate(${x} ${y})`}
        >
          <Sign sign={signOf(point)} />
        </g>
      ))}
    </g>
  );
}

function Sign({ sign }: { sign: ReturnType<typeof signOf> }) {
  switch (sign) {
    case "dot":
      return <circle r={3.5} />;
    case "check":
      return (
        <>
          <circle r={7} />
          <path d="M-3 0L-1 2.5L3.5 -2.5" />
        </>
      );
    case "pen":
      return <rect x={-4} y={-4} width={8} height={8} transform="rotate(45)" />;
    case "fall":
      return <path d="M-5.5 -4.5H5.5L0 5Z" />;
    case "turn":
      return <path d="M0 -5.5L5 4H-5Z" />;
    case "end":
      return <path d="M-4 -4L4 4M4 -4L-4 4" />;
  }
}

function courseInWords(
  points: readonly Certainty[],
  say: Said,
  text: (share: number) => string,
): string {
  const first = points[0];
  const last = points[points.length - 1];
  if (!first || !last) return say.confidenceNone;
  if (isGone(points)) return say.confidenceGone;
  if (text(first.confidence) === text(last.confidence))
    return say.confidenceOnly(text(last.confidence));
  return say.confidenceNow(text(last.confidence), text(first.confidence));
}
