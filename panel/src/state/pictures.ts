import { createStore, type StoreApi } from "zustand/vanilla";
import type { Cost, Data, Rule, Status, Strength } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";

export type Episodes = Data<"memory:episode:list">;
export type RuleEvents = Data<"memory:learning:history">["items"];
export type CacheReport = Data<"context:cache">;

/** What pictures are drawn of: of the project one stands in, or of all of them together. */
export interface Pictures {
  cost: Loaded<Cost>;
  status: Loaded<Status>;
  cache: Loaded<CacheReport>;
  /** The newest interactions to choose from; a project's only. */
  episodes: Loaded<Episodes>;
  episodeId: string | undefined;
  strength: Loaded<Strength>;
  rules: Loaded<readonly Rule[]>;
  ruleId: string | undefined;
  events: Loaded<RuleEvents>;
  load(): Promise<void>;
  chooseEpisode(episodeId: string): Promise<void>;
  chooseRule(ruleId: string): Promise<void>;
}

const RECENT = 50;
/** A rule with more changes than this is drawn from the newest of them. */
const PAGES = 5;

const unasked = {
  cost: loading,
  status: loading,
  cache: loading,
  episodes: loading,
  episodeId: undefined,
  strength: loading,
  rules: loading,
  ruleId: undefined,
  events: loading,
};

export function createPictures(mohen: Mohen): StoreApi<Pictures> {
  const { client, place } = mohen;
  let looked = false;

  const store = createStore<Pictures>()((set, get) => {
    const asks = {
      cost: questioner<Cost>((change) => set({ cost: change(get().cost) })),
      status: questioner<Status>((change) => set({ status: change(get().status) })),
      cache: questioner<CacheReport>((change) => set({ cache: change(get().cache) })),
      episodes: questioner<Episodes>((change) => set({ episodes: change(get().episodes) })),
      strength: questioner<Strength>((change) => set({ strength: change(get().strength) })),
      rules: questioner<readonly Rule[]>((change) => set({ rules: change(get().rules) })),
      events: questioner<RuleEvents>((change) => set({ events: change(get().events) })),
    };
    const here = () => {
      const { projectId } = place.getState();
      return projectId === undefined ? {} : { projectId };
    };

    async function loadEpisodes() {
      const { projectId } = place.getState();
      if (projectId === undefined) return;
      await asks.episodes(() => client.call("memory:episode:list", { projectId, limit: RECENT }));
      const { episodes, episodeId, chooseEpisode } = get();
      const items = episodes.data?.items ?? [];
      const kept = items.find((each) => each.id === episodeId) ?? items[0];
      if (kept && place.getState().projectId === projectId) await chooseEpisode(kept.id);
    }

    async function loadRules() {
      await asks.rules(async () => {
        const { data, degraded } = await client.call("memory:semantic:list", here());
        return { data: data.items, degraded };
      });
      const { rules, ruleId, chooseRule } = get();
      const kept = rules.data?.find((each) => each.id === ruleId) ?? rules.data?.[0];
      if (kept) await chooseRule(kept.id);
    }

    return {
      ...unasked,
      async load() {
        looked = true;
        await Promise.all([
          asks.cost(() => client.call("memory:learning:cost", here())),
          asks.status(() => client.call("memory:status", here())),
          asks.cache(() => client.call("context:cache", here())),
          loadEpisodes(),
          loadRules(),
        ]);
      },
      async chooseEpisode(episodeId) {
        const { projectId } = place.getState();
        if (projectId === undefined) return;
        if (get().episodeId !== episodeId) set({ episodeId, strength: loading });
        await asks.strength(() => client.call("memory:episode:strength", { projectId, episodeId }));
      },
      async chooseRule(ruleId) {
        if (get().ruleId !== ruleId) set({ ruleId, events: loading });
        await asks.events(() => allEvents(mohen, { ...here(), ruleId }));
      },
    };
  });

  following(mohen, (moved) => {
    if (moved) store.setState(unasked);
    if (looked) store.getState().load();
  });
  client.listen((push) => {
    if (looked && push.channel === "memory:distill:progress" && push.data.stage === "completed") {
      store.getState().load();
    }
  });
  return store;
}

/** Everything that happened to one rule, page by page. */
export async function allEvents(
  { client }: Mohen,
  asked: { projectId?: string; ruleId: string },
): Promise<{ data: RuleEvents; degraded: readonly string[] }> {
  const all: RuleEvents = [];
  let degraded: readonly string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const given = { ...asked, limit: 200, ...(cursor !== undefined && { cursor }) };
    const answer = await client.call("memory:learning:history", given);
    all.push(...answer.data.items);
    degraded = answer.degraded;
    cursor = answer.data.page.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  return { data: all, degraded };
}
