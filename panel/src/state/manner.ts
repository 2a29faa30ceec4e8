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

type Kept = Partial<Pick<Manner, "language" | "theme">>;

const KEY = "mohen-manner";

export function createManner(given: Kept = {}, keep?: Keeping) {
  const kept = read(keep);
  const store = createStore<Manner>()((set) => ({
    language: given.language ?? kept.language ?? native(),
    theme: given.theme ?? kept.theme ?? "system",
    speak: (language) => set({ language }),
    wear: (theme) => set({ theme }),
  }));
  store.subscribe(({ language, theme }) => write({ language, theme }, keep));
  return store;
}

/** What somebody else wrote there, or a store that is closed to us, is no reason to stop. */
function read(keep?: Keeping): Kept {
  try {
    const { language, theme } = JSON.parse(keep?.getItem(KEY) ?? "{}") as Record<string, unknown>;
    return {
      ...((language === "zh" || language === "en") && { language }),
      ...((theme === "light" || theme === "dark" || theme === "system") && { theme }),
    };
  } catch {
    return {};
  }
}

function write(kept: Kept, keep?: Keeping) {
  try {
    keep?.setItem(KEY, JSON.stringify(kept));
  } catch {
    // it holds for this visit all the same
  }
}

function native(): Language {
  const own = typeof navigator === "undefined" ? "" : navigator.language;
  return own.toLowerCase().startsWith("zh") ? "zh" : "en";
}
