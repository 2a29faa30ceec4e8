import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Data, Knowledge as Item } from "../channels/generated.ts";
import { said } from "../knowledge/words.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { type Foreseen, forgetting } from "./forgetting.ts";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";

/** One thing that is known, from a list or found by a search. */
export type Piece = Pick<
  Item,
  | "id"
  | "type"
  | "content"
  | "projectId"
  | "state"
  | "category"
  | "importance"
  | "score"
  | "confidence"
  | "basis"
  | "entities"
  | "validFrom"
  | "validTo"
  | "eventAt"
  | "supersededBy"
  | "stale"
  | "sources"
  | "createdAt"
> & { origin?: string; reason?: { en: string; zh: string } };

export type Standing = "active" | "archived" | "past";
export type Detail = Data<"knowledge:get">;

export interface Asked {
  readonly words: string;
  /** fact, belief, summary, note; `all` for any. */
  readonly type: string;
  readonly standing: Standing;
}

export interface Shelf {
  readonly items: readonly Piece[];
  /** There are more behind this. */
  readonly cursor?: string;
}

/** What came of a correction. */
export type Corrected =
  | { kind: "saved"; item: Item }
  /** Somebody changed it since it was read. */
  | { kind: "stale"; newer: Item }
  | { kind: "failed"; failure: Failure };

export interface Knowledge {
  asked: Asked;
  shelf: Loaded<Shelf>;
  stats: Loaded<Data<"knowledge:stats">>;
  load(): Promise<void>;
  ask(part: Partial<Asked>): void;
  more(): Promise<void>;
  add(content: string, type: "fact" | "note"): Promise<Failure | undefined>;
  detail(id: string): Promise<Detail | Failure>;
  correct(id: string, version: number, content: string): Promise<Corrected>;
  archive(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  foresee(id: string): Promise<Foreseen | Failure>;
  forget(id: string): Promise<Failure | undefined>;
}

const PAGE = 200;
const FOUND = 50;
const WHILE_TYPING_MS = 200;
const PAST = ["superseded", "denied", "withdrawn"] as const;

export function createKnowledge(mohen: Mohen): StoreApi<Knowledge> {
  const { client, place, toasts, manner } = mohen;
  const say = () => said[manner.getState().language];
  const here = () => {
    const { projectId } = place.getState();
    return projectId === undefined ? {} : { projectId };
  };
  let looked = false;
  let typing: ReturnType<typeof setTimeout> | undefined;

  const store = createStore<Knowledge>()((set, get) => {
    const askShelf = questioner<Shelf>((change) => set({ shelf: change(get().shelf) }));
    const askStats = questioner<Data<"knowledge:stats">>((change) =>
      set({ stats: change(get().stats) }),
    );
    const complain = (failure: Failure) =>
      toasts
        .getState()
        .show({ tone: "danger", text: explain(failure, manner.getState().language).title });

    async function change(ask: () => Promise<unknown>): Promise<Failure | undefined> {
      try {
        await ask();
        await get().load();
        return undefined;
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        return failure;
      }
    }

    return {
      asked: { words: "", type: "all", standing: "active" },
      shelf: loading,
      stats: loading,
      async load() {
        looked = true;
        clearTimeout(typing);
        await Promise.all([
          askShelf(() => shelved(mohen, get().asked)),
          askStats(() => client.call("knowledge:stats", here())),
        ]);
      },
      ask(part) {
        const before = get().asked;
        set({ asked: { ...before, ...part } });
        clearTimeout(typing);
        const look = () => askShelf(() => shelved(mohen, get().asked));
        if (part.words !== undefined && part.words !== before.words) {
          typing = setTimeout(look, WHILE_TYPING_MS);
        } else look();
      },
      async more() {
        const { shelf, asked } = get();
        const { data } = shelf;
        if (data?.cursor === undefined) return;
        const { items, cursor } = data;
        await askShelf(async () => {
          const next = await shelved(mohen, asked, cursor);
          return { ...next, data: { ...next.data, items: [...items, ...next.data.items] } };
        });
      },
      add: (content, type) =>
        change(async () => {
          const { data } = await client.call("knowledge:capture", { ...here(), content, type });
          const text = data.known ? say().knownAlready : say().added;
          toasts.getState().show({ tone: "success", text });
        }),
      async detail(id) {
        try {
          return (await client.call("knowledge:get", { ...here(), id })).data;
        } catch (failure) {
          if (failure instanceof Failure) return failure;
          throw failure;
        }
      },
      async correct(id, version, content) {
        try {
          const asked = { ...here(), id, version, patch: { content } };
          const { data } = await client.call("knowledge:update", asked);
          await get().load();
          return { kind: "saved", item: data };
        } catch (failure) {
          if (!(failure instanceof Failure)) throw failure;
          if (failure.code !== "CONFLICT") return { kind: "failed", failure };
          const newer = await get().detail(id);
          return newer instanceof Failure
            ? { kind: "failed", failure: newer }
            : { kind: "stale", newer: newer.item };
        }
      },
      async archive(id) {
        const failure = await change(() => client.call("knowledge:archive", { ...here(), id }));
        if (failure) return void complain(failure);
        toasts.getState().show({
          tone: "info",
          text: say().archivedNow,
          action: { label: say().undo, act: () => void get().restore(id) },
        });
      },
      async restore(id) {
        const failure = await change(() => client.call("knowledge:restore", { ...here(), id }));
        if (failure) return void complain(failure);
        toasts.getState().show({ tone: "success", text: say().restoredNow });
      },
      foresee: (id) => forgetting(mohen, { ...here(), knowledgeId: id, dryRun: true }),
      async forget(id) {
        const failure = await change(() =>
          client.call("memory:forget", { ...here(), knowledgeId: id }),
        );
        if (!failure) toasts.getState().show({ tone: "success", text: say().forgotten });
        return failure;
      },
    };
  });

  following(mohen, (moved) => {
    if (moved) store.setState({ shelf: loading, stats: loading });
    if (looked) store.getState().load();
  });
  client.listen((push) => {
    const done =
      push.channel === "knowledge:consolidate:progress" && push.data.status === "completed";
    if (looked && done) store.getState().load();
  });
  return store;
}

/**
 * What the author asks to see. The archive and the past are listed and sifted here: a search that
 * finds something in the archive would bring it back, and looking must not change anything.
 */
async function shelved(
  { client, place }: Mohen,
  { words, type, standing }: Asked,
  cursor?: string,
): Promise<{ data: Shelf; degraded: readonly string[] }> {
  const { projectId } = place.getState();
  const asked = {
    ...(projectId !== undefined && { projectId }),
    ...(type !== "all" && { types: [type] }),
  };
  const sought = words.trim();
  if (sought !== "" && standing === "active") {
    const given = { ...asked, query: sought, includeArchived: false, limit: FOUND };
    const { data, degraded } = await client.call("knowledge:search", given);
    return { data: { items: data.items }, degraded };
  }
  const states = standing === "past" ? [...PAST] : [standing];
  const given = { ...asked, states, limit: PAGE, ...(cursor !== undefined && { cursor }) };
  const { data, degraded } = await client.call("knowledge:list", given);
  const items = data.items.filter((each) => says(each, sought));
  const next = data.page.nextCursor ?? undefined;
  return { data: { items, ...(next !== undefined && { cursor: next }) }, degraded };
}

function says({ content, entities }: Piece, words: string): boolean {
  const sought = words.toLowerCase();
  return [content, ...entities].some((text) => text.toLowerCase().includes(sought));
}
