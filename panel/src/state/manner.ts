import { createStore } from "zustand/vanilla";
import type { Language } from "../words/index.ts";

export type Theme = "light" | "dark" | "system";

/** How the panel speaks and looks. */
export interface Manner {
  language: Language;
  theme: Theme;
  speak(language: Language): void;
  wear(theme: Theme): void;
}

interface Keeping {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = "mohen-manner";

export function createManner(given: Partial<Pick<Manner, "language" | "theme">> = {}, keep?: Keeping) {
  const kept = read(keep);
  const store = createStore<Manner>()((set) => ({
    language: given.language ?? kept.language ?? native(),
    theme: given.theme ?? kept.theme ?? "system",
    speak: (language) => set({ language }),
    wear: (theme) => set({ theme }),
  }));
  store.subscribe(({ language, theme }) => keep?.setItem(KEY, JSON.stringify({ language, theme })));
  return store;
}

function read(keep?: Keeping): Partial<Pick<Manner, "language" | "theme">> {
  try {
    return JSON.parse(keep?.getItem(KEY) ?? "{}");
  } catch {
    return {}; // what somebody else wrote there is no reason to stop
  }
}

function native(): Language {
  const own = typeof navigator === "undefined" ? "" : navigator.language;
  return own.toLowerCase().startsWith("zh") ? "zh" : "en";
}
