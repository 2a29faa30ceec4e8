import { useState } from "react";
import type { Told } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { IconButton } from "../../parts/IconButton/IconButton.tsx";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import type { Profile } from "../../state/graph.ts";
import type { Loaded } from "../../state/loaded.ts";
import { either, percent } from "../../words/index.ts";
import { kindInWords } from "../kind_words.ts";
import { said } from "../words.ts";
import { KindMark } from "./KindMark.tsx";
import style from "./NodeCard.module.css";
import { type Node, type Standing, standing, type Web } from "./web.ts";

export interface NodeCardProps {
  node: Node;
  web: Web;
  when: number;
  /** A moment of the web's axis, in words. */
  momentText(at: number): string;
  profile?: Loaded<Profile> | undefined;
  /** Whether only some are shown. */
  narrowed: boolean;
  onChoose(id: string): void;
  onFocusOn(): void;
  onExpand(): void;
  onShowAll(): void;
  onClose(): void;
}

const STANDINGS: readonly Standing[] = ["holds", "later", "before"];

/** One of the web: who it is, what is told of it and where. */
export function NodeCard(props: NodeCardProps) {
  const { node, profile, narrowed, onFocusOn, onExpand, onShowAll, onClose } = props;
  const say = useWords(said);
  const kind = kindInWords(node.type, say);
  return (
    <section className={style.card} aria-label={node.name}>
      <header className={style.head}>
        <h3>{node.name}</h3>
        <IconButton label={say.close} icon="close" size="small" onClick={onClose} />
      </header>
      <p className={style.quiet}>
        <KindMark type={node.type} /> {kind}
        {node.aliases.length > 0 && ` · ${say.alsoNamed(node.aliases.join(", "))}`}
      </p>
      <div className={style.actions}>
        <Button size="small" onClick={onFocusOn}>
          {say.onlyAround}
        </Button>
        {narrowed && (
          <>
            <Button size="small" onClick={onExpand}>
              {say.expand}
            </Button>
            <Button size="small" kind="quiet" onClick={onShowAll}>
              {say.showAll}
            </Button>
          </>
        )}
      </div>
      {profile && <ProfileOf profile={profile} />}
      {STANDINGS.map((each) => (
        <Group key={each} standing={each} {...props} />
      ))}
    </section>
  );
}

function ProfileOf({ profile: { state, data } }: { profile: Loaded<Profile> }) {
  const say = useWords(said);
  const language = useLanguage();
  if (state === "loading" && !data) return <Skeleton lines={2} />;
  if (!data || data.attributes.length + data.places.length === 0) return null;
  return (
    <div className={style.group}>
      <h4>{say.profile}</h4>
      <dl className={style.attributes}>
        {data.attributes.map(([name, value]) => (
          <div key={`${name.en} ${value}`}>
            <dt>{either(name, language)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {data.places.map(({ where, excerpt }) => (
        <figure key={`${where} ${excerpt}`} className={style.place}>
          {excerpt && <blockquote>{excerpt}</blockquote>}
          <figcaption>{where}</figcaption>
        </figure>
      ))}
    </div>
  );
}

const FIRST = 12;

function Group({
  standing: wanted,
  node,
  web,
  when,
  ...rest
}: NodeCardProps & { standing: Standing }) {
  const say = useWords(said);
  const [all, setAll] = useState(false);
  const items = node.told
    .filter((item) => standing(item, when) === wanted)
    .sort((a, b) => b.importance - a.importance || b.since - a.since);
  if (items.length === 0) {
    return wanted === "holds" ? <p className={style.quiet}>{say.nothingTold}</p> : null;
  }
  const shown = all ? items : items.slice(0, FIRST);
  return (
    <div className={style.group} data-standing={wanted}>
      <h4>
        {say[wanted]} <span>{items.length}</span>
      </h4>
      <ul>
        {shown.map((item) => (
          <Line key={item.id} item={item} node={node} web={web} {...rest} />
        ))}
      </ul>
      {shown.length < items.length && (
        <Button size="small" kind="quiet" onClick={() => setAll(true)}>
          {say.shown_more(items.length - shown.length)}
        </Button>
      )}
    </div>
  );
}

type LineProps = Pick<NodeCardProps, "node" | "web" | "momentText" | "onChoose"> & { item: Told };

function Line({ item, node, web, momentText, onChoose }: LineProps) {
  const say = useWords(said);
  const language = useLanguage();
  const span =
    item.until === undefined
      ? say.since(momentText(item.since))
      : say.spans(momentText(item.since), momentText(item.until));
  const facts = [
    kindInWords(item.kind, say),
    span,
    item.archived ? say.state_archived : "",
    item.confidence < 1 ? say.confidence(percent(item.confidence, language)) : "",
  ];
  const others = item.entities.flatMap((id) => (id === node.id ? [] : (web.byId.get(id) ?? [])));
  return (
    <li className={style.line}>
      <p className={style.text}>{item.text[language]}</p>
      <p className={style.quiet}>{facts.filter(Boolean).join(" · ")}</p>
      {item.sources.length > 0 && (
        <p className={style.quiet}>
          {say.toldIn} <span className={style.source}>{item.sources.slice(0, 3).join(", ")}</span>
        </p>
      )}
      {others.length > 0 && (
        <div className={style.others}>
          {others.map((other) => (
            <Button key={other.id} size="small" kind="quiet" onClick={() => onChoose(other.id)}>
              {other.name}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
