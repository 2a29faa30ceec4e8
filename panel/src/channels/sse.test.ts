import { expect, test } from "vitest";
import { eventReader, type SentEvent } from "./sse.ts";

const STREAM = [
  ": listening",
  "",
  "event: memory:alert",
  'data: {"code":"DB_ERROR","subject":"墨痕 🖋"}',
  "",
  ": still here",
  "data:no space, and a name of its own",
  "data: second line",
  "data",
  "",
  "event: nothing to say",
  "",
  "id: 7",
  "retry: 10",
  "data:  one space stays",
  "",
  "event: cut off before its end",
  "data: lost",
].join("\n");

const EVENTS: SentEvent[] = [
  { event: "memory:alert", data: '{"code":"DB_ERROR","subject":"墨痕 🖋"}' },
  { event: "message", data: "no space, and a name of its own\nsecond line\n" },
  { event: "message", data: " one space stays" },
];

function read(pieces: readonly string[]): SentEvent[] {
  const heard: SentEvent[] = [];
  const take = eventReader((event) => heard.push(event));
  for (const piece of pieces) take(piece);
  return heard;
}

test.each([
  ["line feeds", "\n"],
  ["carriage returns", "\r"],
  ["both", "\r\n"],
])("the whole stream at once, with %s", (_name, end) => {
  expect(read([STREAM.replaceAll("\n", end)])).toEqual(EVENTS);
});

test.each(["\n", "\r", "\r\n"])("cut in two anywhere, it says the same (%j)", (end) => {
  const text = STREAM.replaceAll("\n", end);
  for (let at = 0; at <= text.length; at += 1) {
    expect(read([text.slice(0, at), text.slice(at)])).toEqual(EVENTS);
  }
});

test.each(["\n", "\r", "\r\n"])("cut into pieces of every size, it says the same (%j)", (end) => {
  const text = STREAM.replaceAll("\n", end);
  for (let size = 1; size < 40; size += 1) {
    const pieces: string[] = [""];
    for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size), "");
    expect(read(pieces)).toEqual(EVENTS);
  }
});

test("line ends of all kinds in one stream", () => {
  expect(read(["data: a\r\rdata: b\n\ndata: c\r\n\r\n"]).map((each) => each.data)).toEqual([
    "a",
    "b",
    "c",
  ]);
});
