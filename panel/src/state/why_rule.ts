import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Data } from "../channels/generated.ts";
import { said } from "../memory/words_learning.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";
import { createRules } from "./rules.ts";

export type Why = Data<"memory:semantic:why">;
export type RuleEvent = Data<"memory:learning:history">["items"][number];
export type Episode = Data<"memory:episode:get">;
export type Receipt = Data<"memory:forget">;

/** Why one rule is believed: its evidence, and the course of its confidence. */
export interface WhyRule {
  ruleId: string | undefined;
  why: Loaded<Why>;
  /** What happened to it, newest first. */
  events: Loaded<readonly RuleEvent[]>;
  /** Whole interactions that were looked at, by id. */
  episodes: Readonly<Record<string, Loaded<Episode>>>;
  open(ruleId: string): void;
  close(): void;
  reload(): Promise<void>;
  /** The whole of one interaction: what else was suggested. */
  lookAt(episodeId: string): Promise<void>;
  /** What forgetting an interaction would take. */
  foresee(episodeId: string): Promise<Receipt | Failure>;
  /** For good. Answers whether it is gone. */
  forget(episodeId: string): Promise<boolean>;
}

/** More changes than this nobody reads in a picture. */
const EVENTS = 200;

const nothing = { why: loading, events: loading, episodes: {} };

export function createWhyRule(mohen: Mohen): StoreApi<WhyRule> {
  const { client, place, toasts, manner } = mohen;
  const here = () => {
    const { projectId } = place.getState();
    return projectId === undefined ? {} : { projectId };
  };

  const store = createStore<WhyRule>()((set, get) => {
    const askWhy = questioner<Why>((change) => set({ why: change(get().why) }));
    const askEvents = questioner<readonly RuleEvent[]>((change) =>
      set({ events: change(get().events) }),
    );

    async function reload(): Promise<void> {
      const { ruleId } = get();
      if (ruleId === undefined) return;
      await Promise.all([
        askWhy(() => client.call("memory:semantic:why", { id: ruleId, ...here() })),
        askEvents(async () => {
          const asked = { ruleId, limit: EVENTS, ...here() };
          const { data, degraded } = await client.call("memory:learning:history", asked);
          return { data: data.items, degraded };
        }),
      ]);
    }

    async function lookAt(episodeId: string): Promise<void> {
      const { projectId } = place.getState();
      if (projectId === undefined || get().episodes[episodeId]?.state === "ready") return;
      const ask = questioner<Episode>((change) => {
        const { episodes } = get();
        set({ episodes: { ...episodes, [episodeId]: change(episodes[episodeId] ?? loading) } });
      });
      await ask(() => client.call("memory:episode:get", { projectId, episodeId }));
    }

    async function forget(episodeId: string): Promise<boolean> {
      const { language } = manner.getState();
      try {
        const { data } = await client.call("memory:forget", { episodeId, ...here() });
        const text = data.episodes > 0 ? said[language].forgot : said[language].forgotAlready;
        toasts.getState().show({ tone: "success", text });
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        toasts.getState().show({ tone: "danger", text: explain(failure, language).title });
        return false;
      }
      await Promise.all([reload(), mohen.store(createRules).getState().reload()]);
      return true;
    }

    return {
      ruleId: undefined,
      ...nothing,
      open(ruleId) {
        if (get().ruleId !== ruleId) set({ ruleId, ...nothing });
        void reload();
      },
      close: () => set({ ruleId: undefined, ...nothing }),
      reload,
      lookAt,
      async foresee(episodeId) {
        try {
          const asked = { episodeId, dryRun: true, ...here() };
          return (await client.call("memory:forget", asked)).data;
        } catch (failure) {
          if (failure instanceof Failure) return failure;
          throw failure;
        }
      },
      forget,
    };
  });

  following(mohen, () => void store.getState().reload());
  client.listen((push) => {
    if (push.channel === "memory:distill:progress" && push.data.stage === "completed")
      void store.getState().reload();
  });
  return store;
}
