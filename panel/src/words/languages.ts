// Where the words of a language come from. In the sources each table says both, side by side, and all of
// it is there at once. The page is built with a file for each language (vite.config.ts puts another
// module in this one's place), because nobody reads both.
import type { Language } from "./index.ts";

/** The words of this language have come, also to those who ask for them twice. */
export async function come(_language: Language): Promise<void> {}
