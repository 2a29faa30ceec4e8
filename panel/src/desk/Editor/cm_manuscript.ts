import type { TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Manuscript, Mark } from "./manuscript.ts";
import { begin, drop, marksIn, put, settle, takeBack } from "./marks.ts";

/** The text in a CodeMirror editor, for the rest of the desk. */
export function manuscriptOf(view: EditorView, documentId: () => string): Manuscript {
  const markOf = (id: string): Mark | undefined => marksIn(view.state).get(id);
  const apply = (spec: TransactionSpec | undefined): boolean => {
    if (spec) view.dispatch(spec);
    return spec !== undefined;
  };
  return {
    get documentId() {
      return documentId();
    },
    get composing() {
      return view.composing;
    },
    text: () => view.state.doc.toString(),
    read: ({ from, to }) => view.state.sliceDoc(from, to),
    selection: () => {
      const { from, to } = view.state.selection.main;
      return { from, to };
    },
    mark: (id, stretch) => void apply(begin(id, stretch)),
    markOf,
    put: (id, text) => void apply(put(view.state, id, text)),
    takeBack: (id) => apply(takeBack(view.state, id)),
    settle: (id) => void apply(settle(id)),
    unmark: (id) => void apply(drop(id)),
    show(id) {
      const mark = markOf(id);
      if (!mark) return;
      view.dispatch({
        selection: { anchor: mark.to },
        effects: EditorView.scrollIntoView(mark.from, { y: "center" }),
      });
    },
    focus: () => view.focus(),
    writeOn() {
      view.dispatch({ selection: { anchor: view.state.doc.length }, scrollIntoView: true });
      view.focus();
    },
  };
}
