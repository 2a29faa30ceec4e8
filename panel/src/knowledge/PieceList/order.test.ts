import { expect, test } from "vitest";
import { NOW, sampleItem } from "../sample_knowledge.ts";
import { ordered } from "./order.ts";

const old = sampleItem({ id: "old", content: "", importance: 1, score: 0.9, createdAt: NOW - 2 });
const faded = sampleItem({
  id: "faded",
  content: "",
  importance: 1,
  score: 0.1,
  createdAt: NOW - 1,
});
const fresh = sampleItem({ id: "fresh", content: "", importance: 0.4, score: 0.5, createdAt: NOW });

test("what matters is what is important and has not faded", () => {
  const ids = ordered([faded, fresh, old], "matter").map(({ id }) => id);
  expect(ids).toEqual(["old", "fresh", "faded"]);
});

test("the newest first, whatever it is worth; the list that came is left alone", () => {
  const given = [old, faded, fresh];
  expect(ordered(given, "time").map(({ id }) => id)).toEqual(["fresh", "faded", "old"]);
  expect(given[0]).toBe(old);
});
