import type { ScopeName } from "../../state/place.ts";
import type { Rules } from "../../state/rules.ts";

/** What head, tabs and foot say of the rules in one scope. */
export function numbersOf({ book, home, items }: Rules, scope: ScopeName) {
  const told = scope === "project" ? book : home;
  const own = items.filter((each) => each.scope === scope);
  const learning = told.data?.learning;
  const updates = [learning?.lastDistilledAt ?? 0, ...own.map((each) => each.updatedAt)];
  const lastUpdate = Math.max(...updates);
  const { episodes } = told.data?.counts ?? {};
  return {
    own,
    counts: book.data
      ? { global: items.length - count(items, "project"), project: count(items, "project") }
      : {},
    paused: learning?.paused ?? false,
    pausedEverywhere: home.data?.learning.paused ?? false,
    footer: {
      ...(episodes !== undefined && { episodes }),
      ...(lastUpdate > 0 && { lastUpdate }),
      ...(learning?.pendingEpisodes !== undefined && { pending: learning.pendingEpisodes }),
    },
  };
}

function count(items: Rules["items"], scope: ScopeName): number {
  return items.filter((each) => each.scope === scope).length;
}

/** The card after this one, else the one before. */
export function neighbour(root: HTMLElement | null, id: string): HTMLElement | undefined {
  const cards = [...(root?.querySelectorAll<HTMLElement>("[data-rule]") ?? [])];
  const at = cards.findIndex((each) => each.dataset.rule === id);
  return cards[at + 1] ?? cards[at - 1];
}
