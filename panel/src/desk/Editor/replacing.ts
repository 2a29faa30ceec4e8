import { isolateHistory } from "@codemirror/commands";
import type { EditorState, TransactionSpec } from "@codemirror/state";

/**
 * Another text in place of this one, touching only what differs, so that the cursor and every
 * mark outside of it stay. It can be undone: nothing an author wrote is lost by it.
 */
export function replacing(state: EditorState, text: string): TransactionSpec | undefined {
  const before = state.doc.toString();
  const next = state.toText(text).toString();
  if (before === next) return undefined;
  const least = Math.min(before.length, next.length);
  let from = 0;
  while (from < least && before.charCodeAt(from) === next.charCodeAt(from)) from += 1;
  let end = 0;
  while (
    end < least - from &&
    before.charCodeAt(before.length - 1 - end) === next.charCodeAt(next.length - 1 - end)
  ) {
    end += 1;
  }
  return {
    changes: { from, to: before.length - end, insert: next.slice(from, next.length - end) },
    annotations: isolateHistory.of("full"),
  };
}
