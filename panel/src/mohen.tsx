import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { type StoreApi, useStore } from "zustand";
import type { Client } from "./channels/client.ts";
import { createManner, type Manner, type Theme } from "./state/manner.ts";
import { createPlace, type Place } from "./state/place.ts";
import { createToasts, type Toasts } from "./state/toasts.ts";
import type { Language } from "./words/index.ts";
import "./tokens.css";
import "./base.css";

/** One open memory: the client, and every store that stands on it. It has no idea React exists. */
export interface Mohen {
  readonly client: Client;
  readonly manner: StoreApi<Manner>;
  readonly place: StoreApi<Place>;
  readonly toasts: StoreApi<Toasts>;
  readonly now: () => number;
  /** Which of the browsers that were let in this is, if it is one. */
  readonly browserId: () => string | undefined;
  /** The store of one noun, made the first time somebody asks for it. */
  store<T>(make: (mohen: Mohen) => T): T;
}

export interface Beginning {
  client: Client;
  projectId?: string;
  language?: Language;
  theme?: Theme;
  /** Begin with what only matters inside. */
  inside?: boolean;
  /** Where language and theme are kept from one visit to the next. */
  keep?: Pick<Storage, "getItem" | "setItem">;
  now?: () => number;
  browserId?: () => string | undefined;
  /** What must have come before a language can be spoken. */
  heard?: (language: Language) => Promise<void>;
}

export function createMohen({
  client,
  projectId,
  language,
  theme,
  inside,
  keep,
  now = Date.now,
  browserId = () => undefined,
  heard,
}: Beginning): Mohen {
  const made = new Map<unknown, unknown>();
  const mohen: Mohen = {
    client,
    manner: createManner(
      { ...(language && { language }), ...(theme && { theme }), ...(inside && { inside }) },
      keep,
      heard,
    ),
    place: createPlace(projectId),
    toasts: createToasts(now),
    now,
    browserId,
    store<T>(make: (mohen: Mohen) => T): T {
      if (!made.has(make)) made.set(make, make(mohen));
      return made.get(make) as T;
    },
  };
  return mohen;
}

const Context = createContext<Mohen | undefined>(undefined);

/** Everything of ours stands inside one of these: it carries the stores, the language and the theme. */
export function MohenProvider({ mohen, children }: { mohen: Mohen; children: ReactNode }) {
  const language = useStore(mohen.manner, (manner) => manner.language);
  const theme = useResolvedTheme(useStore(mohen.manner, (manner) => manner.theme));
  return (
    <Context value={mohen}>
      <div className="mohen" data-theme={theme} lang={language}>
        {children}
      </div>
    </Context>
  );
}

export function useMohen(): Mohen {
  const mohen = useContext(Context);
  if (!mohen) throw new Error("this component needs a MohenProvider around it");
  return mohen;
}

/** Whether what only matters inside is shown too. */
export function useInside(): boolean {
  return useStore(useMohen().manner, (manner) => manner.inside);
}

/** A part of a noun's store: `useNoun(createRules, (rules) => rules.items)`. */
export function useNoun<S, T>(make: (mohen: Mohen) => StoreApi<S>, part: (state: S) => T): T {
  return useStore(useMohen().store(make), part);
}

export function useLanguage(): Language {
  return useStore(useMohen().manner, (manner) => manner.language);
}

export function useWords<T>(table: Record<Language, T>): T {
  return table[useLanguage()];
}

function useResolvedTheme(theme: Theme): "light" | "dark" {
  const [dark, setDark] = useState(prefersDark);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const change = () => setDark(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  if (theme !== "system") return theme;
  return dark ? "dark" : "light";
}

function prefersDark(): boolean {
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
