import { useId } from "react";
import { useStore } from "zustand";
import { useLanguage, useMohen, useNoun, useWords } from "../../mohen.tsx";
import { Meter } from "../../parts/Meter/Meter.tsx";
import { createWatching } from "../../state/watching.ts";
import { either } from "../../words/index.ts";
import { said } from "../words_rows.ts";
import style from "./Watching.module.css";

/** What the author seems to want, before it is proven; says nothing where nothing leans. */
export function Watching() {
  const say = useWords(said);
  const language = useLanguage();
  const id = useId();
  const scope = useStore(useMohen().place, (place) => place.scope);
  const { list } = useNoun(createWatching, (state) => state);
  if (scope !== "project" || !list.data?.length) return null;
  return (
    <section className={style.watching} aria-labelledby={id}>
      <h3 id={id} className={style.title}>
        {say.watchingTitle}
      </h3>
      <p className={style.note}>{say.watchingText}</p>
      <ul>
        {list.data.map((each) => (
          <li key={each.words.en} className={style.one}>
            <Meter
              bar="below"
              tone="neutral"
              value={each.seen / each.needed}
              label={either(each.words, language)}
              text={
                each.seen < each.needed
                  ? say.watched(each.seen, each.needed, each.about)
                  : say.watchedReady
              }
            />
            {(each.compared || each.against > 0) && (
              <p className={style.note}>
                {[
                  each.compared && either(each.compared, language),
                  each.against > 0 && say.watchedAgainst(each.against),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
