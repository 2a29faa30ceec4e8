import { useLanguage, useWords } from "../../mohen.tsx";
import { day, percent } from "../../words/index.ts";
import { Chart, type Plot } from "../Chart/Chart.tsx";
import { Numbers } from "../Numbers/Numbers.tsx";
import { area, line } from "../path.ts";
import { said } from "../words.ts";
import { type Life, lifeInWords } from "./life.ts";
import style from "./StrengthOverTime.module.css";

export interface StrengthOverTimeProps {
  life: Life;
}

/** How strong the memory of one interaction was, is and will be, and what happens when. */
export function StrengthOverTime({ life }: StrengthOverTimeProps) {
  const say = useWords(said);
  const language = useLanguage();
  const { points } = life;
  const first = points[0]?.at ?? life.createdAt;
  const last = points[points.length - 1]?.at ?? life.now;
  const sentence = lifeInWords(life, say, language);
  const text = (share: number) => percent(share, language);

  return (
    <figure className={style.figure}>
      <figcaption className={style.sentence}>{sentence}</figcaption>
      <Chart
        label={`${say.strength}. ${sentence}`}
        x={[first, last > first ? last : first + 1]}
        y={[0, 1]}
        yText={text}
        readings={points.map(({ at, strength, band }) => ({
          at,
          y: strength,
          text: say.strengthAt(day(at, language), text(strength), say[band]),
        }))}
      >
        {(plot) => (
          <>
            <Bands life={life} plot={plot} />
            <Curve life={life} plot={plot} />
            <Markers life={life} plot={plot} now={say.now} />
          </>
        )}
      </Chart>
      <Numbers
        caption={say.strength}
        columns={[say.when, say.strengthColumn, say.bandColumn]}
        rows={points.map(({ at, strength, band }) => [
          day(at, language),
          text(strength),
          say[band],
        ])}
      />
    </figure>
  );
}

const NAMED = 110;

/** Each band is shaded and named, so that nobody has to know the thresholds. */
function Bands({ life, plot }: { life: Life; plot: Plot }) {
  const say = useWords(said);
  // A young memory has its line of now where the names would stand.
  const now = plot.x(life.now);
  const left = now < plot.left + NAMED ? now : plot.left;
  const falling = [...life.bands].sort((a, b) => b.from - a.from);
  return falling.map(({ band, from }, n) => {
    const top = plot.y(n === 0 ? 1 : (falling[n - 1]?.from ?? 1));
    const height = plot.y(from) - top;
    return (
      <g key={band} className={style.band} data-band={band}>
        <rect x={plot.left} width={plot.right - plot.left} y={top} height={Math.max(0, height)} />
        {height > 11 && (
          <text x={left + 8} y={top + height / 2} dy="0.34em">
            {say[band]}
          </text>
        )}
      </g>
    );
  });
}

/** What was is drawn through; what will be, if nobody recalls it, is dashed. */
function Curve({ life, plot }: { life: Life; plot: Plot }) {
  const drawn = life.points.map(({ at, strength }) => ({ at, x: plot.x(at), y: plot.y(strength) }));
  const present = { at: life.now, x: plot.x(life.now), y: plot.y(life.strength) };
  const past = [...drawn.filter(({ at }) => at < life.now), present];
  const future = [present, ...drawn.filter(({ at }) => at > life.now)];
  return (
    <g className={style.curve}>
      <path className={style.under} d={area(past, plot.bottom)} />
      <path className={style.past} d={line(past)} />
      <path className={style.future} d={line(future)} />
    </g>
  );
}

function Markers({ life, plot, now }: { life: Life; plot: Plot; now: string }) {
  const x = plot.x(life.now);
  const nearRight = x > plot.right - 20;
  return (
    <g className={style.now}>
      <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} />
      <circle cx={x} cy={plot.y(life.strength)} r={4.5} />
      <text x={x} y={plot.top - 7} textAnchor={nearRight ? "end" : "start"}>
        {now}
      </text>
    </g>
  );
}
