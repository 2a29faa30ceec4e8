// Places in a text. The wire counts code points (C72), CodeMirror and JavaScript count UTF-16
// units: an emoji and the rarer Han characters are one of the former and two of the latter.

/** How many code points stand before a place. A place within a pair counts as before the pair. */
export function pointsBefore(text: string, unit: number): number {
  let points = 0;
  for (let at = 0; at < unit && at < text.length; at += isPair(text, at) ? 2 : 1) {
    if (isPair(text, at) && at + 1 >= unit) break;
    points += 1;
  }
  return points;
}

export function countPoints(text: string): number {
  return pointsBefore(text, text.length);
}

function isPair(text: string, at: number): boolean {
  return isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
