import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLanguage, useMohen } from "../../mohen.tsx";
import type { Language } from "../../words/index.ts";
import { manuscriptOf } from "./cm_manuscript.ts";
import style from "./Editor.module.css";
import type { EditorProps } from "./Editor.tsx";
import { look } from "./look.ts";
import { marking, marksIn } from "./marks.ts";
import { phrases } from "./phrases.ts";
import { keepPlace, scrollBack, selectionIn } from "./reading_place.ts";
import { replacing } from "./replacing.ts";

// So many documents keep their undo history while another one is open.
const SHELF = 12;

export function CodeMirrorEditor(props: EditorProps) {
  const { documentId, text, revision, label, readOnly = false, spellCheck = false } = props;
  const language = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const editor = useRef<OpenEditor>(undefined);
  const put = useMohen().store(createAside);

  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    const opened = put.aside ?? new OpenEditor(latest);
    put.aside = undefined;
    editor.current = opened;
    opened.lay(parent, latest);
    const leave = () => opened.keepPlace();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      latest.current.onReady?.(undefined);
      opened.view.dom.remove();
      put.aside?.view.destroy();
      put.aside = opened;
      editor.current = undefined;
    };
  }, [put]);

  // Before the sheet is taken off the page, and its place with it.
  useLayoutEffect(() => () => editor.current?.keepPlace(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text counts only with its revision
  useEffect(() => {
    editor.current?.show(documentId, text);
  }, [documentId, revision]);

  useEffect(() => {
    editor.current?.configure({ label, readOnly, spellCheck, language, hint: props.placeholder });
  }, [label, readOnly, spellCheck, language, props.placeholder]);

  return <div ref={host} className={style.editor} data-document={documentId} />;
}

/** An editor that is not looked at keeps its texts with their undo history: one may come back. */
function createAside(): { aside: OpenEditor | undefined } {
  return { aside: undefined };
}

interface Configuration {
  label: string;
  readOnly: boolean;
  spellCheck: boolean;
  language: Language;
  hint?: string | undefined;
}

class OpenEditor {
  readonly view: EditorView;
  readonly manuscript;
  #props: RefObject<EditorProps>;
  readonly #manner = new Compartment();
  readonly #shelf = new Map<string, EditorState>();
  #documentId: string;
  #configured: Extension = [];
  /** Something changed while a word was being put together. */
  #untold = false;

  constructor(props: RefObject<EditorProps>) {
    this.#props = props;
    this.#documentId = props.current.documentId;
    this.view = new EditorView({ state: this.#fresh(props.current.text) });
    this.manuscript = manuscriptOf(this.view, () => this.#documentId);
  }

  /** Onto the page, where somebody listens. */
  lay(parent: HTMLElement, props: RefObject<EditorProps>): void {
    this.#props = props;
    parent.append(this.view.dom);
    this.show(props.current.documentId, props.current.text);
    this.view.requestMeasure();
    scrollBack(this.#place(), this.view);
    props.current.onReady?.(this.manuscript);
  }

  /** Another document, or another text of this one. */
  show(documentId: string, text: string): void {
    if (documentId === this.#documentId) {
      const spec = replacing(this.view.state, text);
      if (spec) this.view.dispatch(spec);
      return;
    }
    this.#putAway();
    this.#documentId = documentId;
    const kept = this.#shelf.get(documentId);
    const same = kept !== undefined && replacing(kept, text) === undefined;
    this.view.setState(same ? kept : this.#fresh(text));
    this.#configure();
    // Taken out now: what is put away last is kept longest.
    this.#shelf.delete(documentId);
    scrollBack(this.#place(), this.view);
    this.#props.current.onReady?.(this.manuscript);
    this.#select();
  }

  keepPlace(): void {
    const { places } = this.#props.current;
    if (places && this.view.dom.isConnected) keepPlace(places, this.#documentId, this.view);
  }

  #place(): unknown {
    return this.#props.current.places?.find(this.#documentId);
  }

  configure({ label, readOnly, spellCheck, language, hint }: Configuration): void {
    this.#configured = [
      EditorState.readOnly.of(readOnly),
      EditorState.phrases.of(phrases[language]),
      EditorView.contentAttributes.of({
        "aria-label": label,
        tabindex: "0",
        spellcheck: String(spellCheck),
        ...(readOnly && { "aria-readonly": "true" }),
      }),
      hint === undefined ? [] : placeholder(hint),
    ];
    this.#configure();
  }

  #configure(): void {
    this.view.dispatch({ effects: this.#manner.reconfigure(this.#configured) });
  }

  #putAway(): void {
    this.keepPlace();
    this.#shelf.set(this.#documentId, this.view.state);
    const [oldest] = this.#shelf.keys();
    if (this.#shelf.size > SHELF && oldest !== undefined) this.#shelf.delete(oldest);
  }

  #fresh(doc: string): EditorState {
    const nonce = document.querySelector<HTMLMetaElement>("meta[property='csp-nonce']")?.nonce;
    const fresh = EditorState.create({
      doc,
      extensions: [
        Prec.highest(keymap.of(this.#keys())),
        history(),
        drawSelection(),
        search({ top: true }),
        keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        marking,
        look,
        this.#manner.of(this.#configured),
        nonce ? EditorView.cspNonce.of(nonce) : [],
        this.#listening(),
      ],
    });
    return fresh.update({ selection: selectionIn(this.#place(), fresh.doc.length) }).state;
  }

  #keys() {
    const ask = (what: "onRun" | "onCommands") => () => {
      const asked = this.#props.current[what];
      asked?.();
      return asked !== undefined;
    };
    return [
      { key: "Mod-Enter", run: ask("onRun") },
      { key: "Mod-k", run: ask("onCommands") },
    ];
  }

  #listening(): Extension {
    return [
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.#tell();
        if (update.selectionSet || update.docChanged) this.#select();
        if (marksIn(update.startState) !== marksIn(update.state)) this.#props.current.onMarks?.();
      }),
      EditorView.domEventHandlers({
        blur: () => {
          this.keepPlace();
          this.#props.current.onBlur?.();
        },
        // The last change of a composition comes with or right after its end.
        compositionend: () => void setTimeout(() => this.#untold && this.#tell(), 0),
      }),
    ];
  }

  #tell(): void {
    this.#untold = this.view.composing;
    if (!this.#untold) this.#props.current.onChange?.(this.view.state.doc.toString());
  }

  #select(): void {
    const { from, to } = this.view.state.selection.main;
    if (!this.view.composing) this.#props.current.onSelect?.({ from, to });
  }
}
