// Numbers inside phrases: each language's phrases write them its own way.
import { count } from "./index.ts";

export const en = (number: number) => count(number, "en");
export const zh = (number: number) => count(number, "zh");

/** "1 rule", "2 rules". */
export const many = (number: number, one: string, more: string) =>
  `${en(number)} ${number === 1 ? one : more}`;
