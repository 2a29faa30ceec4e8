import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

// How the house is kept: one folder a component, and in it all that belongs to it.

const SRC = import.meta.dirname;
const ROOMS = ["parts", "memory", "desk", "pictures", "knowledge", "settings", "app"];
const LINES = 300;

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) =>
  /\.(tsx?|css)$/u.test(path),
);
const folders = ROOMS.flatMap((room) => {
  const inside = readdirSync(join(SRC, room), { withFileTypes: true });
  return inside.filter((each) => each.isDirectory()).map((each) => join(room, each.name));
});
const stories = files.filter((path) => path.endsWith(".stories.tsx"));

function read(path: string): string {
  return readFileSync(join(SRC, path), "utf8");
}

/** The folders that hold nothing of the kind. */
function lacking(kind: (file: string, component: string) => boolean): string[] {
  return folders.filter(
    (folder) =>
      !files.some((path) => dirname(path) === folder && kind(basename(path), basename(folder))),
  );
}

/** The component that a file of stories is bound to. */
function shown(story: string): string | undefined {
  return /^\s*(?:const meta = \{ )?component: (\w+)/mu.exec(read(story))?.[1];
}

describe("a component's folder", () => {
  test.each(ROOMS)("is there, in %s", (room) => {
    expect(folders.filter((folder) => dirname(folder) === room)).not.toEqual([]);
  });

  test("holds the component it is called after", () => {
    expect(lacking((file, component) => file === `${component}.tsx`)).toEqual([]);
  });

  test("holds a story", () => {
    expect(lacking((file) => file.endsWith(".stories.tsx"))).toEqual([]);
  });

  test("holds a test", () => {
    expect(lacking((file) => file.endsWith(".test.tsx"))).toEqual([]);
  });
});

describe("a file of stories", () => {
  test("is bound to a component of its own folder", () => {
    const astray = stories.filter(
      (story) => !files.includes(join(dirname(story), `${shown(story)}.tsx`)),
    );
    expect(astray).toEqual([]);
  });

  test("is there for the component that the folder is called after", () => {
    const told = new Set(stories.map((story) => join(dirname(story), shown(story) ?? "")));
    expect(folders.filter((folder) => !told.has(join(folder, basename(folder))))).toEqual([]);
  });
});

// What a machine wrote says so in its first line; words in two languages are a list, not code.
test(`no source is longer than ${LINES} lines`, () => {
  const sources = files.filter((path) => !/\.test\.tsx?$|[\\/]words\.ts$/u.test(path));
  const long = sources
    .map((path) => ({ path, lines: read(path).trimEnd().split("\n") }))
    .filter(({ lines }) => lines.length > LINES && !/generated/iu.test(lines[0] ?? ""));
  expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([]);
});
