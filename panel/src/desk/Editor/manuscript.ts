// What the rest of the desk may ask of the text that is being written, whatever edits it.
// Places are UTF-16 units of the text as it stands.

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * A stretch that is kept in sight through every edit.
 * `waiting`: somebody may write here; `accepted`: a suggestion stands here; `back`: it was undone;
 * `gone`: the place was deleted.
 */
export interface Mark extends Stretch {
  readonly kind: "waiting" | "accepted" | "back" | "gone";
  /** What stood there when the suggestion was asked for. */
  readonly before: string;
  /** The suggestion as it was put in; empty while it waits. */
  readonly put: string;
  /** It was answered: no longer shown, but an undo is still noticed. */
  readonly settled: boolean;
}

export interface Manuscript {
  /** Which document this is; a run belongs to one. */
  readonly documentId: string;
  text(): string;
  read(stretch: Stretch): string;
  selection(): Stretch;
  /** A word is being put together by an input method: keep off. */
  readonly composing: boolean;
  mark(id: string, stretch: Stretch): void;
  markOf(id: string): Mark | undefined;
  /** Put text in place of a mark, as one step that can be undone. */
  put(id: string, text: string): void;
  /** Put back what stood there before, if the suggestion stands unchanged; whether it was done. */
  takeBack(id: string): boolean;
  settle(id: string): void;
  unmark(id: string): void;
  /** Bring a mark into view and the cursor to its end. */
  show(id: string): void;
  focus(): void;
  /** The cursor to the end of the text, to write on from there. */
  writeOn(): void;
}
