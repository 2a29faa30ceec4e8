/** How long a text is. */
export interface Length {
  /** As authors count: a Chinese character is one, and so is a word of letters. */
  readonly words: number;
  /** Without spaces. */
  readonly characters: number;
  /** Whether there is anything in it that is counted by characters. */
  readonly ideographic: boolean;
}

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
// A word keeps its apostrophe and its hyphen: "don't" and "sea-fog" are one each.
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
// What only changes the sign before it, an accent or an emoji's colour, is none of its own.
const CHARACTER = /[^\s\p{M}]/gu;

export function lengthOf(text: string): Length {
  const ideographs = occurrences(text, IDEOGRAPH);
  const others = text.replace(IDEOGRAPH, " ");
  return {
    words: ideographs + occurrences(others, WORD),
    characters: occurrences(text, CHARACTER),
    ideographic: ideographs > 0,
  };
}

function occurrences(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}
