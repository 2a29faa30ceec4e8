// Where everybody stands: springs and repulsion from a fixed beginning, with a bounded number of
// steps. The same memory gives the same picture.

export interface Spot {
  x: number;
  y: number;
}

export interface Weighed {
  readonly id: string;
  readonly radius: number;
}

const GAP = 64;
const REACH = GAP * 3.2;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/**
 * A place for each. `begin` says where some stand already: they are moved from there, so that a
 * picture that grows stays recognisable.
 */
export function place(
  nodes: readonly Weighed[],
  ties: readonly { readonly from: string; readonly to: string }[],
  begin: ReadonlyMap<string, Spot> = new Map(),
): Map<string, Spot> {
  const order = new Map(nodes.map(({ id }, n) => [id, n]));
  const x = new Float64Array(nodes.length);
  const y = new Float64Array(nodes.length);
  nodes.forEach(({ id }, n) => {
    const spot = begin.get(id);
    x[n] = spot?.x ?? GAP * 0.7 * Math.sqrt(n) * Math.cos(n * GOLDEN);
    y[n] = spot?.y ?? GAP * 0.7 * Math.sqrt(n) * Math.sin(n * GOLDEN);
  });
  const springs = ties.flatMap(({ from, to }) => {
    const [a, b] = [order.get(from), order.get(to)];
    return a === undefined || b === undefined || a === b ? [] : [[a, b] as const];
  });
  settle({ x, y, radius: Float64Array.from(nodes, ({ radius }) => radius), springs });
  return new Map(nodes.map(({ id }, n) => [id, { x: x[n] ?? 0, y: y[n] ?? 0 }]));
}

interface Bodies {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radius: Float64Array;
  readonly springs: readonly (readonly [number, number])[];
}

/** How many rounds: enough for a small web to come to rest, few enough for a large one to be soon. */
export function rounds(many: number): number {
  if (many < 2) return 0;
  return Math.max(50, Math.min(300, Math.round(50_000 / many)));
}

function settle({ x, y, radius, springs }: Bodies): void {
  const many = x.length;
  const degree = new Uint16Array(many);
  for (const [a, b] of springs) {
    degree[a] = (degree[a] ?? 0) + 1;
    degree[b] = (degree[b] ?? 0) + 1;
  }
  const dx = new Float64Array(many);
  const dy = new Float64Array(many);
  const total = rounds(many);
  for (let round = 0; round < total; round += 1) {
    const heat = GAP * 0.8 * (1 - round / total) + 0.4;
    for (let n = 0; n < many; n += 1) {
      // Everything falls softly towards the middle, so that loose ends do not drift away.
      dx[n] = -(x[n] ?? 0) * 0.014;
      dy[n] = -(y[n] ?? 0) * 0.014;
    }
    repel(x, y, radius, dx, dy);
    for (const [a, b] of springs) {
      const wide = (x[a] ?? 0) - (x[b] ?? 0);
      const tall = (y[a] ?? 0) - (y[b] ?? 0);
      const way = Math.max(Math.hypot(wide, tall), 1);
      const pull = way / (GAP * 12) / Math.sqrt(Math.min(degree[a] ?? 1, degree[b] ?? 1));
      dx[a] = (dx[a] ?? 0) - wide * pull;
      dy[a] = (dy[a] ?? 0) - tall * pull;
      dx[b] = (dx[b] ?? 0) + wide * pull;
      dy[b] = (dy[b] ?? 0) + tall * pull;
    }
    for (let n = 0; n < many; n += 1) {
      const way = Math.hypot(dx[n] ?? 0, dy[n] ?? 0) || 1;
      const step = Math.min(way, heat) / way;
      x[n] = (x[n] ?? 0) + (dx[n] ?? 0) * step;
      y[n] = (y[n] ?? 0) + (dy[n] ?? 0) * step;
    }
  }
}

/** Only those in the same or a bordering cell of a grid push each other. */
function repel(
  x: Float64Array,
  y: Float64Array,
  radius: Float64Array,
  dx: Float64Array,
  dy: Float64Array,
): void {
  const cells = new Map<number, number[]>();
  const cell = (n: number, i = 0, j = 0) =>
    (Math.floor((x[n] ?? 0) / REACH) + i) * 65_536 + Math.floor((y[n] ?? 0) / REACH) + j;
  for (let n = 0; n < x.length; n += 1) {
    const key = cell(n);
    const inside = cells.get(key);
    if (inside) inside.push(n);
    else cells.set(key, [n]);
  }
  for (let n = 0; n < x.length; n += 1) {
    for (let i = -1; i <= 1; i += 1) {
      for (let j = -1; j <= 1; j += 1) {
        for (const other of cells.get(cell(n, i, j)) ?? []) {
          if (other <= n) continue; // each pair once
          let wide = (x[n] ?? 0) - (x[other] ?? 0);
          let tall = (y[n] ?? 0) - (y[other] ?? 0);
          if (wide === 0 && tall === 0) {
            wide = (n - other) * 0.01; // two in one place part in a known direction
            tall = 0.01;
          }
          const square = Math.max(wide * wide + tall * tall, 1);
          if (square > REACH * REACH) continue;
          const room = GAP + (radius[n] ?? 0) + (radius[other] ?? 0);
          const push = (2.2 * room * room) / (square * Math.sqrt(square));
          dx[n] = (dx[n] ?? 0) + wide * push;
          dy[n] = (dy[n] ?? 0) + tall * push;
          dx[other] = (dx[other] ?? 0) - wide * push;
          dy[other] = (dy[other] ?? 0) - tall * push;
        }
      }
    }
  }
}
