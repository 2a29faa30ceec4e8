import { expect, test } from "vitest";
import { type Change, compare } from "./compare.ts";

const marks = { kept: ["", ""], removed: ["[-", "-]"], added: ["{+", "+}"] } as const;

function drawn(changes: readonly Change[]): string {
  return changes.map(({ kind, text }) => marks[kind].join(text)).join("");
}

function without(changes: readonly Change[], kind: Change["kind"]): string {
  return changes.flatMap((each) => (each.kind === kind ? [] : each.text)).join("");
}

/** The same figures every time. */
function shuffled(seed: number, alphabet: string, length: number): string {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return alphabet.charAt(Math.floor((state / 2 ** 31) * alphabet.length));
  };
  return Array.from({ length }, next).join("");
}

const HAN = Array.from({ length: 600 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join("");

test("Chinese is compared by words", () => {
  const { changes } = compare("他缓缓地走进房间。", "他快步走进房间。");
  expect(drawn(changes)).toBe("他[-缓缓地-]{+快步+}走进房间。");
});

test("English is compared by words, and neighbours that both changed are one change", () => {
  const { changes } = compare("The old dog slept here.", "The young cat slept here.");
  expect(drawn(changes)).toBe("The [-old dog-]{+young cat+} slept here.");
});

test("a paragraph's end keeps two changes apart", () => {
  const { changes } = compare("雨\n风", "雪\n霜");
  expect(drawn(changes)).toBe("[-雨-]{+雪+}\n[-风-]{+霜+}");
});

test("nothing is cut through the middle: neither a pair of code units nor a family", () => {
  const { changes } = compare("👨‍👩‍👧 came 𠮷", "👨‍👩‍👦 came 𠮶");
  expect(drawn(changes)).toBe("[-👨‍👩‍👧-]{+👨‍👩‍👦+} came [-𠮷-]{+𠮶+}");
});

test.each([
  ["", "", ""],
  ["", "新", "{+新+}"],
  ["旧", "", "[-旧-]"],
  ["一样", "一样", "一样"],
])("%j to %j", (before, after, seen) => {
  expect(drawn(compare(before, after).changes)).toBe(seen);
});

test("a long text with a few changes is still compared by words", () => {
  const text = Array.from(
    { length: 400 },
    (_, at) => `第${at}段：${HAN.slice(at, at + 40)}。`,
  ).join("\n");
  expect(text.length).toBeGreaterThan(18_000);
  const { changes, coarse } = compare(text, text.replace("第200段", "第二百段"));
  expect(coarse).toBe(false);
  expect(without(changes, "kept").length).toBeLessThan(20);
});

test("a small word that stayed between two replacements belongs to them", () => {
  const { changes } = compare("他缓慢的脚步停了。", "她匆忙的身影停了。");
  expect(drawn(changes)).toBe("[-他缓慢的脚步-]{+她匆忙的身影+}停了。");
});

test("a chapter with something changed in every paragraph is compared paragraph by paragraph", () => {
  const lines = (mark: string) =>
    Array.from({ length: 420 }, (_, at) => `${mark}${HAN.slice(at, at + 45)}。\n`).join("");
  const [before, after] = [lines("他大声地说"), lines("她轻轻唱")];
  const { changes, coarse } = compare(before, after);
  expect(coarse).toBe(false);
  expect(changes.filter(({ kind }) => kind === "kept").length).toBeGreaterThanOrEqual(420);
  expect(without(changes, "added") === before).toBe(true);
});

test("a chapter whose paragraphs were joined is compared by sentences", () => {
  const some = Array.from(
    { length: 700 },
    (_, at) => `${HAN.slice(at % 500, (at % 500) + 30)}${at}。\n`,
  );
  const [before, after] = [some.join(""), some.join("").replaceAll("。\n", "。")];
  const { changes } = compare(before, after);
  expect(without(changes, "added") === before).toBe(true);
  expect(without(changes, "removed") === after).toBe(true);
});

test("two long texts that have nothing in common are shown one after the other", () => {
  const [before, after] = [shuffled(1, HAN, 20_000), shuffled(2, HAN, 20_000)];
  const { changes, coarse } = compare(before, after);
  expect(coarse).toBe(true);
  expect(changes.map(({ kind, text }) => [kind, text.length])).toEqual([
    ["removed", 20_000],
    ["added", 20_000],
  ]);
});

test("a whole book is not cut into words at once, and its one change is found all the same", () => {
  const book = Array.from(
    { length: 4_000 },
    (_, at) => `第${at}句，${HAN.slice(at % 500, (at % 500) + 40)}。`,
  ).join("");
  const { changes, coarse } = compare(book, book.replace("第2000句", "第2000段"));
  expect(coarse).toBe(false);
  expect(changes.map(({ kind, text }) => (kind === "kept" ? kind : text))).toEqual([
    "kept",
    "句",
    "段",
    "kept",
  ]);
});

test("whatever the texts are, both can be read from the changes", () => {
  for (let seed = 1; seed < 120; seed += 1) {
    const before = shuffled(seed, "他她走了。！ \nthe cat…”", seed * 3);
    const after = shuffled(seed * 7, "他她走了。！ \nthe cat…”", seed * 2);
    const { changes } = compare(before, after);
    expect(without(changes, "added")).toBe(before);
    expect(without(changes, "removed")).toBe(after);
  }
});
