// Who and what there is, what is told of them, and who is tied to whom at a moment.

import type { Drawing, Told } from "../../channels/generated.ts";
import type { Language } from "../../words/index.ts";

export interface Node {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  /** All that is told of it, at whatever time. */
  readonly told: readonly Told[];
  readonly radius: number;
}

export interface Web {
  readonly axis: Drawing["axis"];
  /** The most spoken of first. */
  readonly nodes: readonly Node[];
  readonly byId: ReadonlyMap<string, Node>;
  readonly items: readonly Told[];
  /** The span of time, or of chapters, within which something changes. */
  readonly first: number;
  readonly last: number;
}

export interface Tie {
  readonly from: string;
  readonly to: string;
  readonly labels: readonly string[];
  readonly many: number;
}

export function weave(drawing: Drawing, now: number): Web {
  const told = new Map<string, Told[]>(drawing.entities.map(({ id }) => [id, []]));
  for (const item of drawing.items) {
    for (const id of new Set(item.entities)) told.get(id)?.push(item);
  }
  const nodes = drawing.entities
    .map((entity) => {
      const own = told.get(entity.id) ?? [];
      return { ...entity, told: own, radius: 5 + 2 * Math.min(8, Math.sqrt(own.length)) };
    })
    .sort(
      (a, b) => b.told.length - a.told.length || compare(a.name, b.name) || compare(a.id, b.id),
    );
  return {
    axis: drawing.axis,
    nodes,
    byId: new Map(nodes.map((node) => [node.id, node])),
    items: drawing.items,
    ...span(drawing, now),
  };
}

function span({ axis, items }: Drawing, now: number): { first: number; last: number } {
  let first = axis === "chapter" ? 0 : now;
  let last = axis === "chapter" ? 1 : now;
  for (const { since, until } of items) {
    first = Math.min(first, since);
    // Nothing is known of the days to come; a story is known to its last chapter.
    if (axis === "chapter") last = Math.max(last, since, until ?? since);
  }
  return { first, last };
}

export function holds(item: Told, when: number): boolean {
  return item.since <= when && (item.until === undefined || when < item.until);
}

export type Standing = "holds" | "before" | "later";

export function standing(item: Told, when: number): Standing {
  if (holds(item, when)) return "holds";
  return item.since > when ? "later" : "before";
}

/** Everybody with everybody in a small circle; in a large one, all with the first. */
export function pairs(known: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  const most = known.length > 4 ? 1 : known.length;
  known.slice(0, most).forEach((one, n) => {
    for (const other of known.slice(n + 1)) found.push([one, other]);
  });
  return found;
}

/** The ties of some items; who is not in the web is not tied. */
export function ties(web: Web, items: readonly Told[], language: Language): Tie[] {
  const found = new Map<string, { from: string; to: string; labels: Set<string>; many: number }>();
  for (const item of items) {
    const known = [...new Set(item.entities)].filter((id) => web.byId.has(id));
    for (const [one, other] of pairs(known)) {
      const [from, to] = one < other ? [one, other] : [other, one];
      const key = `${from}\n${to}`;
      const tie = found.get(key) ?? { from, to, labels: new Set<string>(), many: 0 };
      tie.many += 1;
      if (item.label) tie.labels.add(item.label[language]);
      found.set(key, tie);
    }
  }
  return [...found.values()].map((tie) => ({ ...tie, labels: [...tie.labels] }));
}

/** Who is tied to one, the most often tied first. */
export function neighbours(all: readonly Tie[], id: string): string[] {
  return all
    .filter(({ from, to }) => from === id || to === id)
    .sort((a, b) => b.many - a.many)
    .map(({ from, to }) => (from === id ? to : from));
}

/** Whether a name, another name, or something told of it says these words. */
export function says(node: Node, words: string): boolean {
  const sought = words.trim().toLowerCase();
  if (sought === "") return true;
  const has = (text: string) => text.toLowerCase().includes(sought);
  return (
    has(node.name) ||
    node.aliases.some(has) ||
    node.told.some(({ text }) => has(text.en) || has(text.zh))
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
