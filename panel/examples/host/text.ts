/** A stretch of text as a textarea counts: in UTF-16 units. */
export interface Stretch {
  start: number;
  end: number;
}

/** A place in the text as Mohen counts: in characters (code points). */
export function codePoints(text: string, units: number): number {
  return [...text.slice(0, units)].length;
}

export function replaced(text: string, { start, end }: Stretch, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
