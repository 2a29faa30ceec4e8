// The library: the components, the stores they stand on, and the client.
// Its styles are one file, `@mohen/panel/style.css`.
export * from "./channels/index.ts";
export {
  type Beginning,
  createMohen,
  type Mohen,
  MohenProvider,
  useLanguage,
  useMohen,
  useNoun,
} from "./mohen.tsx";
export type { Language } from "./words/index.ts";
