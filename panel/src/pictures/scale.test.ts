import { describe, expect, test } from "vitest";
import { linear, nearest, niceTicks, timeLabel, timeTicks } from "./scale.ts";

const DAY = 86_400_000;

describe("a linear scale", () => {
  test("puts the ends of the domain on the ends of the range, upside down too", () => {
    const scale = linear([0, 1], [200, 0]);
    expect([scale(0), scale(0.25), scale(1)]).toEqual([200, 150, 0]);
  });

  test("a domain without width stands in the middle instead of nowhere", () => {
    expect(linear([7, 7], [0, 100])(7)).toBe(50);
  });
});

describe("ticks", () => {
  test("are round, inside the span, and free of the dust of binary fractions", () => {
    expect(niceTicks([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(niceTicks([0, 0.3], 3)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(niceTicks([0, 2370], 4)).toEqual([0, 1000, 2000]);
    expect(niceTicks([13, 57], 4)).toEqual([20, 40]);
  });

  test("whatever the span, there are not many more than were wanted, and all lie inside", () => {
    for (const to of [0.003, 0.9, 7, 41, 999, 1e6, 3.3e9]) {
      const ticks = niceTicks([0, to], 5);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThanOrEqual(7);
      for (const tick of ticks) expect(tick).toBeLessThanOrEqual(to * (1 + 1e-9));
    }
  });

  test("a span without width has one", () => {
    expect(niceTicks([4, 4], 5)).toEqual([4]);
    expect(timeTicks([4, 4], 5)).toEqual([4]);
  });

  test("of time stand at midnight when days are counted, evenly, inside the span", () => {
    const from = new Date(2026, 2, 3, 15, 30).getTime();
    const ticks = timeTicks([from, from + 12 * DAY], 6);
    expect(ticks.length).toBeGreaterThanOrEqual(4);
    expect(new Date(ticks[0] ?? 0).getHours()).toBe(0);
    for (const tick of ticks) expect(tick).toBeGreaterThanOrEqual(from);
    for (const tick of ticks) expect(tick).toBeLessThanOrEqual(from + 12 * DAY);
  });

  test("of an afternoon are hours; of ten years are few", () => {
    const from = new Date(2026, 2, 3, 12, 0).getTime();
    expect(timeTicks([from, from + DAY / 4], 6).length).toBe(7);
    expect(timeTicks([from, from + 3650 * DAY], 6).length).toBeLessThanOrEqual(7);
  });
});

test("a moment is written as briefly as its span allows, in either language", () => {
  const at = new Date(2026, 2, 3, 9, 5).getTime();
  expect(timeLabel(at, [at, at + DAY], "en")).toBe("09:05");
  expect(timeLabel(at, [at, at + 20 * DAY], "en")).toBe("Mar 3");
  expect(timeLabel(at, [at, at + 20 * DAY], "zh")).toBe("3月3日");
  expect(timeLabel(at, [at, at + 800 * DAY], "en")).toBe("Mar 2026");
  expect(timeLabel(at, [at, at + 800 * DAY], "zh")).toBe("2026年3月");
});

test("the nearest of a rising list", () => {
  expect(nearest([0, 10, 20], 14)).toBe(1);
  expect(nearest([0, 10, 20], 16)).toBe(2);
  expect(nearest([0, 10, 20], -3)).toBe(0);
  expect(nearest([], 3)).toBe(0);
});
