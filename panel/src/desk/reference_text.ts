// How a memory in a prompt reads: its own words, or what it is called where it has none.
import type { Reference } from "../channels/generated.ts";
import { sceneInWords } from "../memory/measure_words.ts";
import { said as learned } from "../memory/words_learning.ts";
import { day, type Language } from "../words/index.ts";
import { said as inspected } from "./words_inspector.ts";
import { said } from "./words_why.ts";

export interface Readable {
  readonly text: string;
  /** What it is about, beside the text: skill, scene and what became of it. */
  readonly about?: string;
}

type Told = Pick<Reference, "id" | "kind" | "text" | "deleted" | "at">;

export function readable({ id, kind, text, deleted, at }: Told, language: Language): Readable {
  const say = said[language];
  if (deleted) return { text: say.deletedText };
  if (text) return kind === "episodic" ? retold(text, at, language) : { text };
  if (isFile(id)) return { text: fileName(id, language) };
  return { text: kind === "working" ? say.wordless_working : say.wordless_other };
}

// An interaction as the prompt tells it: "[rewrite · dialogue · LIGHT_EDIT] …".
const RETOLD = /^\[([^·\]]+) · ([^·\]]+) · ([A-Z_]+)\]\s*(.*)$/su;

// The prompt has a language of its own; what the author kept needs no heading here.
const KEPT = /^(?:定稿|kept): /u;

function retold(text: string, at: number | undefined, language: Language): Readable {
  const when = at === undefined ? "" : day(at, language);
  const [, skill, scene, signal, rest] = RETOLD.exec(text) ?? [];
  if (!skill || !scene || !signal) return { text, about: when };
  const table: Record<string, unknown> = learned[language];
  const outcome = table[`signal_${signal}`];
  const became = typeof outcome === "string" ? outcome : "";
  const about = [when, skillName(skill, language), sceneInWords(scene, language), became];
  const kept = rest?.replace(KEPT, "");
  return { text: kept || said[language].wordless_other, about: about.filter(Boolean).join(" · ") };
}

/** One of Mohen's own skills by its title; one of the project's by its id. */
export function skillName(id: string, language: Language): string {
  const table: Record<string, unknown> = said[language];
  const title = table[`skill_${id}`];
  return typeof title === "string" ? title : id;
}

/** A file of the project is named by its path; everything else by an id. */
export function isFile(id: string): boolean {
  return id.includes("/") || /\.\w+(#|$)/u.test(id);
}

/** A file by what it is to the author; one that is no setting, by its path. */
export function fileName(ref: string, language: Language): string {
  const say = inspected[language];
  const [path = ref, part] = ref.split("#", 2);
  const name = (path.split("/").at(-1) ?? path).replace(/\.md$/u, "");
  if (path === ".mohen/outline.md") return part ? say.fileOutlinePlace : say.fileOutline;
  if (path === ".mohen/style-guide.md") return say.fileStyleGuide;
  if (path === ".mohen/world.md") return say.fileWorld;
  if (path.startsWith(".mohen/characters/")) return say.fileCharacter(name);
  if (/^\.mohen\/(?:world|settings)\//u.test(path)) return say.fileWorldPart(name);
  return path;
}
