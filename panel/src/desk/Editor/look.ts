// How prose looks in the editor: a sheet of paper with a measure, and Markdown only hinted at.

import { commonmarkLanguage } from "@codemirror/lang-markdown";
import { HighlightStyle, LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const sheet = EditorView.theme({
  "&": { height: "100%", backgroundColor: "transparent", color: "var(--color-text)" },
  // The line above the text says that one writes here.
  "&.cm-focused, .cm-content:focus-visible": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--font-prose)",
    fontSize: "1.125rem",
    lineHeight: "1.9",
    overflow: "auto",
  },
  ".cm-content": {
    boxSizing: "border-box",
    width: "100%",
    maxWidth: "calc(38em + 2 * var(--space-5))",
    margin: "0 auto",
    padding: "var(--space-6) var(--space-5) 40vh",
    caretColor: "var(--color-accent)",
  },
  ".cm-line": { padding: "0" },
  ".cm-cursor": { borderLeft: "2px solid var(--color-accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { background: "var(--color-accent-soft)" },
  ".cm-placeholder": { color: "var(--color-text-quiet)" },
  ".cm-mark-waiting": {
    borderBottom: "2px dotted var(--color-accent)",
  },
  ".cm-mark-here": {
    display: "inline-block",
    width: "0",
    height: "1em",
    margin: "0 1px",
    verticalAlign: "text-bottom",
    borderLeft: "2px dotted var(--color-accent)",
  },
  ".cm-mark-accepted": {
    background: "color-mix(in srgb, var(--color-added) 70%, transparent)",
    borderBottom: "1px solid var(--color-success)",
  },
  ".cm-searchMatch": { background: "var(--color-warning-soft)" },
  ".cm-searchMatch-selected": {
    background: "var(--color-warning)",
    color: "var(--color-on-warning)",
  },
  ".cm-panels": {
    background: "var(--color-bg-raised)",
    color: "var(--color-text)",
    borderBottom: "1px solid var(--color-border)",
    fontFamily: "var(--font-ui)",
    fontSize: "var(--text-sm)",
  },
  ".cm-panel.cm-search": { padding: "var(--space-2) var(--space-5) var(--space-2) var(--space-3)" },
  ".cm-panel.cm-search .cm-button, .cm-panel.cm-search .cm-textfield": {
    background: "var(--color-bg-surface)",
    border: "1px solid var(--color-border-strong)",
    borderRadius: "var(--radius-sm)",
    color: "var(--color-text)",
    fontSize: "var(--text-sm)",
  },
  ".cm-panel.cm-search label": { fontSize: "var(--text-sm)" },
  ".cm-panel.cm-search [name=close]": { fontSize: "var(--text-lg)", color: "inherit" },
});

const ink = HighlightStyle.define([
  { tag: tags.heading1, fontSize: "1.5em", fontWeight: "600", lineHeight: "1.5" },
  { tag: tags.heading2, fontSize: "1.25em", fontWeight: "600" },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.quote, color: "var(--color-text-quiet)" },
  { tag: tags.link, color: "var(--color-accent)" },
  { tag: tags.contentSeparator, color: "var(--color-text-quiet)" },
  { tag: tags.processingInstruction, color: "var(--color-text-quiet)", fontWeight: "400" },
]);

export const look: Extension = [
  sheet,
  // The language alone: its companion would bring those of HTML, CSS and JavaScript along.
  new LanguageSupport(commonmarkLanguage),
  syntaxHighlighting(ink),
  EditorView.lineWrapping,
];
