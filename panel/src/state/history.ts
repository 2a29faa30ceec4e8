import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Data } from "../channels/generated.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { type Loaded, loading } from "./loaded.ts";
import { following, questioner } from "./question.ts";

export type RuleEvent = Data<"memory:learning:history">["items"][number];

export const KINDS = ["learned", "confidence", "yours", "changed"] as const;
/** What an event is to the author. */
export type Kind = (typeof KINDS)[number];

/** What happened to rules, newest first, as far back as was looked. */
export interface History {
  events: Loaded<readonly RuleEvent[]>;
  /** Of one rule only. */
  ruleId: string | undefined;
  kind: Kind | undefined;
  /** Whether there is more before the last one. */
  hasMore: boolean;
  /** More is on its way. */
  reaching: boolean;
  /** Begin to look; nothing is asked before. */
  open(ruleId?: string): Promise<void>;
  close(): void;
  only(kind: Kind | undefined): Promise<void>;
  more(): Promise<void>;
}

const PAGE = 50;
/** A filter may leave nothing of a page: then it looks on, but not for ever. */
const PAGES_AT_ONCE = 8;

export function createHistory(mohen: Mohen): StoreApi<History> {
  const { client, place, toasts, manner } = mohen;
  let cursor: string | undefined;
  let opened = false;
  /** Which looking it is: pages of an earlier one come too late. */
  let looking = 0;

  const store = createStore<History>()((set, get) => {
    const ask = questioner<readonly RuleEvent[]>((change) => set({ events: change(get().events) }));

    async function page(after?: string) {
      const { projectId, scope } = place.getState();
      const { ruleId } = get();
      // A project's history tells of the global rules too; the global view of nothing else.
      const whole = ruleId !== undefined || scope === "project";
      return client.call("memory:learning:history", {
        limit: PAGE,
        ...(whole && projectId !== undefined && { projectId }),
        ...(ruleId !== undefined && { ruleId }),
        ...(after !== undefined && { cursor: after }),
      });
    }

    const fitting = () => {
      const { events, kind } = get();
      return (events.data ?? []).filter((each) => isOf(each, kind)).length;
    };

    async function reload(): Promise<void> {
      const mine = ++looking;
      await ask(async () => {
        const { data, degraded } = await page();
        if (mine === looking) {
          cursor = data.page.nextCursor ?? undefined;
          set({ hasMore: cursor !== undefined });
        }
        return { data: data.items, degraded };
      });
      if (mine === looking && get().kind && fitting() === 0) await more();
    }

    async function more(): Promise<void> {
      if (get().reaching) return;
      const mine = looking;
      const before = fitting();
      set({ reaching: true });
      try {
        for (let pages = 0; cursor !== undefined && pages < PAGES_AT_ONCE; pages++) {
          const { data, degraded } = await page(cursor);
          if (mine !== looking) return;
          cursor = data.page.nextCursor ?? undefined;
          const known = get().events.data ?? [];
          set({
            events: { state: "ready", data: [...known, ...data.items], degraded },
            hasMore: cursor !== undefined,
          });
          if (fitting() > before) return;
        }
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        const text = explain(failure, manner.getState().language).title;
        toasts.getState().show({ tone: "danger", text });
      } finally {
        set({ reaching: false });
      }
    }

    return {
      events: loading,
      ruleId: undefined,
      kind: undefined,
      hasMore: false,
      reaching: false,
      async open(ruleId) {
        opened = true;
        if (get().ruleId !== ruleId) set({ events: loading });
        set({ ruleId });
        await reload();
      },
      close() {
        opened = false;
        looking++;
        set({ events: loading, ruleId: undefined, kind: undefined, hasMore: false });
      },
      async only(kind) {
        set({ kind });
        if (kind && fitting() === 0) await more();
      },
      more,
    };
  });

  const again = () => opened && void store.getState().open(store.getState().ruleId);
  following(mohen, again);
  client.listen((push) => {
    if (push.channel === "memory:distill:progress" && push.data.stage === "completed") again();
  });
  return store;
}

const KIND_OF: Readonly<Record<string, Kind>> = {
  created: "learned",
  raised: "confidence",
  lowered: "confidence",
  supported: "confidence",
  contradicted: "confidence",
  confirmed: "yours",
  unconfirmed: "yours",
  edited: "yours",
  promoted: "yours",
  deleted: "yours",
  drifted: "changed",
  widened: "changed",
  narrowed: "changed",
  merged: "changed",
  withdrawn: "changed",
  evicted: "changed",
};

/** A kind that a newer server knows and we do not is shown among all. */
export function isOf(event: RuleEvent, kind: Kind | undefined): boolean {
  return kind === undefined || KIND_OF[event.kind] === kind;
}
