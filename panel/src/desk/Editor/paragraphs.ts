import type { Text } from "@codemirror/state";

/** Line ends that text put on an empty line needs before and after it to be a paragraph of its own:
 * none where paragraphs are lines, as in many Chinese manuscripts. */
export function apart(doc: Text, at: number): { before: string; after: string } {
  const line = doc.lineAt(at);
  if (!isBlank(line.text) || !hasBlankLines(doc)) return { before: "", after: "" };
  const isText = (number: number) =>
    number >= 1 && number <= doc.lines && !isBlank(doc.line(number).text);
  return {
    before: isText(line.number - 1) ? "\n" : "",
    after: isText(line.number + 1) ? "\n" : "",
  };
}

/** Whether more paragraphs are told apart by a blank line than by the end of a line. */
function hasBlankLines(doc: Text): boolean {
  let apart = 0;
  let gap = 0;
  let begun = false;
  for (const line of doc.iterLines()) {
    if (isBlank(line)) {
      gap++;
      continue;
    }
    if (begun) apart += gap > 0 ? 1 : -1;
    begun = true;
    gap = 0;
  }
  return apart > 0;
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}
