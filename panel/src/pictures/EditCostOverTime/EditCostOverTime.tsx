import { useLanguage, useWords } from "../../mohen.tsx";
import { count, day, percent } from "../../words/index.ts";
import { Chart, type Plot } from "../Chart/Chart.tsx";
import { Numbers } from "../Numbers/Numbers.tsx";
import { line, stack } from "../path.ts";
import type { Span } from "../scale.ts";
import { said } from "../words.ts";
import {
  type Bucket,
  type Costs,
  costInWords,
  grouped,
  OUTCOMES,
  outcomes,
  total,
} from "./cost.ts";
import style from "./EditCostOverTime.module.css";

export interface EditCostOverTimeProps {
  costs: Costs;
}

/** How much of the AI's text the author had to change, and where rules were learned meanwhile. */
export function EditCostOverTime({ costs }: EditCostOverTimeProps) {
  const say = useWords(said);
  const language = useLanguage();
  const sentence = costInWords(costs, say, language);
  const { buckets } = costs;
  if (total(buckets) === 0) return <p className={style.none}>{sentence}</p>;

  const span = spanOf(buckets);
  const text = (share: number) => percent(share, language);
  const reading = (bucket: Bucket) =>
    say.costBucket(
      day(bucket.from, language),
      day(bucket.to, language),
      text(bucket.editCost),
      say.costOf(bucket.episodes),
    );
  return (
    <figure className={style.figure}>
      <figcaption className={style.sentence}>{sentence}</figcaption>
      <Chart
        label={`${say.cost}. ${sentence}`}
        x={span}
        y={[0, highest(buckets)]}
        yText={text}
        readings={buckets.map((bucket) => ({
          at: middle(bucket),
          y: bucket.editCost,
          text: reading(bucket),
        }))}
      >
        {(plot) => (
          <>
            <RuleMarks costs={costs} plot={plot} span={span} />
            <Cost buckets={buckets} plot={plot} />
          </>
        )}
      </Chart>
      {(costs.marks?.length ?? 0) > 0 && (
        <p className={style.markLegend}>
          <svg width="10" height="10" aria-hidden>
            <path d="M5 0.5l4.5 4.5l-4.5 4.5l-4.5 -4.5Z" />
          </svg>
          {say.markLegend}
        </p>
      )}
      <Outcomes buckets={buckets} />
      <Numbers
        caption={say.cost}
        columns={[
          say.when,
          say.manyColumn,
          say.costColumn,
          ...OUTCOMES.map((each) => say[each]),
          say.other,
        ]}
        rows={buckets.map((bucket) => [
          day(bucket.from, language),
          count(bucket.episodes, language),
          text(bucket.editCost),
          ...outcomes(bucket).map(([, many]) => count(many, language)),
        ])}
      />
    </figure>
  );
}

function Cost({ buckets, plot }: { buckets: readonly Bucket[]; plot: Plot }) {
  const points = buckets.map((bucket) => ({
    from: bucket.from,
    x: plot.x(middle(bucket)),
    y: plot.y(bucket.editCost),
  }));
  return (
    <g>
      <path className={style.cost} d={line(points)} />
      {points.length <= 60 &&
        points.map(({ from, x, y }) => (
          <circle key={from} className={style.dot} cx={x} cy={y} r={3} />
        ))}
    </g>
  );
}

function RuleMarks({ costs, plot, span }: { costs: Costs; plot: Plot; span: Span }) {
  const say = useWords(said);
  const near = ((span[1] - span[0]) / Math.max(1, plot.right - plot.left)) * 10;
  const inside = (costs.marks ?? []).filter(({ at }) => at >= span[0] && at <= span[1]);
  return grouped(inside, near).map(({ at, many }) => (
    <g key={at} className={style.mark} transform={`translate(${plot.x(at)} 0)`}>
      <title>{say.marksOf(many)}</title>
      <line y1={plot.top + 8} y2={plot.bottom} />
      <path d={`M0 ${plot.top}l4.5 4.5l-4.5 4.5l-4.5 -4.5Z`} />
    </g>
  ));
}

/** What became of the suggestions, bucket by bucket, each as a whole. */
function Outcomes({ buckets }: { buckets: readonly Bucket[] }) {
  const say = useWords(said);
  const language = useLanguage();
  const all = outcomes(sum(buckets)).filter(([, many]) => many > 0);
  const whole = total(buckets);
  return (
    <div className={style.outcomes}>
      <h4>{say.outcomes}</h4>
      <svg
        className={style.bars}
        viewBox={`0 0 ${buckets.length} 1`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {buckets.map((bucket, n) =>
          stack(outcomes(bucket)).map(({ key, from, to }) => (
            <rect
              key={`${bucket.from} ${key}`}
              data-outcome={key}
              x={n + 0.06}
              width={0.88}
              y={1 - to}
              height={to - from}
            />
          )),
        )}
      </svg>
      <ul className={style.legend}>
        {all.map(([key, many]) => (
          <li key={key}>
            <span className={style.swatch} data-outcome={key} />
            {say[key]} {percent(many / whole, language)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const middle = ({ from, to }: Bucket) => (from + to) / 2;

function spanOf(buckets: readonly Bucket[]): Span {
  const from = buckets[0]?.from ?? 0;
  const to = buckets[buckets.length - 1]?.to ?? from;
  return to > from ? [from, to] : [from - 1, from + 1];
}

/** To the next fifth above the highest: a small cost should not look like none. */
function highest(buckets: readonly Bucket[]): number {
  const most = Math.max(...buckets.map(({ editCost }) => editCost));
  return Math.min(1, Math.max(0.2, Math.ceil(most * 5) / 5));
}

function sum(buckets: readonly Bucket[]): Bucket {
  const added = { from: 0, to: 0, episodes: total(buckets), editCost: 0 };
  const each = Object.fromEntries(
    OUTCOMES.map((outcome) => [
      outcome,
      buckets.reduce((many, bucket) => many + bucket[outcome], 0),
    ]),
  ) as Record<(typeof OUTCOMES)[number], number>;
  return { ...added, ...each };
}
