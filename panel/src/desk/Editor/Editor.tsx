import { lazy, Suspense } from "react";
import { Skeleton } from "../../parts/Skeleton/Skeleton.tsx";
import style from "./Editor.module.css";
import type { Manuscript, Stretch } from "./manuscript.ts";
import type { Places } from "./reading_place.ts";

export interface EditorProps {
  /** Which document. Another id is another document, with an undo history of its own. */
  documentId: string;
  /** The text it is opened with, taken up again whenever `revision` changes. */
  text: string;
  revision?: number;
  /** Its name for those who do not see it. */
  label: string;
  placeholder?: string;
  /** Where one was in each document, from one visit to the next. */
  places?: Places;
  readOnly?: boolean;
  spellCheck?: boolean;
  /** Never called in the middle of a word that an input method puts together. */
  onChange?(text: string): void;
  onSelect?(selection: Stretch): void;
  onBlur?(): void;
  /** The text to work with, anew for every document; undefined when the editor goes. */
  onReady?(manuscript: Manuscript | undefined): void;
  /** A mark was set, moved, undone or redone. */
  onMarks?(): void;
  /** Ctrl or ⌘ with Enter. */
  onRun?(): void;
  /** Ctrl or ⌘ with K. */
  onCommands?(): void;
}

// CodeMirror is larger than the rest of the panel together, and not needed before one writes.
const CodeMirrorEditor = lazy(() =>
  import("./CodeMirrorEditor.tsx").then((it) => ({ default: it.CodeMirrorEditor })),
);

export function Editor(props: EditorProps) {
  return (
    <Suspense fallback={<Waiting />}>
      <CodeMirrorEditor {...props} />
    </Suspense>
  );
}

function Waiting() {
  return (
    <div className={style.waiting}>
      <Skeleton lines={6} />
    </div>
  );
}
