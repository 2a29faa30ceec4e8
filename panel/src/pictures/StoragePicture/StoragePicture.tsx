import type { Storage, Usage } from "../../channels/generated.ts";
import { useInside, useLanguage, useWords } from "../../mohen.tsx";
import { Meter } from "../../parts/Meter/Meter.tsx";
import { bytes, count } from "../../words/index.ts";
import { stack } from "../path.ts";
import { said } from "../words.ts";
import style from "./StoragePicture.module.css";

export interface StoragePictureProps {
  storage: Storage;
}

const ALMOST_FULL = 0.9;
const SHOWN = 5;

/** What memory takes up: files by size, and rows against what there may be of them. */
export function StoragePicture({ storage }: StoragePictureProps) {
  const say = useWords(said);
  const language = useLanguage();
  const inside = useInside();
  const sorted = Object.entries(storage.files).sort(([, a], [, b]) => b - a);
  const whole = sorted.reduce((sum, [, size]) => sum + size, 0);
  const shares = stack(sorted);
  return (
    <figure className={style.figure}>
      <figcaption className={style.sentence}>{say.storageWhole(bytes(whole, language))}</figcaption>
      <svg className={style.bar} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
        {shares.map(({ key, from, to }, n) => (
          <rect
            key={key}
            data-file={Math.min(n, SHOWN)}
            x={from}
            width={to - from}
            y={0}
            height={1}
          />
        ))}
      </svg>
      {inside && (
        <table className={style.files}>
          <caption className="visually-hidden">{say.files}</caption>
          <tbody>
            {sorted.map(([name, size], n) => (
              <tr key={name}>
                <th scope="row">
                  <span className={style.swatch} data-file={Math.min(n, SHOWN)} />
                  {name}
                </th>
                <td>{bytes(size, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ul className={style.rooms}>
        {(["episodes", "digests", "rules", "knowledge"] as const).map((name) => {
          const room = storage[name];
          return room && <RoomMeter key={name} label={say[name]} room={room} />;
        })}
      </ul>
    </figure>
  );
}

function RoomMeter({ label, room: { used, cap, budget } }: { label: string; room: Usage }) {
  const say = useWords(said);
  const language = useLanguage();
  const many = count(used, language);
  const most = cap ?? budget;
  if (most === undefined) {
    // Limits are a project's: of all together there is only a number.
    return (
      <li className={style.unbounded}>
        <span>{label}</span>
        <span>{many}</span>
      </li>
    );
  }
  const share = most === 0 ? 1 : used / most;
  const full = share >= ALMOST_FULL;
  return (
    <li>
      <Meter
        bar="below"
        label={label}
        value={share}
        text={say.usedOf(many, count(most, language))}
        tone={full ? "warning" : "accent"}
      />
      {full && <p className={style.full}>{say.almostFull}</p>}
    </li>
  );
}
