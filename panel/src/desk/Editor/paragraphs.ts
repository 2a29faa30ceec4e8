import type { Text } from "@codemirror/state";

/** What text needs before and after it where it is put in. In a line: a space, where words are told
 * apart by spaces. On an empty line: line ends, to be a paragraph of its own; none where paragraphs
 * are lines, as in many Chinese manuscripts. */
export function apart(doc: Text, at: number, text: string): { before: string; after: string } {
  const line = doc.lineAt(at);
  if (!isBlank(line.text)) {
    const [left, right] = [line.text.slice(0, at - line.from), line.text.slice(at - line.from)];
    const isInWord = ENDS_IN_WORD.test(left) && BEGINS_WITH_WORD.test(right);
    return {
      before: !isInWord && runsInto(left, text) ? " " : "",
      after: !isInWord && runsInto(text, right) ? " " : "",
    };
  }
  if (!hasBlankLines(doc)) return { before: "", after: "" };
  const isText = (number: number) =>
    number >= 1 && number <= doc.lines && !isBlank(doc.line(number).text);
  return {
    before: isText(line.number - 1) ? "\n" : "",
    after: isText(line.number + 1) ? "\n" : "",
  };
}

const ENDS_IN_WORD = /[\p{Script=Latin}\p{N}]$/u;
const BEGINS_WITH_WORD = /^[\p{Script=Latin}\p{N}]/u;
const ENDS = /[\p{Script=Latin}\p{N}.!?…,;:)\]”’"']$/u;
const BEGINS = /^[\p{Script=Latin}\p{N}“‘"'(]/u;

/** Whether two stretches of a script with spaces would stand as one word. */
function runsInto(left: string, right: string): boolean {
  return ENDS.test(left) && BEGINS.test(right);
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
