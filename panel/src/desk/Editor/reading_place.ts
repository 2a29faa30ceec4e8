// Where one was in a text: the cursor, and what stood at the top of the sheet, so that a reload or
// another day begins where one left.

import { EditorSelection } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

interface Place {
  readonly anchor: number;
  readonly head: number;
  /** The line at the top, and how far it had gone out of sight. */
  readonly top: number;
  readonly beyond: number;
}

/** Where such places are kept. */
export interface Places {
  find(documentId: string): unknown;
  keep(documentId: string, place: unknown): void;
}

export function keepPlace(places: Places, documentId: string, view: EditorView): void {
  const { anchor, head } = view.state.selection.main;
  const height = view.scrollDOM.getBoundingClientRect().top - view.documentTop;
  const line = view.lineBlockAtHeight(height);
  const place = { anchor, head, top: line.from, beyond: Math.round(height - line.top) };
  places.keep(documentId, place satisfies Place);
}

/** The cursor of the last visit; else the end of the text: at the top the AI would write on before
 * the title. */
export function selectionIn(kept: unknown, length: number): EditorSelection {
  const { anchor, head } = sound(kept) ?? { anchor: length, head: length };
  return EditorSelection.single(Math.min(anchor, length), Math.min(head, length));
}

/** To the line that was at the top, as soon as the sheet lies on the page. */
export function scrollBack(kept: unknown, view: EditorView): void {
  const place = sound(kept);
  if (!place) return;
  view.requestMeasure({
    read: () => view.lineBlockAt(Math.min(place.top, view.state.doc.length)).top,
    write: (top) => {
      view.scrollDOM.scrollTop = top + place.beyond + view.documentPadding.top;
    },
  });
}

function sound(kept: unknown): Place | undefined {
  const place = (kept ?? {}) as Place;
  const { anchor, head, top, beyond } = place;
  const isSound = [anchor, head, top, beyond].every(Number.isSafeInteger);
  return isSound && Math.min(anchor, head, top) >= 0 ? place : undefined;
}
