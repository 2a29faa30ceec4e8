import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Drawing } from "../../channels/generated.ts";
import { useLanguage, useWords } from "../../mohen.tsx";
import { Button } from "../../parts/Button/Button.tsx";
import { EmptyState } from "../../parts/EmptyState/EmptyState.tsx";
import { Menu } from "../../parts/Menu/Menu.tsx";
import type { Picture, Profile, Which } from "../../state/graph.ts";
import type { Loaded } from "../../state/loaded.ts";
import { count, day } from "../../words/index.ts";
import { said } from "../words.ts";
import { Canvas, type Lens } from "./Canvas.tsx";
import { Controls } from "./Controls.tsx";
import { useExplored } from "./explored.ts";
import style from "./KnowledgeGraph.module.css";
import { NodeCard } from "./NodeCard.tsx";
import { NodeList } from "./NodeList.tsx";
import { weave } from "./web.ts";

export type ExportFormat = "json" | "dot" | "mermaid";

export interface KnowledgeGraphProps {
  picture: Picture;
  /** More about the one that is chosen, when it has come. */
  profile?: Loaded<Profile> | undefined;
  onChoose?(which: Which, name: string, at: number | undefined): void;
  /** The story's graph as a file. */
  onExport?(format: ExportFormat): void;
}

/** Who and what is known, how they are tied, and how that was at another time. */
export function KnowledgeGraph({ picture, ...rest }: KnowledgeGraphProps) {
  const { knowledge, story } = picture;
  // Whichever there is more to see of.
  const many = story?.entities.length ?? 0;
  const begin: Which = many > knowledge.entities.length ? "story" : "knowledge";
  const [wanted, setWanted] = useState<Which>(begin);
  const which = story ? wanted : "knowledge";
  const drawing = which === "story" && story ? story : knowledge;
  return (
    <Explorer
      key={which}
      which={which}
      drawing={drawing}
      at={picture.at}
      {...(story && { onTurn: setWanted })}
      {...rest}
    />
  );
}

interface ExplorerProps extends Omit<KnowledgeGraphProps, "picture"> {
  which: Which;
  drawing: Drawing;
  at: number;
  /** There are two drawings to look at. */
  onTurn?: (which: Which) => void;
}

function Explorer({ which, drawing, at, onTurn, profile, onChoose, onExport }: ExplorerProps) {
  const say = useWords(said);
  const language = useLanguage();
  const web = useMemo(() => weave(drawing, at), [drawing, at]);
  const seen = useExplored(web, language);
  const [chosen, setChosen] = useState<string>();
  const [pointed, setPointed] = useState<string>();
  const lens = useRef<Lens>(null);
  const card = useRef<HTMLDivElement>(null);
  const node = chosen === undefined ? undefined : web.byId.get(chosen);
  const atEnd = seen.when === web.last;

  // The card tells of the moment that is looked at.
  const name = node?.name;
  const chapter = web.axis === "chapter" && !atEnd ? seen.when : undefined;
  useEffect(() => {
    if (name !== undefined) onChoose?.(which, name, chapter);
  }, [which, name, chapter, onChoose]);

  const focus = pointed ?? chosen;
  const scene = useMemo(
    () => ({ nodes: seen.nodes, ties: seen.ties, spots: seen.spots, present: seen.present, focus }),
    [seen.nodes, seen.ties, seen.spots, seen.present, focus],
  );

  // Stable, so that a pointer that moves over the picture does not draw five hundred names anew.
  const choose = useCallback((id: string | undefined) => {
    setChosen(id);
    card.current?.scrollTo({ top: 0 });
  }, []);
  const chooseAndCentre = useCallback(
    (id: string) => {
      choose(id);
      lens.current?.centre(id);
    },
    [choose],
  );

  function momentText(value: number): string {
    if (web.axis === "time") return day(value, language);
    return value === 0 ? say.settingWord : say.chapterWord(value);
  }

  const controls = <Controls {...{ which, web, seen, momentText, ...(onTurn && { onTurn }) }} />;
  if (web.nodes.length === 0) {
    return (
      <div className={style.graph}>
        {onTurn && controls}
        <EmptyState icon="graph" title={say.noNodes}>
          {say.noNodesMore}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={style.graph} data-chosen={node !== undefined}>
      {controls}
      <div className={style.body}>
        <div className={style.names}>
          <p className={style.count}>
            {say.shownOf(count(seen.nodes.length, language), count(web.nodes.length, language))}
          </p>
          {seen.nodes.length === 0 && <p className={style.count}>{say.noMatch}</p>}
          <NodeList
            nodes={seen.nodes}
            present={seen.present}
            chosen={chosen}
            onChoose={chooseAndCentre}
            onPoint={setPointed}
          />
        </div>
        <div className={style.picture}>
          <Canvas
            scene={scene}
            lens={lens}
            onChoose={choose}
            onPoint={setPointed}
            onMove={seen.move}
          />
          <div className={style.tools}>
            <Button
              size="small"
              kind="quiet"
              aria-label={say.zoomIn}
              onClick={() => lens.current?.zoom(1.3)}
            >
              +
            </Button>
            <Button
              size="small"
              kind="quiet"
              aria-label={say.zoomOut}
              onClick={() => lens.current?.zoom(1 / 1.3)}
            >
              −
            </Button>
            <Button size="small" kind="quiet" onClick={() => lens.current?.showAll()}>
              {say.fitAll}
            </Button>
            {onExport && which === "story" && (
              <Menu
                label={say.exportAs}
                icon="download"
                size="small"
                items={[
                  { id: "json", label: say.exportJson, onSelect: () => onExport("json") },
                  { id: "dot", label: say.exportDot, onSelect: () => onExport("dot") },
                  { id: "mermaid", label: say.exportMermaid, onSelect: () => onExport("mermaid") },
                ]}
              />
            )}
          </div>
        </div>
        {node && (
          <div className={style.aside} ref={card}>
            <NodeCard
              key={node.id}
              node={node}
              web={web}
              when={seen.when}
              momentText={momentText}
              profile={profile}
              narrowed={seen.around !== undefined}
              onChoose={chooseAndCentre}
              onFocusOn={() => seen.focusOn(node.id)}
              onExpand={() => seen.expand(node.id)}
              onShowAll={seen.showAll}
              onClose={() => choose(undefined)}
            />
          </div>
        )}
      </div>
    </div>
  );
}
