// Marks as CodeMirror keeps them: mapped through every change, and part of its undo history, so
// that undoing the step that put a suggestion in is known for what it is.

import { invertedEffects, isolateHistory } from "@codemirror/commands";
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { Mark, Stretch } from "./manuscript.ts";
import { apart } from "./paragraphs.ts";

type Marks = ReadonlyMap<string, Mark>;
type Placed = Stretch & { id: string };

function moved(placed: Placed, changes: ChangeDesc): Placed {
  return { ...placed, from: changes.mapPos(placed.from, -1), to: changes.mapPos(placed.to, 1) };
}

const begun = StateEffect.define<Placed>({ map: moved });
const accepted = StateEffect.define<Placed>({ map: moved });
const takenBack = StateEffect.define<Placed>({ map: moved });
const settled = StateEffect.define<string>();
const dropped = StateEffect.define<string>();

const field = StateField.define<Marks>({
  create: () => new Map(),
  update: (marks, tr) =>
    tr.effects.reduce((now, effect) => told(now, effect, tr.newDoc), carried(marks, tr)),
  provide: (of) => EditorView.decorations.from(of, drawn),
});

/** The undo history keeps what undoes an acceptance, and what redoes it. */
const inHistory = invertedEffects.of((tr) => {
  const marks = tr.startState.field(field);
  return tr.effects.flatMap((effect) => {
    if (!effect.is(accepted) && !effect.is(takenBack)) return [];
    const { id } = effect.value;
    const mark = marks.get(id);
    if (!mark) return [];
    const opposite = effect.is(accepted) ? takenBack : accepted;
    return [opposite.of({ id, from: mark.from, to: mark.to })];
  });
});

export const marking: Extension = [field, inHistory];

export function marksIn(state: EditorState): Marks {
  return state.field(field);
}

export function begin(id: string, { from, to }: Stretch): TransactionSpec {
  return { effects: begun.of({ id, from, to }) };
}

/** One step of its own: what is typed next is undone apart from it. Undefined: no such place. */
export function put(state: EditorState, id: string, text: string): TransactionSpec | undefined {
  const mark = marksIn(state).get(id);
  if (!mark || mark.kind === "gone") return undefined;
  const { before, after } =
    mark.from === mark.to ? apart(state.doc, mark.from, text) : { before: "", after: "" };
  const from = mark.from + before.length;
  const to = from + state.toText(text).length;
  return {
    changes: { from: mark.from, to: mark.to, insert: state.toText(before + text + after) },
    effects: accepted.of({ id, from, to }),
    selection: { anchor: to },
    annotations: isolateHistory.of("full"),
    userEvent: "input.suggestion",
    scrollIntoView: true,
  };
}

/** Undefined where the suggestion does not stand as it was put in or answered for. */
export function takeBack(state: EditorState, id: string): TransactionSpec | undefined {
  const mark = marksIn(state).get(id);
  if (mark?.kind !== "accepted" || state.sliceDoc(mark.from, mark.to) !== mark.put)
    return undefined;
  const insert = state.toText(mark.before);
  return {
    changes: { from: mark.from, to: mark.to, insert },
    effects: takenBack.of({ id, from: mark.from, to: mark.from + insert.length }),
    annotations: isolateHistory.of("full"),
    userEvent: "delete.suggestion",
    scrollIntoView: true,
  };
}

export function settle(id: string): TransactionSpec {
  return { effects: settled.of(id) };
}

export function drop(id: string): TransactionSpec {
  return { effects: dropped.of(id) };
}

// -- what a transaction says

function told(marks: Marks, effect: StateEffect<unknown>, doc: Text): Marks {
  if (effect.is(begun)) {
    const { id, from, to } = effect.value;
    const before = doc.sliceString(from, to);
    return new Map(marks).set(id, { from, to, before, put: "", kind: "waiting", settled: false });
  }
  if (effect.is(accepted) || effect.is(takenBack)) {
    const { id, from, to } = effect.value;
    const kind = effect.is(accepted) ? "accepted" : "back";
    const put = effect.is(accepted) ? { put: doc.sliceString(from, to) } : {};
    return changed(marks, id, { from, to, kind, ...put });
  }
  if (effect.is(settled)) {
    const mark = marks.get(effect.value);
    return mark
      ? changed(marks, effect.value, { settled: true, put: doc.sliceString(mark.from, mark.to) })
      : marks;
  }
  if (effect.is(dropped)) return new Map([...marks].filter(([id]) => id !== effect.value));
  return marks;
}

function changed(marks: Marks, id: string, by: Partial<Mark>): Marks {
  const mark = marks.get(id);
  return mark ? new Map(marks).set(id, { ...mark, ...by }) : marks;
}

// -- through an edit

function carried(marks: Marks, tr: Transaction): Marks {
  if (!tr.docChanged || marks.size === 0) return marks;
  return new Map([...marks].map(([id, mark]) => [id, carry(mark, tr)]));
}

function carry(mark: Mark, tr: Transaction): Mark {
  if (mark.kind === "gone") return mark;
  const wasText = mark.to > mark.from;
  const open = mark.kind === "accepted" ? openEdges(mark, tr.startState) : SHUT;
  const from = tr.changes.mapPos(mark.from, open.start ? -1 : 1);
  const to = tr.changes.mapPos(mark.to, open.end ? 1 : -1);
  if (from < to) return { ...mark, from, to };
  // Where a suggestion was deleted, that is an answer; where one was waited for, the place is lost.
  const lost = mark.kind === "waiting" && (wasText || isWithinDeletion(mark.from, tr));
  return { ...mark, from: to, to, kind: lost ? "gone" : mark.kind };
}

const SHUT = { start: false, end: false };

/**
 * What is typed right behind a suggestion is the author's own next sentence, not a change of it:
 * so its edges are shut. An edge that was cut off is open, for what is typed there stands in for
 * what was cut, until the sentence ends.
 */
function openEdges(mark: Mark, state: EditorState): { start: boolean; end: boolean } {
  const text = state.sliceDoc(mark.from, mark.to);
  if (text === "") return { start: true, end: true };
  return {
    start: text[0] !== mark.put[0],
    end: text.at(-1) !== mark.put.at(-1) && !ENDED.test(text),
  };
}

const ENDED = /[。！？…!?.；;”」』"’)）\n]$/u;

function isWithinDeletion(place: number, tr: Transaction): boolean {
  let within = false;
  tr.changes.iterChangedRanges((from, to) => {
    within ||= from < place && place < to;
  });
  return within;
}

// -- how they look

const WAITING = Decoration.mark({ class: "cm-mark-waiting" });
const ACCEPTED = Decoration.mark({ class: "cm-mark-accepted", inclusive: false });

class Here extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const here = document.createElement("span");
    here.className = "cm-mark-here";
    here.setAttribute("aria-hidden", "true");
    return here;
  }
}

const HERE = Decoration.widget({ widget: new Here(), side: 1 });

function drawn(marks: Marks): DecorationSet {
  const all = [...marks.values()];
  const asked = all.findLast((mark) => mark.kind === "waiting"); // earlier ones were put aside
  const shown = all.flatMap((mark) => {
    if (mark.settled || mark.kind === "gone" || mark.kind === "back") return [];
    if (mark.kind === "waiting") {
      if (mark !== asked) return [];
      return [mark.from < mark.to ? WAITING.range(mark.from, mark.to) : HERE.range(mark.from)];
    }
    return mark.from < mark.to ? [ACCEPTED.range(mark.from, mark.to)] : [];
  });
  return Decoration.set(shown, true);
}
