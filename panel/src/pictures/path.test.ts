import { expect, test } from "vitest";
import { area, line, stack, stairs } from "./path.ts";

const points = [
  { x: 0, y: 10 },
  { x: 5.126, y: 4 },
  { x: 9, y: 0 },
];

test("a line goes from point to point, to a hundredth of a pixel", () => {
  expect(line(points)).toBe("M0 10L5.13 4L9 0");
  expect(line([])).toBe("");
});

test("stairs keep a value until it changes, and carry the last one on", () => {
  expect(stairs(points)).toBe("M0 10H5.13V4H9V0");
  expect(stairs(points, 20)).toBe("M0 10H5.13V4H9V0H20");
  expect(stairs([], 20)).toBe("");
});

test("an area comes back along the floor", () => {
  expect(area(points, 10)).toBe("M0 10L5.13 4L9 0L9 10L0 10Z");
  expect(area([], 10)).toBe("");
});

test("a stack is the whole, without what is not there", () => {
  const shares = stack([
    ["accepted", 3],
    ["edited", 0],
    ["rejected", 1],
  ]);
  expect(shares).toEqual([
    { key: "accepted", from: 0, to: 0.75 },
    { key: "rejected", from: 0.75, to: 1 },
  ]);
});

test("a stack of nothing is empty, not a division by nothing", () => {
  expect(stack([["accepted", 0]])).toEqual([]);
});
