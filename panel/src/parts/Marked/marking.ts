const LETTER = "[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}]";
const SPACED = new RegExp(`^${LETTER}`, "u");

/** Finds words in a text, each as a whole where its script has spaces. None: nothing to find. */
export function marking(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const longest = [...words].sort((one, other) => other.length - one.length);
  const each = longest.map((word) => {
    const plain = word.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
    return SPACED.test(word) ? `(?<!${LETTER})${plain}(?!${LETTER})` : plain;
  });
  return new RegExp(`(${each.join("|")})`, "u");
}

/** So much of a long text as fits, with the first of the words in it. */
export function excerpt(text: string, words: readonly string[], most = 240): string {
  const signs = [...text];
  if (signs.length <= most) return text;
  const at = [...text.slice(0, marking(words)?.exec(text)?.index ?? 0)].length;
  const begin = Math.max(0, Math.min(at - Math.floor(most / 3), signs.length - most));
  const end = begin + most;
  return `${begin > 0 ? "…" : ""}${signs.slice(begin, end).join("")}${end < signs.length ? "…" : ""}`;
}
