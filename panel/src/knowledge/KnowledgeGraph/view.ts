// Through which window the web is looked at: moving, coming closer, seeing all of it.

import type { Spot, Weighed } from "./layout.ts";

export interface View {
  /** What stands in the middle. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const CLOSEST = 4;
const FURTHEST = 0.05;
const MARGIN = 48;

/** All of it, as large as it fits, but never larger than life and a half. */
export function fitted(spots: Iterable<Spot>, { width, height }: Size): View {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of spots) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return { x: 0, y: 0, scale: 1 };
  const scale = Math.min(
    1.5,
    Math.max(width - 2 * MARGIN, MARGIN) / Math.max(right - left, 1),
    Math.max(height - 2 * MARGIN, MARGIN) / Math.max(bottom - top, 1),
  );
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.max(FURTHEST, scale) };
}

export function onScreen({ x, y }: Spot, view: View, { width, height }: Size): Spot {
  return { x: (x - view.x) * view.scale + width / 2, y: (y - view.y) * view.scale + height / 2 };
}

export function inWorld({ x, y }: Spot, view: View, { width, height }: Size): Spot {
  return { x: (x - width / 2) / view.scale + view.x, y: (y - height / 2) / view.scale + view.y };
}

/** Closer or further away; what is under `around` stays under it. */
export function zoomed(view: View, by: number, size: Size, around?: Spot): View {
  const scale = Math.max(FURTHEST, Math.min(CLOSEST, view.scale * by));
  const held = around ?? { x: size.width / 2, y: size.height / 2 };
  const kept = inWorld(held, view, size);
  return {
    x: kept.x - (held.x - size.width / 2) / scale,
    y: kept.y - (held.y - size.height / 2) / scale,
    scale,
  };
}

/** Moved by pixels, as a hand drags the paper. */
export function dragged(view: View, byX: number, byY: number): View {
  return { ...view, x: view.x - byX / view.scale, y: view.y - byY / view.scale };
}

/** A dot is drawn a little smaller from afar, but never so small that it cannot be hit. */
export function drawnRadius(radius: number, scale: number): number {
  return Math.max(3.5, radius * Math.min(1.4, Math.max(0.45, scale)));
}

const FINGER = 10;

/** Who stands at a place of the screen, or so near that it is meant. */
export function nodeAt<N extends Weighed>(
  where: Spot,
  nodes: readonly N[],
  spots: ReadonlyMap<string, Spot>,
  view: View,
  size: Size,
): N | undefined {
  let best: N | undefined;
  let least = FINGER;
  for (const node of nodes) {
    const spot = spots.get(node.id);
    if (!spot) continue;
    const { x, y } = onScreen(spot, view, size);
    const way = Math.hypot(x - where.x, y - where.y) - drawnRadius(node.radius, view.scale);
    if (way < least) {
      least = way;
      best = node;
    }
  }
  return best;
}

const STRIDE = 60;
const CLOSER = 1.25;

/** Where a key leads; nowhere: it is no key that moves. */
export function moved(key: string, view: View, size: Size): View | undefined {
  switch (key) {
    case "ArrowLeft":
      return dragged(view, STRIDE, 0);
    case "ArrowRight":
      return dragged(view, -STRIDE, 0);
    case "ArrowUp":
      return dragged(view, 0, STRIDE);
    case "ArrowDown":
      return dragged(view, 0, -STRIDE);
    case "+":
    case "=":
      return zoomed(view, CLOSER, size);
    case "-":
      return zoomed(view, 1 / CLOSER, size);
    default:
      return undefined;
  }
}
