import { useWords } from "../../mohen.tsx";
import { Disclosure } from "../../parts/Disclosure/Disclosure.tsx";
import { said } from "../words.ts";
import style from "./Numbers.module.css";

export interface NumbersProps {
  /** What the table is of, for those who come to it without the picture. */
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The numbers behind a picture, for whoever cannot see it or wants to know exactly. */
export function Numbers({ caption, columns, rows }: NumbersProps) {
  const say = useWords(said);
  return (
    <Disclosure summary={say.numbers}>
      {/* A table that scrolls must be reachable by keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={style.scroll} aria-label={caption} tabIndex={0}>
        <table className={style.table}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([head, ...cells], n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table of numbers are their places
              <tr key={n}>
                <th scope="row">{head}</th>
                {cells.map((cell, place) => (
                  <td key={columns[place + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Disclosure>
  );
}
