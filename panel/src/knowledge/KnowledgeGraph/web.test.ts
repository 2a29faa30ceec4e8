import { describe, expect, test } from "vitest";
import type { Drawing, Told } from "../../channels/generated.ts";
import { holds, neighbours, pairs, says, standing, ties, weave } from "./web.ts";

function told(id: string, entities: string[], more: Partial<Told> = {}): Told {
  return {
    id,
    kind: "relation",
    text: { en: `${id} in English`, zh: `${id} 中文` },
    entities,
    since: 0,
    sources: [],
    importance: 0.5,
    confidence: 1,
    archived: false,
    ...more,
  };
}

const entity = (id: string, name: string) => ({
  id,
  name,
  type: "character",
  aliases: [`${name}儿`],
});

const story: Drawing = {
  axis: "chapter",
  entities: [entity("e1", "林远"), entity("e2", "苏晴"), entity("e3", "周伯")],
  items: [
    told("r1", ["e1", "e2"], { label: { en: "sister", zh: "妹妹" } }),
    told("r2", ["e2", "e1"], { since: 3, until: 7 }),
    told("r3", ["e2", "nobody"]),
  ],
};

test("the most spoken of come first, whatever the order on the wire", () => {
  expect(weave(story, 99).nodes.map(({ name }) => name)).toEqual(["苏晴", "林远", "周伯"]);
});

test("chapters run to the last that is named; days run to now and no further", () => {
  expect(weave(story, 99)).toMatchObject({ first: 0, last: 7 });
  const days: Drawing = {
    ...story,
    axis: "time",
    items: [told("f", ["e1"], { since: 40, until: 200 })],
  };
  expect(weave(days, 99)).toMatchObject({ first: 40, last: 99 });
});

test("something holds from its beginning to just before its end", () => {
  const item = told("r", [], { since: 3, until: 7 });
  expect([2, 3, 6, 7].map((when) => holds(item, when))).toEqual([false, true, true, false]);
  expect([2, 3, 7].map((when) => standing(item, when))).toEqual(["later", "holds", "before"]);
});

describe("ties", () => {
  test("two items about the same two make one tie; strangers make none", () => {
    const web = weave(story, 99);
    expect(ties(web, web.items, "zh")).toEqual([
      { from: "e1", to: "e2", labels: ["妹妹"], many: 2 },
    ]);
  });

  test("a crowd is tied to its first, not everybody to everybody", () => {
    expect(pairs(["a", "b", "c"])).toHaveLength(3);
    expect(pairs(["a", "b", "c", "d", "e"])).toEqual([
      ["a", "b"],
      ["a", "c"],
      ["a", "d"],
      ["a", "e"],
    ]);
  });

  test("neighbours are found from either end, the closest first", () => {
    const all = [
      { from: "a", to: "b", labels: [], many: 1 },
      { from: "c", to: "a", labels: [], many: 4 },
      { from: "b", to: "c", labels: [], many: 9 },
    ];
    expect(neighbours(all, "a")).toEqual(["c", "b"]);
  });
});

test("a node is found by its name, its other names and what is told of it, in either language", () => {
  const [first] = weave(story, 99).nodes;
  if (!first) throw new Error("no node");
  for (const words of ["苏", "苏晴儿", "R1 IN english", "r2 中文", "  "])
    expect(says(first, words)).toBe(true);
  expect(says(first, "周伯")).toBe(false);
});
