import { expect, test } from "vitest";
import { place, rounds, type Weighed } from "./layout.ts";

const many = (count: number): Weighed[] =>
  Array.from({ length: count }, (_, n) => ({ id: `n${n}`, radius: 8 }));

const ring = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ from: `n${n}`, to: `n${(n + 1) % count}` }));

test("the same web stands in the same places", () => {
  expect(place(many(40), ring(40))).toEqual(place(many(40), ring(40)));
});

test("nobody stands on anybody else, and everybody somewhere", () => {
  const spots = [...place(many(120), ring(120)).values()];
  for (const [n, one] of spots.entries()) {
    expect(Number.isFinite(one.x) && Number.isFinite(one.y)).toBe(true);
    for (const other of spots.slice(n + 1)) {
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(16);
    }
  }
});

test("who is tied stands nearer than who is not", () => {
  // Two families that have nothing to do with each other.
  const nodes = many(16);
  const ties = nodes.flatMap(({ id }, n) =>
    n % 2 === 0 && n > 0 ? [{ from: "n0", to: id }] : n > 1 ? [{ from: "n1", to: id }] : [],
  );
  const spots = place(nodes, ties);
  const way = (a: string, b: string) => {
    const [one, other] = [spots.get(a), spots.get(b)];
    if (!one || !other) throw new Error("not placed");
    return Math.hypot(one.x - other.x, one.y - other.y);
  };
  const mean = (all: number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
  const own = mean(nodes.slice(2).map(({ id }, n) => way(id, n % 2 === 0 ? "n0" : "n1")));
  const foreign = mean(nodes.slice(2).map(({ id }, n) => way(id, n % 2 === 0 ? "n1" : "n0")));
  expect(own).toBeLessThan(foreign);
});

test("all in one place part, in the same way every time", () => {
  const begin = new Map(many(5).map(({ id }) => [id, { x: 0, y: 0 }]));
  const spots = [...place(many(5), [], begin).values()];
  expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(5);
});

test("ties to strangers and to oneself are nothing to go by", () => {
  expect(place(many(2), [{ from: "n0", to: "gone" }])).toEqual(place(many(2), []));
  expect(place(many(2), [{ from: "n0", to: "n0" }])).toEqual(place(many(2), []));
  expect(place([], [])).toEqual(new Map());
});

test("work is bounded: the more there are, the fewer rounds", () => {
  expect(rounds(1)).toBe(0);
  expect(rounds(10)).toBe(300);
  expect(rounds(500)).toBe(100);
  expect(rounds(100_000)).toBe(50);
});
