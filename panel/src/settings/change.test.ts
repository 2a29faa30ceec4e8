import { expect, test } from "vitest";
import { wholeNumber } from "./change.ts";

test.each([
  ["5", 5],
  [" 20,000 ", 20_000],
  ["0", undefined],
  ["-3", undefined],
  ["2.5", undefined],
  ["1e3", undefined],
  ["", undefined],
  ["100001", undefined],
])("%j from 1 to 100,000 is %j", (text, number) => {
  expect(wholeNumber(text, 1, 100_000)).toBe(number);
});
