import { describe, expect, test } from "vitest";
import { lengthOf } from "./length.ts";

describe("how long a text is", () => {
  test.each([
    ["", 0, 0, false],
    ["  \n\n", 0, 0, false],
    ["雾是从海上来的。", 7, 8, true],
    ["Don't go to the sea-fog.", 5, 20, false],
    ["他说 OK，然后走了", 7, 9, true],
    ["𠮷野家 🌫️", 3, 4, true],
    ["第 12 章", 3, 4, true],
  ])("%j has %i words and %i characters", (text, words, characters, ideographic) => {
    expect(lengthOf(text)).toEqual({ words, characters, ideographic });
  });
});
