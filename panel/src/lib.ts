// The library: the components, the stores they stand on, and the client.
// Its styles are one file, `@mohen/panel/style.css`.
export * from "./channels/index.ts";
export { MemoryPanel, type MemoryPanelProps } from "./memory/MemoryPanel/MemoryPanel.tsx";
export {
  type Beginning,
  createMohen,
  type Mohen,
  MohenProvider,
  useLanguage,
  useMohen,
  useNoun,
} from "./mohen.tsx";
export { Toasts } from "./parts/Toasts/Toasts.tsx";
export { createRules, type Rules } from "./state/rules.ts";
export type { Language } from "./words/index.ts";
