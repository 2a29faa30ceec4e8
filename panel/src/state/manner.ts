import { createStore } from "zustand/vanilla";
import type { Language } from "../words/index.ts";

export type Theme = "light" | "dark" | "system";

/** How the panel speaks and looks. */
export interface Manner {
  language: Language;
  theme: Theme;
  /** Whether what only matters inside is shown too: hashes, files, shares, what a cache could serve. */
  inside: boolean;
  speak(language: Language): void;
  wear(theme: Theme): void;
  showInside(inside: boolean): void;
}

interface Keeping {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

type Kept = Partial<Pick<Manner, "language" | "theme" | "inside">>;

const KEY = "mohen-manner";

/** `heard`: what must have come before a language can be spoken. */
export function createManner(
  given: Kept = {},
  keep?: Keeping,
  heard?: (language: Language) => Promise<void>,
) {
  const kept = read(keep);
  const store = createStore<Manner>()((set) => ({
    language: given.language ?? firstLanguage(keep),
    theme: given.theme ?? kept.theme ?? "system",
    inside: given.inside ?? kept.inside ?? false,
    speak(language) {
      if (!heard) return set({ language });
      // Words that cannot be had: the page goes on in those it has.
      heard(language).then(
        () => set({ language }),
        () => {},
      );
    },
    wear: (theme) => set({ theme }),
    showInside: (inside) => set({ inside }),
  }));
  store.subscribe(({ language, theme, inside }) => write({ language, theme, inside }, keep));
  return store;
}

/** What one chose before, else what the browser speaks. */
export function firstLanguage(keep?: Keeping): Language {
  return read(keep).language ?? native();
}

/** What somebody else wrote there, or a store that is closed to us, is no reason to stop. */
function read(keep?: Keeping): Kept {
  try {
    const kept = JSON.parse(keep?.getItem(KEY) ?? "{}") as Record<string, unknown>;
    const { language, theme, inside } = kept;
    return {
      ...((language === "zh" || language === "en") && { language }),
      ...((theme === "light" || theme === "dark" || theme === "system") && { theme }),
      ...(typeof inside === "boolean" && { inside }),
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
