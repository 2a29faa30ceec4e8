/** Whole lines from text that comes in any pieces; what is left without an end is no line. */
export function lineReader(take: (line: string) => void): (piece: string) => void {
  let rest = "";
  return (piece) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") take(line);
  };
}
