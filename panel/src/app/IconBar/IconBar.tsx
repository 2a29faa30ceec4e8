import { useWords } from "../../mohen.tsx";
import { Icon, type IconName } from "../../parts/Icon/Icon.tsx";
import { addressOf, VIEWS, type View } from "../route.ts";
import { said } from "../words.ts";
import style from "./IconBar.module.css";

const ICONS: Record<View, IconName> = {
  desk: "pen",
  memory: "ink",
  knowledge: "graph",
  insights: "chart",
  settings: "gear",
};

/** The way from one view to another: links, so that they can be opened beside each other. */
export function IconBar({ view }: { view: View }) {
  const say = useWords(said);
  return (
    <nav className={style.bar} aria-label={say.views}>
      {VIEWS.map((each) => (
        <a
          key={each}
          className={style.link}
          href={addressOf(each)}
          aria-current={each === view ? "page" : undefined}
        >
          <Icon name={ICONS[each]} size={20} />
          <span>{say[each]}</span>
        </a>
      ))}
    </nav>
  );
}
