import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { apart } from "./paragraphs.ts";

const at = (text: string) => {
  const place = text.indexOf("|");
  const isChinese = /\p{Script=Han}/u.test(text);
  const put = isChinese ? "灯亮了。" : "The lamp was lit.";
  return apart(Text.of(text.replace("|", "").split("\n")), place, put);
};

test.each([
  ["below the last paragraph of a file", "雨停了。\n\n他推开门。\n|", "\n", ""],
  ["between two paragraphs", "雨停了。\n|\n他推开门。\n\n灯灭了。", "\n", "\n"],
  ["where a blank line is already", "雨停了。\n\n他推开门。\n\n|", "", ""],
  ["in the middle of a line", "雨停了。\n\n他推|开门。", "", ""],
  ["at the end of a line", "雨停了。\n\n他推开门。|", "", ""],
  ["where paragraphs are lines", "雨停了。\n他推开门。\n灯灭了。\n|", "", ""],
  ["where lines are many and blank ones few", "# 一\n\n雨停了。\n他推开门。\n灯灭了。\n|", "", ""],
  ["in a text of nothing", "|", "", ""],
  ["behind an English sentence", "The rain stopped.|", " ", ""],
  ["behind one with its space", "The rain stopped. |", "", ""],
  ["between two English sentences", "The rain stopped.|He came in.", " ", " "],
  ["before an English sentence", "|He came in.", "", " "],
  ["in the middle of an English word", "The rain stop|ped.", "", ""],
])("a paragraph of its own, %s", (_where, text, before, after) => {
  expect(at(text)).toEqual({ before, after });
});
