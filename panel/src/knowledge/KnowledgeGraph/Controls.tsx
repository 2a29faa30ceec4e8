import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { SearchField } from "../../parts/SearchField/SearchField.tsx";
import { Tabs } from "../../parts/Tabs/Tabs.tsx";
import type { Which } from "../../state/graph.ts";
import { count } from "../../words/index.ts";
import { kindInWords } from "../kind_words.ts";
import { said } from "../words.ts";
import type { Explored } from "./explored.ts";
import { KindMark } from "./KindMark.tsx";
import style from "./KnowledgeGraph.module.css";
import type { Web } from "./web.ts";

export interface ControlsProps {
  which: Which;
  web: Web;
  seen: Explored;
  momentText(at: number): string;
  onTurn?: (which: Which) => void;
}

/** What is looked at: of what, which names, which kinds, and when. */
export function Controls({ which, web, seen, momentText, onTurn }: ControlsProps) {
  const say = useWords(said);
  return (
    <div className={style.controls}>
      {onTurn && (
        <Tabs
          label={say.drawings}
          items={[
            { id: "knowledge", label: say.conversations },
            { id: "story", label: say.story },
          ]}
          value={which}
          onChange={onTurn}
        />
      )}
      <div className={style.search}>
        <SearchField label={say.seekNode} value={seen.sought} onChange={seen.seek} />
      </div>
      <Kinds web={web} seen={seen} />
      {web.last > web.first && <When {...{ web, seen, momentText }} />}
      {seen.around && (
        <Button size="small" kind="quiet" onClick={seen.showAll}>
          {say.showAll}
        </Button>
      )}
    </div>
  );
}

function Kinds({ web, seen }: { web: Web; seen: Explored }) {
  const say = useWords(said);
  const language = useLanguage();
  const many = new Map<string, number>();
  for (const { type } of web.nodes) many.set(type, (many.get(type) ?? 0) + 1);
  if (many.size < 2) return null;
  return (
    <fieldset className={style.kinds}>
      <legend className="visually-hidden">{say.filters}</legend>
      {[...many].map(([type, number]) => (
        <button
          key={type}
          type="button"
          className={style.kind}
          aria-pressed={!seen.hidden.has(type)}
          onClick={() => seen.toggle(type)}
        >
          <KindMark type={type} />
          {kindInWords(type, say)} {count(number, language)}
        </button>
      ))}
    </fieldset>
  );
}

const STEPS = 400;

function When({ web, seen, momentText }: Pick<ControlsProps, "web" | "seen" | "momentText">) {
  const say = useWords(said);
  const atEnd = seen.when === web.last;
  const end = web.axis === "chapter" ? say.endWord : say.nowWord;
  const text = atEnd ? end : momentText(seen.when);
  const step = web.axis === "chapter" ? 1 : Math.max(1, Math.floor((web.last - web.first) / STEPS));
  // A range moves in whole steps from its beginning, so its end may not be one of them.
  const last = web.first + Math.ceil((web.last - web.first) / step) * step;
  return (
    <label className={style.when}>
      <span>{say.asOf}</span>
      <input
        type="range"
        min={web.first}
        max={last}
        step={step}
        value={atEnd ? last : seen.when}
        aria-valuetext={text}
        onChange={(event) => seen.look(Math.min(web.last, Number(event.target.value)))}
      />
      <output className={style.moment}>{text}</output>
    </label>
  );
}
