import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Data, Preview as Told } from "../channels/generated.ts";
import { said } from "../memory/words_care.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { brief } from "../words/index.ts";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";
import { createRules } from "./rules.ts";
import { createSettings } from "./settings.ts";

export type Injected = Told["items"][number];
export type Receipt = Data<"memory:forget">;

/** What the next prompt would be given of the memory, and whether it is given anything. */
export interface Preview {
  told: Loaded<Told>;
  /** What the author is about to write. */
  query: string;
  /** Whether anything goes in; undefined: it is not known yet. */
  on: boolean | undefined;
  /** Begin to look; nothing is asked before. */
  open(): void;
  close(): void;
  ask(query: string): void;
  reload(): Promise<void>;
  turn(on: boolean): Promise<void>;
  foresee(item: Injected): Promise<Receipt | Failure>;
  /** A fact or a note, for good; rules have a way of their own. Answers whether it is gone. */
  forget(item: Injected): Promise<boolean>;
}

/** Asked when the author stops typing. */
const PAUSE_MS = 300;

export function createPreview(mohen: Mohen): StoreApi<Preview> {
  const { client, place, toasts, manner } = mohen;
  const settings = mohen.store(createSettings);
  let opened = false;
  let typing: ReturnType<typeof setTimeout> | undefined;
  /** The toast that said how it was switched last. */
  let turned: number | undefined;
  const words = () => said[manner.getState().language];
  const here = () => {
    const { projectId } = place.getState();
    return projectId === undefined ? {} : { projectId };
  };
  const refuse = (failure: unknown) => {
    if (!(failure instanceof Failure)) throw failure;
    const text = explain(failure, manner.getState().language).title;
    toasts.getState().show({ tone: "danger", text });
  };

  const store = createStore<Preview>()((set, get) => {
    const ask = questioner<Told>((change) => set({ told: change(get().told) }));

    async function reload(): Promise<void> {
      const query = get().query.trim();
      await ask(() =>
        client.call("memory:injection:preview", { ...here(), ...(query && { queryText: query }) }),
      );
    }

    return {
      told: loading,
      query: "",
      on: settings.getState().settings.data?.injectionEnabled,
      open() {
        opened = true;
        void reload();
      },
      close() {
        opened = false;
        clearTimeout(typing);
        set({ told: loading, query: "" });
      },
      ask(query) {
        set({ query });
        clearTimeout(typing);
        typing = setTimeout(() => void reload(), PAUSE_MS);
      },
      reload,
      async turn(on) {
        if (await settings.getState().change({ injectionEnabled: on })) {
          const text = on ? words().turnedOn : words().turnedOff;
          // The word before says the opposite by now.
          if (turned !== undefined) toasts.getState().dismiss(turned);
          turned = toasts.getState().show({ tone: on ? "success" : "info", text });
        } else {
          const failure = settings.getState().refused.injectionEnabled;
          if (failure) refuse(failure);
        }
        await reload();
      },
      async foresee({ id }) {
        try {
          const asked = { knowledgeId: id, dryRun: true, ...here() };
          return (await client.call("memory:forget", asked)).data;
        } catch (failure) {
          if (failure instanceof Failure) return failure;
          throw failure;
        }
      },
      async forget({ id, content }) {
        try {
          await client.call("memory:forget", { knowledgeId: id, ...here() });
          toasts.getState().show({ tone: "success", text: words().removed(brief(content)) });
        } catch (failure) {
          refuse(failure);
          return false;
        }
        await reload();
        return true;
      },
    };
  });

  following(mohen, (moved) => {
    if (!opened) return;
    if (moved) store.setState({ told: loading });
    void store.getState().reload();
  });
  settings.subscribe(({ settings: { data } }) => {
    const on = data?.injectionEnabled;
    if (on !== store.getState().on) store.setState({ on });
  });
  // What goes in are rules: when those change, so does this.
  mohen.store(createRules).subscribe((now, before) => {
    if (opened && now.book.data !== before.book.data) void store.getState().reload();
  });
  return store;
}
