// Its index would bring every other comparison along.
import { diffArrays } from "diff/lib/diff/array.js";

/** A stretch of text that stayed, went, or came. */
export interface Change {
  readonly kind: "kept" | "removed" | "added";
  readonly text: string;
}

export interface Comparison {
  readonly changes: readonly Change[];
  /** Word by word was too much: some passages are shown replaced as a whole. */
  readonly coarse: boolean;
}

// How many steps one text may lie from the other before a comparison gives up, and how many
// characters are cut into words at once. The work grows with the square of the first and with the
// second: these bounds keep two texts of 20,000 characters well within half a second.
const APART = 1_200;
const AT_ONCE = 60_000;

/** What was changed, by words (of Chinese too). Texts that lie far apart are compared passage by
 * passage first: paragraph beside paragraph where there are as many, else by sentences. */
export function compare(before: string, after: string): Comparison {
  if (before === after) return { changes: alike(before), coarse: false };
  const whole = byWords(before, after);
  if (whole) return { changes: smooth(whole), coarse: false };
  const all = passages(before, after);
  if (all.length === 1) return { changes: replaced(before, after), coarse: true };
  let coarse = false;
  const changes = all.flatMap(([old, fresh]) => {
    if (old === fresh) return alike(old);
    const found = byWords(old, fresh, 0.5);
    coarse ||= !found && old !== "" && fresh !== "";
    return found ?? replaced(old, fresh);
  });
  return { changes: smooth(changes), coarse };
}

/** `most`: the share of the words that may differ before it is another text. */
function byWords(before: string, after: string, most = 1): Change[] | undefined {
  if (before.length + after.length > AT_ONCE) return undefined;
  const [some, others] = [words(before), words(after)];
  return between(some, others, Math.min(APART, Math.ceil((some.length + others.length) * most)));
}

type Passage = readonly [before: string, after: string];

function passages(before: string, after: string): Passage[] {
  const [some, others] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  if (some.length === others.length && some.length > 1) {
    return some.map((text, at) => [text, others[at] ?? ""]);
  }
  const found = between(sentences(before), sentences(after), APART);
  if (!found) return [[before, after]];
  return runs(found).map(({ kept, removed, added }) => [kept + removed, kept + added]);
}

interface Run {
  kept: string;
  removed: string;
  added: string;
}

/** What stayed, and what was replaced between; one of the two in each run. */
function runs(changes: readonly Change[]): Run[] {
  const all: Run[] = [];
  for (const { kind, text } of changes) {
    const last = all.at(-1);
    if (last && (last.kept !== "") === (kind === "kept")) last[kind] += text;
    else all.push({ kept: "", removed: "", added: "", [kind]: text });
  }
  return all;
}

/** "the old dog → a young cat" reads better as one change than as two with a blank between. */
function smooth(changes: readonly Change[]): Change[] {
  const all = runs(changes);
  const smoothed: Run[] = [];
  all.forEach((run, at) => {
    const last = smoothed.at(-1);
    const next = all[at + 1];
    if (last && next && run.kept && slight(run.kept, last, next)) {
      next.removed = last.removed + run.kept + next.removed;
      next.added = last.added + run.kept + next.added;
      smoothed.pop();
    } else {
      smoothed.push(run);
    }
  });
  return smoothed.flatMap((run) => (run.kept ? alike(run.kept) : replaced(run.removed, run.added)));
}

/** Whether what stayed is lost between the two replacements beside it. A line's end never is. */
function slight(kept: string, ...beside: Run[]): boolean {
  if (kept.includes("\n")) return false;
  return beside.every(
    ({ removed, added }) =>
      removed !== "" && added !== "" && kept.length * 2 <= Math.max(removed.length, added.length),
  );
}

function alike(text: string): Change[] {
  return text === "" ? [] : [{ kind: "kept", text }];
}

function replaced(before: string, after: string): Change[] {
  const both: Change[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return both.filter(({ text }) => text !== "");
}

function between(before: string[], after: string[], apart: number): Change[] | undefined {
  const found = diffArrays(before, after, { maxEditLength: apart });
  return found?.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "kept",
    text: value.join(""),
  }));
}

// The dictionary that finds the words of Chinese serves whatever the locale is.
const cutter = new Intl.Segmenter("zh", { granularity: "word" });

function words(text: string): string[] {
  return Array.from(cutter.segment(text), ({ segment }) => segment);
}

/** With what ends them; a line's end ends one too. */
function sentences(text: string): string[] {
  return (
    text.match(/[^。！？!?.…\n]+(?:[。！？!?.…]+[”’」』"')）]*\s?|\n+|$)|[。！？!?.…\n]+/gu) ?? []
  );
}
