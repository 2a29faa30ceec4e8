import type { Said } from "./words.ts";

const ENTITIES = [
  "character",
  "person",
  "location",
  "organization",
  "faction",
  "project",
  "item",
  "event",
  "timepoint",
  "secret",
  "other",
] as const;
const ITEMS = ["fact", "belief", "summary", "note", "lesson", "relation", "state"] as const;

type Known = (typeof ENTITIES)[number] | (typeof ITEMS)[number];
const KNOWN: ReadonlySet<string> = new Set([...ENTITIES, ...ITEMS]);

/** A kind of entity or of item. Items may be of any kind somebody thought of. */
export function kindInWords(kind: string, say: Said): string {
  return KNOWN.has(kind) ? say[kind as Known] : kind;
}
