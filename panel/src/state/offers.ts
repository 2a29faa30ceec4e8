import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Data } from "../channels/generated.ts";
import { ruleText } from "../memory/rule_text.ts";
import { said } from "../memory/words_learning.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { keepHere, keptHere } from "./drafts.ts";
import { createRules } from "./rules.ts";

type Told = Data<"memory:semantic:list">["offers"][number];
type Worded = Pick<Data<"memory:semantic:list">["items"][number], "rule" | "ruleEn" | "ruleZh">;

/** A preference that several projects share: would the author have it everywhere? (C77) */
export interface Offer {
  readonly id: string;
  /** Whose rule it is: an id alone opens nothing. */
  readonly projectId: string | undefined;
  readonly rule: Worded;
  readonly projects: number;
}

export interface Offers {
  items: readonly Offer[];
  /** The offer that is being taken. */
  taking: string | undefined;
  take(offer: Offer): Promise<void>;
  /** Not now: the same preference is not offered again in this browser. */
  decline(offer: Offer): void;
}

const KEPT = "mohen-offers-declined";

export function createOffers(mohen: Mohen): StoreApi<Offers> {
  const { client, place, toasts, manner } = mohen;
  const rules = mohen.store(createRules);
  const declined = new Set(readDeclined());
  /** Topics of what is offered, by the rule that would be promoted. */
  const topics = new Map<string, string>();
  /** Rules of other projects, as far as they were asked for; undefined: on its way or refused. */
  const foreign = new Map<string, Worded | undefined>();

  const store = createStore<Offers>()((set, get) => {
    function told(): readonly Told[] {
      const { book, home } = rules.getState();
      return (place.getState().scope === "project" ? book : home).data?.offers ?? [];
    }

    function draw(): void {
      topics.clear();
      const items: Offer[] = [];
      for (const offer of told()) {
        const id = offer.ruleIds[0];
        if (id === undefined || declined.has(topic(offer))) continue;
        topics.set(id, topic(offer));
        const projectId = offer.projectIds[0];
        const rule = rules.getState().items.find((each) => each.id === id) ?? worded(id, projectId);
        if (rule) items.push({ id, projectId, rule, projects: offer.projects });
      }
      set({ items });
    }

    /** From the global view the rules of projects are not in the list. */
    function worded(id: string, projectId: string | undefined): Worded | undefined {
      if (foreign.has(id) || place.getState().scope === "project") return foreign.get(id);
      foreign.set(id, undefined);
      void client.call("memory:semantic:why", { id, projectId }).then(
        ({ data }) => {
          foreign.set(id, data.rule);
          draw();
        },
        () => foreign.delete(id), // without its words it is not offered; it may be asked again
      );
      return undefined;
    }

    rules.subscribe(draw);
    place.subscribe(draw);
    queueMicrotask(draw);

    return {
      items: [],
      taking: undefined,
      async take(offer) {
        if (get().taking !== undefined) return;
        const { language } = manner.getState();
        set({ taking: offer.id });
        try {
          await client.call("memory:promote", { id: offer.id, projectId: offer.projectId });
          const text = said[language].offerTaken(ruleText(offer.rule, language));
          toasts.getState().show({ tone: "success", text });
        } catch (failure) {
          if (!(failure instanceof Failure)) throw failure;
          const same = failure.code === "CONFLICT";
          const text = same ? said[language].offerSame : explain(failure, language).title;
          toasts.getState().show({ tone: same ? "info" : "danger", text });
        } finally {
          await rules.getState().reload();
          set({ taking: undefined });
        }
      },
      decline({ id }) {
        const refused = topics.get(id);
        if (refused !== undefined) declined.add(refused);
        keepHere(KEPT, [...declined]);
        draw();
      },
    };
  });
  return store;
}

/** What a preference is about; its number may move with every interaction. */
function topic({ predicate }: Told): string {
  const { feature, op, sceneType, skillUsed } = predicate;
  return JSON.stringify([feature, op, sceneType ?? null, skillUsed ?? null]);
}

function readDeclined(): string[] {
  const kept = keptHere(KEPT);
  return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
}
