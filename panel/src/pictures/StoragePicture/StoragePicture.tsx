import { useLanguage, useWords } from "../../mohen.tsx";
import { bytes, count } from "../../words/index.ts";
import { Level } from "../Level/Level.tsx";
import { stack } from "../path.ts";
import { said } from "../words.ts";
import style from "./StoragePicture.module.css";

export interface Room {
  readonly used: number;
  /** Absent: as many as there are. */
  readonly cap?: number | undefined;
}

export interface StoragePictureProps {
  /** Bytes of each file of the home. */
  files: Readonly<Record<string, number>>;
  episodes?: Room | undefined;
  rules?: Room | undefined;
  knowledge?: Room | undefined;
}

const ALMOST_FULL = 0.9;
const SHOWN = 5;

/** What memory takes up: files by size, and rows against what there may be of them. */
export function StoragePicture({ files, ...rooms }: StoragePictureProps) {
  const say = useWords(said);
  const language = useLanguage();
  const sorted = Object.entries(files).sort(([, a], [, b]) => b - a);
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
      <ul className={style.rooms}>
        {(["episodes", "rules", "knowledge"] as const).map((name) => {
          const room = rooms[name];
          return room && <RoomMeter key={name} label={say[name]} room={room} />;
        })}
      </ul>
    </figure>
  );
}

function RoomMeter({ label, room: { used, cap } }: { label: string; room: Room }) {
  const say = useWords(said);
  const language = useLanguage();
  const many = count(used, language);
  if (cap === undefined) {
    return (
      <li className={style.unbounded}>
        <span>{label}</span>
        <span>
          {many} · {say.uncapped}
        </span>
      </li>
    );
  }
  const share = cap === 0 ? 1 : used / cap;
  const full = share >= ALMOST_FULL;
  return (
    <li>
      <Level
        label={label}
        value={share}
        text={say.usedOf(many, count(cap, language))}
        tone={full ? "warning" : "accent"}
      />
      {full && <p className={style.full}>{say.almostFull}</p>}
    </li>
  );
}
