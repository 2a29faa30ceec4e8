import type { Rule } from "../channels/generated.ts";
import type { Loaded } from "./loaded.ts";
import type { Book } from "./rules.ts";

/**
 * The rules as they are now, in the order they had: what was there keeps its place, what is new
 * comes after the one the server puts before it. A rule that did not change stays the same object,
 * so that its card need not be drawn again.
 */
export function asBefore(before: readonly Rule[], now: readonly Rule[]): Rule[] {
  const known = new Map(before.map((each) => [each.id, each]));
  const told = new Map(now.map((each) => [each.id, each]));
  const order = before.filter((each) => told.has(each.id)).map((each) => each.id);
  now.forEach((each, at) => {
    if (known.has(each.id)) return;
    const ahead = now[at - 1];
    order.splice(ahead ? order.indexOf(ahead.id) + 1 : 0, 0, each.id);
  });
  return order.flatMap((id) => {
    const [old, fresh] = [known.get(id), told.get(id)];
    if (!fresh) return [];
    return [old && same(old, fresh) ? old : fresh];
  });
}

function same(one: Rule, other: Rule): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** In the order one knows, and rules that did not change as the very same objects. */
export function inHand(before: Loaded<Book>, now: Loaded<Book>): Loaded<Book> {
  if (!now.data || !before.data || now.data === before.data) return now;
  return { ...now, data: { ...now.data, items: asBefore(before.data.items, now.data.items) } };
}
