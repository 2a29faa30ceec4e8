// What of a web is looked at: when, which kinds, around whom, and where everybody stands then.

import { useDeferredValue, useMemo, useState } from "react";
import type { Language } from "../../words/index.ts";
import { place, type Spot } from "./layout.ts";
import { holds, type Node, neighbours, says, type Tie, ties, type Web } from "./web.ts";

export interface Explored {
  readonly when: number;
  readonly sought: string;
  readonly hidden: ReadonlySet<string>;
  /** Only these are shown; absent: everybody. */
  readonly around: ReadonlySet<string> | undefined;
  readonly nodes: readonly Node[];
  readonly ties: readonly Tie[];
  readonly spots: ReadonlyMap<string, Spot>;
  readonly present: ReadonlySet<string>;
  look(when: number): void;
  seek(words: string): void;
  toggle(type: string): void;
  /** Only one and its neighbours. */
  focusOn(id: string): void;
  /** The neighbours of one, too. */
  expand(id: string): void;
  showAll(): void;
  move(id: string, spot: Spot): void;
}

const NOBODY: ReadonlyMap<string, Spot> = new Map();

export function useExplored(web: Web, language: Language): Explored {
  const [when, look] = useState(web.last);
  const [sought, seek] = useState("");
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [around, setAround] = useState<ReadonlySet<string>>();
  const [moved, setMoved] = useState(NOBODY);
  const words = useDeferredValue(sought);

  const every = useMemo(() => ties(web, web.items, language), [web, language]);
  const whole = useMemo(() => place(web.nodes, every), [web, every]);
  const settled = useMemo(() => {
    if (!around) return whole;
    const some = web.nodes.filter(({ id }) => around.has(id));
    return place(some, every, centred(whole, some));
  }, [web, every, whole, around]);

  const holding = useMemo(() => web.items.filter((item) => holds(item, when)), [web, when]);
  const nodes = useMemo(
    () =>
      web.nodes.filter(
        (node) => !hidden.has(node.type) && (around?.has(node.id) ?? true) && says(node, words),
      ),
    [web, hidden, around, words],
  );
  const present = useMemo(
    () =>
      new Set([
        ...holding.flatMap(({ entities }) => entities),
        ...web.nodes.filter(({ told }) => told.length === 0).map(({ id }) => id),
      ]),
    [web, holding],
  );

  const show = (ids: Iterable<string>) => {
    setMoved(NOBODY);
    setAround(new Set(ids));
  };
  return {
    when,
    sought,
    hidden,
    around,
    nodes,
    ties: useMemo(() => ties(web, holding, language), [web, holding, language]),
    spots: useMemo(() => new Map([...settled, ...moved]), [settled, moved]),
    present,
    look,
    seek,
    toggle: (type) =>
      setHidden(
        hidden.has(type)
          ? new Set([...hidden].filter((each) => each !== type))
          : new Set([...hidden, type]),
      ),
    focusOn: (id) => show([id, ...neighbours(every, id)]),
    expand: (id) => show([...(around ?? []), id, ...neighbours(every, id)]),
    showAll: () => {
      setMoved(NOBODY);
      setAround(undefined);
    },
    move: (id, spot) => setMoved((before) => new Map(before).set(id, spot)),
  };
}

/** Some of the places, with their middle in the middle: everything falls towards it. */
function centred(spots: ReadonlyMap<string, Spot>, some: readonly Node[]): Map<string, Spot> {
  const own = some.flatMap(({ id }) => {
    const spot = spots.get(id);
    return spot ? [[id, spot] as const] : [];
  });
  const middle = (part: "x" | "y") =>
    own.reduce((sum, [, spot]) => sum + spot[part], 0) / Math.max(1, own.length);
  const [x, y] = [middle("x"), middle("y")];
  return new Map(own.map(([id, spot]) => [id, { x: spot.x - x, y: spot.y - y }]));
}
