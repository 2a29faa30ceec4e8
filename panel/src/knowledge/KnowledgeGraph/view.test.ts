import { expect, test } from "vitest";
import { dragged, fitted, inWorld, moved, nodeAt, onScreen, zoomed } from "./view.ts";

const size = { width: 400, height: 300 };

test("fitting shows everything, with the middle in the middle", () => {
  const spots = [
    { x: -1000, y: 50 },
    { x: 3000, y: 250 },
  ];
  const view = fitted(spots, size);
  expect(view).toMatchObject({ x: 1000, y: 150 });
  for (const spot of spots) {
    const { x, y } = onScreen(spot, view, size);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(size.width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(size.height);
  }
});

test("one alone is not blown up, and nobody is no reason to fail", () => {
  expect(fitted([{ x: 5, y: 6 }], size)).toEqual({ x: 5, y: 6, scale: 1.5 });
  expect(fitted([], size)).toEqual({ x: 0, y: 0, scale: 1 });
});

test("what is under the pointer stays under it while one comes closer", () => {
  const view = { x: 20, y: -10, scale: 0.8 };
  const pointer = { x: 333, y: 41 };
  const before = inWorld(pointer, view, size);
  const after = onScreen(before, zoomed(view, 1.7, size, pointer), size);
  expect(after.x).toBeCloseTo(pointer.x, 9);
  expect(after.y).toBeCloseTo(pointer.y, 9);
});

test("there is a nearest and a furthest", () => {
  const view = { x: 0, y: 0, scale: 1 };
  expect(zoomed(view, 1e6, size).scale).toBe(zoomed(view, 1e9, size).scale);
  expect(zoomed(view, 1e-6, size).scale).toBeGreaterThan(0);
});

test("dragging moves the paper with the hand", () => {
  const view = { x: 0, y: 0, scale: 2 };
  expect(onScreen({ x: 0, y: 0 }, dragged(view, 30, -8), size)).toEqual({ x: 230, y: 142 });
});

test("the nearest is meant, and nobody is when nobody is near", () => {
  const nodes = [
    { id: "a", radius: 6 },
    { id: "b", radius: 6 },
    { id: "unplaced", radius: 6 },
  ];
  const spots = new Map([
    ["a", { x: 0, y: 0 }],
    ["b", { x: 20, y: 0 }],
  ]);
  const view = { x: 0, y: 0, scale: 1 };
  expect(nodeAt({ x: 204, y: 150 }, nodes, spots, view, size)?.id).toBe("a");
  expect(nodeAt({ x: 213, y: 150 }, nodes, spots, view, size)?.id).toBe("b");
  expect(nodeAt({ x: 200, y: 250 }, nodes, spots, view, size)).toBeUndefined();
});

test("keys look to their side, come closer and go away again", () => {
  const view = { x: 0, y: 0, scale: 1 };
  expect(moved("ArrowRight", view, size)?.x).toBeGreaterThan(0);
  expect(moved("ArrowUp", view, size)?.y).toBeLessThan(0);
  const closer = moved("+", view, size);
  expect(closer && moved("-", closer, size)?.scale).toBeCloseTo(1, 9);
  expect(moved("x", view, size)).toBeUndefined();
});
