import type { Message } from "../../state/talk_asked.ts";
import type { Said } from "../words_talk.ts";

/** By the name they spoke under, else by their role. */
export function whoSaid({ role, speaker }: Message, say: Said): string {
  return speaker ?? say[`role_${role}`];
}

const LONG = 600;
const LONG_OUTPUT = 240;
const LINES = 8;

/** What would push everything else off the screen. A tool's output is seldom what one reads. */
export function isLong({ role, text }: Message): boolean {
  const most = role === "tool" || role === "system" ? LONG_OUTPUT : LONG;
  return text.length > most || text.split("\n").length > LINES;
}
