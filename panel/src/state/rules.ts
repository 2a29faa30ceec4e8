import { createStore, type StoreApi } from "zustand/vanilla";
import { Failure } from "../channels/client.ts";
import type { Data, Payload, Rule } from "../channels/generated.ts";
import { ruleText } from "../memory/rule_text.ts";
import { said } from "../memory/words.ts";
import { said as rows } from "../memory/words_rows.ts";
import type { Mohen } from "../mohen.tsx";
import { explain } from "../parts/FailureNotice/failures.ts";
import { brief } from "../words/index.ts";
import { type Departure, departures } from "./departures.ts";
import { again, failed, type Loaded, loading, ready } from "./loaded.ts";
import type { ScopeName } from "./place.ts";
import { inHand } from "./rule_order.ts";

export type Book = Data<"memory:semantic:list">;
export type Category = Rule["category"];

/** What came of saving a text: it may be that others were faster. */
export type Saved =
  | { kind: "saved"; rule: Rule }
  /** Somebody changed it since it was read; `newer` is how it stands. */
  | { kind: "stale"; newer: Rule }
  /** The same rule is there already. */
  | { kind: "double"; id: string }
  | { kind: "gone" }
  | { kind: "failed"; failure: Failure };

export interface NewRule {
  text: string;
  category?: Category;
  scope: ScopeName;
}

/** The author's rules, as seen from where they stand. */
export interface Rules {
  /** The project's rules and the global ones, or the global ones alone. */
  book: Loaded<Book>;
  /** The whole home, for the global view's numbers; the same book where there is no project. */
  home: Loaded<Book>;
  /** What to show: without rules that are being deleted, with changes that are on their way. */
  items: readonly Rule[];
  /** Rules with a change on its way. */
  busy: ReadonlySet<string>;
  /** What is out of sight and can still come back: rules being deleted, conflicts being settled. */
  leaving: ReadonlySet<string>;
  /** `afresh`: also in the server's order, where usually nothing moves under the reader's hand. */
  reload(how?: { afresh?: boolean }): Promise<void>;
  confirm(rule: Rule, yes: boolean): Promise<void>;
  /** Into another category. */
  move(rule: Rule, category: Category): Promise<void>;
  edit(rule: Rule, text: string): Promise<Saved>;
  add(rule: NewRule): Promise<Saved>;
  promote(rule: Rule): Promise<void>;
  /** What a delete would do. */
  foresee(rule: Rule): Promise<Data<"memory:semantic:delete"> | Failure>;
  /** Several at once; says how many it were. */
  confirmAll(rules: readonly Rule[]): Promise<void>;
  /** Out of sight at once, for good after ten seconds, with an undo meanwhile. */
  remove(...rules: readonly Rule[]): void;
  /** The same for what somebody else does to rules. */
  leave(departure: Departure): void;
  /** Send the deletes that still wait: the page is being left. */
  settle(): Promise<void>;
}

type Patch = Payload<"memory:semantic:update">["patch"];

