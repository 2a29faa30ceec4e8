// Lines and areas as the `d` of an SVG path.

export interface Point {
  readonly x: number;
  readonly y: number;
}

const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
const round = (number: number) => Math.round(number * 100) / 100;

/** From point to point. */
export function line(points: readonly Point[]): string {
  return points.map((point, n) => `${n === 0 ? "M" : "L"}${at(point)}`).join("");
}

/** What was so stays so until it changes. `until` carries the last value on. */
export function stairs(points: readonly Point[], until?: number): string {
  const [first, ...rest] = points;
  if (!first) return "";
  const drawn = rest.map(({ x, y }) => `H${round(x)}V${round(y)}`).join("");
  return `M${at(first)}${drawn}${until === undefined ? "" : `H${round(until)}`}`;
}

/** What lies between a line and a floor. */
export function area(points: readonly Point[], floor: number): string {
  const [first] = points;
  const last = points[points.length - 1];
  if (!first || !last) return "";
  return `${line(points)}L${round(last.x)} ${round(floor)}L${round(first.x)} ${round(floor)}Z`;
}

export interface Share<K extends string> {
  readonly key: K;
  readonly from: number;
  readonly to: number;
}

/** Parts of a whole put on top of each other, as shares of 0–1; parts of nothing are left out. */
export function stack<K extends string>(parts: readonly (readonly [K, number])[]): Share<K>[] {
  const whole = parts.reduce((sum, [, many]) => sum + Math.max(0, many), 0);
  if (whole === 0) return [];
  let from = 0;
  return parts.flatMap(([key, many]) => {
    if (many <= 0) return [];
    const share = { key, from, to: from + many / whole };
    from = share.to;
    return [share];
  });
}
