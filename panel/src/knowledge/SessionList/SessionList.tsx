import type { Session } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Menu } from "../../parts/Menu/Menu.tsx";
import { Time } from "../../parts/Time/Time.tsx";
import { brief, type Language } from "../../words/index.ts";
import { said } from "../words_talk.ts";
import style from "./SessionList.module.css";

export interface SessionListProps {
  items: readonly Session[];
  onOpen(session: Session): void;
  onForget(session: Session): void;
}

/** Conversations by month, the last one first: how each began, when, and who spoke. */
export function SessionList({ items, onOpen, onForget }: SessionListProps) {
  const say = useWords(said);
  const language = useLanguage();
  return (
    <div className={style.months}>
      {byMonth(items, language).map(([month, sessions]) => (
        <section key={month} aria-label={month}>
          <h3 className={style.month}>{month}</h3>
          <ul>
            {sessions.map((each) => (
              <li key={each.session} className={style.one} data-session={each.session}>
                <button type="button" className={style.open} onClick={() => onOpen(each)}>
                  <span className={style.opening}>{each.opening}</span>
                  <span className={style.about}>
                    <Time at={each.lastAt} /> ·{" "}
                    {[say.many(each.messages), ...(each.speakers ?? [])].join(" · ")}
                  </span>
                </button>
                <Menu
                  label={say.lineActions(brief(each.opening, 24))}
                  size="small"
                  items={[
                    {
                      id: "forget",
                      label: say.forgetSession,
                      icon: "trash",
                      danger: true,
                      onSelect: () => onForget(each),
                    },
                  ]}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function byMonth(items: readonly Session[], language: Language): [string, Session[]][] {
  const named = new Intl.DateTimeFormat(language, { year: "numeric", month: "long" });
  const months = new Map<string, Session[]>();
  for (const each of items) {
    const month = named.format(each.lastAt);
    months.set(month, [...(months.get(month) ?? []), each]);
  }
  return [...months];
}