export function createRules(mohen: Mohen): StoreApi<Rules> {
  const { client, place, toasts, manner } = mohen;
  const words = () => said[manner.getState().language];
  const many = () => rows[manner.getState().language];
  const named = (rule: Rule) => brief(ruleText(rule, manner.getState().language));
  const project = () => place.getState().projectId;
  const patches = new Map<string, Partial<Rule>>();
  let leaving: ReadonlySet<string> = new Set();
  let meanwhile: Record<string, Partial<Rule>> = {};
  let question = 0;

  const store = createStore<Rules>()((set, get) => {
    const show = (part: Partial<Pick<Rules, "book" | "home">> = {}) =>
      set((before) => ({ ...part, ...drawn(part.book ?? before.book) }));

    function drawn(book: Loaded<Book>): Pick<Rules, "items" | "busy"> {
      const items = (book.data?.items ?? [])
        .filter((each) => !leaving.has(each.id))
        .map((each) =>
          patches.has(each.id) || meanwhile[each.id]
            ? { ...each, ...meanwhile[each.id], ...patches.get(each.id) }
            : each,
        );
      return { items, busy: new Set(patches.keys()) };
    }

    async function ask(before: Loaded<Book>, payload: Payload<"memory:semantic:list">) {
      try {
        return ready(await client.call("memory:semantic:list", payload));
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        return failed(before, failure);
      }
    }

    async function reload({ afresh = false } = {}): Promise<void> {
      const mine = ++question;
      const projectId = project();
      const { book: before, home: homeBefore } = get();
      show({ book: again(before), home: again(homeBefore) });
      const [book, home] = await Promise.all([
        ask(before, { projectId, includeOverridden: true }),
        projectId === undefined ? undefined : ask(homeBefore, {}),
      ]);
      if (mine !== question) return;
      const told = afresh ? book : inHand(before, book);
      show({ book: told, home: home ?? told });
    }

    /** The server's newest word on one rule: answers that were asked for earlier are late now. */
    function put(rule: Rule): void {
      const { book } = get();
      if (!book.data) return;
      question++;
      const items = book.data.items.map((each) => (each.id === rule.id ? rule : each));
      show({ book: { ...book, data: { ...book.data, items } } });
    }

    const going = departures(mohen, (ids, asIf) => {
      leaving = ids;
      meanwhile = asIf;
      set({ leaving });
      show();
    });

    /** Gone on the server too. */
    function dropped(id: string): void {
      const { book } = get();
      if (!book.data) return;
      const items = book.data.items.filter((each) => each.id !== id);
      show({ book: { ...book, data: { ...book.data, items } } });
    }

    /** From where it was deleted: the author may have gone elsewhere since. */
    async function destroy(rules: readonly Rule[], projectId: string | undefined): Promise<void> {
      const asked = rules.map(async ({ id }) => {
        try {
          await client.call("memory:semantic:delete", { id, projectId }, { keepalive: true });
        } catch (failure) {
          if (!(failure instanceof Failure) || failure.code !== "NOT_FOUND") throw failure;
        }
        dropped(id);
      });
      const outcomes = await Promise.allSettled(asked);
      void reload();
      for (const each of outcomes) if (each.status === "rejected") throw each.reason;
    }

    function remove(...rules: readonly Rule[]): void {
      const [first] = rules;
      const projectId = project();
      if (!first) return;
      const one = rules.length === 1;
      going.leave({
        ids: rules.map((each) => each.id),
        text: one ? words().removed(named(first)) : many().removedMany(rules.length),
        send: () => destroy(rules, projectId),
        refused: () => (one ? words().removeFailed(named(first)) : many().removeManyFailed),
      });
    }

    /** A change that is shown before it is made, and taken back if it is refused. */
    async function attempt(rule: Rule, shown: Partial<Rule>, act: () => Promise<Rule>) {
      patches.set(rule.id, shown);
      show();
      try {
        const changed = await act();
        patches.delete(rule.id);
        put(changed);
        return changed;
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        toasts.getState().show({ tone: "danger", text: refusal(failure) });
        return undefined;
      } finally {
        patches.delete(rule.id);
        show();
        void reload();
      }
    }

    const update = async (rule: Rule, patch: Patch) => {
      const payload = { id: rule.id, projectId: project(), version: rule.version, patch };
      return (await client.call("memory:semantic:update", payload)).data;
    };

    function refusal(failure: Failure): string {
      const say = words();
      if (failure.code === "NOT_FOUND") return say.goneMeanwhile;
      if (failure.code !== "CONFLICT") return explain(failure, manner.getState().language).title;
      return failure.details?.version === undefined ? say.promoteSame : say.changedMeanwhile;
    }

    async function saving(id: string | undefined, act: () => Promise<Rule>): Promise<Saved> {
      try {
        const rule = await act();
        put(rule);
        return { kind: "saved", rule };
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        const twin = failure.details?.id;
        if (failure.code === "NOT_FOUND") return { kind: "gone" };
        if (failure.code !== "CONFLICT") return { kind: "failed", failure };
        if (typeof twin === "string") return { kind: "double", id: twin };
        await reload();
        const newer = get().items.find((each) => each.id === id);
        return newer ? { kind: "stale", newer } : { kind: "gone" };
      } finally {
        void reload();
      }
    }

    return {
      book: loading,
      home: loading,
      items: [],
      busy: new Set<string>(),
      leaving,
      reload,
      async confirm(rule, yes) {
        const done = await attempt(rule, { userConfirmed: yes }, () =>
          update(rule, { userConfirmed: yes }),
        );
        if (done && yes)
          toasts.getState().show({ tone: "success", text: words().didConfirm(named(rule)) });
      },
      async move(rule, category) {
        await attempt(rule, { category }, () => update(rule, { category }));
      },
      edit: (rule, text) => saving(rule.id, () => update(rule, { rule: text })),
      add: ({ text, category, scope }) =>
        saving(undefined, async () => {
          const projectId = scope === "project" ? project() : undefined;
          const payload = { rule: text, scope, projectId, category };
          return (await client.call("memory:semantic:add", payload)).data;
        }),
      async promote(rule) {
        const done = await attempt(rule, {}, async () => {
          const payload = { id: rule.id, projectId: project() };
          return (await client.call("memory:promote", payload)).data;
        });
        if (done)
          toasts.getState().show({ tone: "success", text: words().didPromote(named(rule)) });
      },
      async foresee(rule) {
        try {
          const payload = { id: rule.id, projectId: project(), dryRun: true };
          return (await client.call("memory:semantic:delete", payload)).data;
        } catch (failure) {
          if (failure instanceof Failure) return failure;
          throw failure;
        }
      },
      async confirmAll(rules) {
        const open = rules.filter((each) => !each.userConfirmed);
        const done = await Promise.all(
          open.map((each) =>
            attempt(each, { userConfirmed: true }, () => update(each, { userConfirmed: true })),
          ),
        );
        const number = done.filter(Boolean).length;
        if (number > 0)
          toasts.getState().show({ tone: "success", text: many().didConfirmMany(number) });
      },
      remove,
      leave: going.leave,
      settle: going.settle,
    };
  });

  follow(mohen, store);
  void store.getState().reload({ afresh: true });
  return store;
}

/** Elsewhere there are other rules, and after a pause of the link or a distillation too. */
function follow(mohen: Mohen, store: StoreApi<Rules>): void {
  mohen.place.subscribe((now, before) => {
    if (now.projectId === before.projectId) return;
    void store.getState().settle();
    store.setState({ book: loading, home: loading, items: [] });
    void store.getState().reload({ afresh: true });
  });
  mohen.client.listen((push) => {
    if (push.channel !== "memory:distill:progress") return;
    if (["completed", "failed"].includes(push.data.stage)) void store.getState().reload();
  });
  let lost = false;
  mohen.client.onLink((link) => {
    if (link === "live" && lost) void store.getState().reload();
    lost = link === "lost" || (lost && link !== "live");
  });
}
