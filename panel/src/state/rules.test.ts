import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Failure } from "../channels/client.ts";
import { never } from "../channels/scripted.ts";
import { PROJECT, sampleRules } from "../memory/sample_rules.ts";
import { type Beginning, scriptedMemory } from "../memory/scripted_memory.ts";
import { createMohen } from "../mohen.tsx";
import { UNDO_MS } from "./departures.ts";
import { createRules } from "./rules.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);
const refused = new Failure({ code: "DB_ERROR", message: "disk full", retryable: true });

async function open(given: Beginning = {}, projectId: string | undefined = PROJECT) {
  const memory = scriptedMemory({ rules: sampleRules(Date.now()), ...given });
  const mohen = createMohen({
    client: memory.client,
    language: "zh",
    ...(projectId && { projectId }),
  });
  const store = mohen.store(createRules);
  await settled();
  const rule = (id: string) => {
    const found = store.getState().items.find((each) => each.id === id);
    if (!found) throw new Error(`${id} is not shown`);
    return found;
  };
  const ids = () => store.getState().items.map((each) => each.id);
  const deletes = () =>
    memory.client.callsOf("memory:semantic:delete").filter((each) => !each.dryRun);
  const toasts = () => mohen.toasts.getState().items;
  return { memory, mohen, store, rule, ids, deletes, toasts, rules: () => store.getState() };
}

describe("seeing", () => {
  test("the project's rules and the global ones, also those that are overridden here", async () => {
    const { rule, ids } = await open();
    expect(ids()).toHaveLength(7);
    expect(rule("rule_first").overriddenBy).toBe("rule_person");
  });

  test("without a project the home's book is the one that is shown", async () => {
    const { rules, memory } = await open({}, "");
    expect(rules().home).toBe(rules().book);
    expect(rules().items.every((each) => each.scope === "global")).toBe(true);
    expect(memory.client.callsOf("memory:semantic:list")).toHaveLength(1);
  });

  test("an answer that comes after the author has gone elsewhere is dropped", async () => {
    const { mohen, rules, memory } = await open();
    let reject: (failure: Failure) => void = () => {};
    const late = new Promise<never>((_, no) => {
      reject = no;
    });
    memory.client.script({ "memory:semantic:list": () => late });
    mohen.place.getState().enter("另一个");
    expect(rules().items).toEqual([]);
    memory.client.script({ "memory:semantic:list": refused });
    mohen.place.getState().enter("第三个");
    await settled();
    reject(new Failure({ code: "TIMEOUT", message: "late", retryable: true }));
    await settled();
    expect(rules().book.failure?.code).toBe("DB_ERROR");
  });

  test("what was there stays visible when asking again fails", async () => {
    const { rules, ids, memory } = await open();
    memory.client.script({ "memory:semantic:list": refused });
    await rules().reload();
    expect(rules().book.state).toBe("failed");
    expect(ids()).toHaveLength(7);
  });

  test("a link that comes back and a distillation that ends bring the list up to date", async () => {
    const { memory } = await open();
    const asked = () => memory.client.callsOf("memory:semantic:list").length;
    const before = asked();
    memory.client.setLink("lost");
    memory.client.setLink("connecting");
    expect(asked()).toBe(before);
    memory.client.setLink("live");
    expect(asked()).toBe(before + 2);
    const told = { runId: "run_x", progress: 1 };
    memory.client.push("memory:distill:progress", { ...told, stage: "generated" });
    expect(asked()).toBe(before + 2);
    memory.client.push("memory:distill:progress", { ...told, stage: "completed" });
    expect(asked()).toBe(before + 4);
  });
});

describe("confirming", () => {
  test("is shown at once, and nothing moves under the hand", async () => {
    const { rules, rule, ids, memory } = await open();
    const order = ids();
    const done = rules().confirm(rule("rule_short"), true);
    expect(rule("rule_short").userConfirmed).toBe(true);
    expect(rules().busy.has("rule_short")).toBe(true);
    await done;
    await settled();
    expect(memory.rule("rule_short")?.userConfirmed).toBe(true);
    expect(rules().busy.size).toBe(0);
    expect(ids()).toEqual(order);
    await rules().reload({ afresh: true });
    expect(ids()).not.toEqual(order);
  });

  test("is taken back when it is refused, and said to be so", async () => {
    const { rules, rule, memory, toasts } = await open();
    memory.client.script({ "memory:semantic:update": refused });
    await rules().confirm(rule("rule_short"), true);
    expect(rule("rule_short").userConfirmed).toBe(false);
    expect(toasts().at(-1)?.tone).toBe("danger");
  });

  test("of a rule that has changed meanwhile is refused kindly, and the newer one shown", async () => {
    const { rules, rule, memory, toasts } = await open();
    memory.meddle("rule_short", { rule: "新的", ruleZh: undefined });
    await rules().confirm(rule("rule_short"), true);
    await settled();
    expect(rule("rule_short")).toMatchObject({ rule: "新的", userConfirmed: false });
    expect(toasts().at(-1)?.text).toContain("刚刚有了改动");
  });

  test("two at a time do not undo each other on the screen", async () => {
    const { rules, rule } = await open();
    const seen: boolean[] = [];
    const one = rules().confirm(rule("rule_short"), true);
    const other = rules().confirm(rule("rule_slow"), true);
    void one.then(() => seen.push(rule("rule_slow").userConfirmed));
    await Promise.all([one, other]);
    await settled();
    expect(seen).toEqual([true]);
    expect([rule("rule_short"), rule("rule_slow")].map((e) => e.userConfirmed)).toEqual([
      true,
      true,
    ]);
  });
});

describe("editing and adding", () => {
  test("saves the text and marks it as the author's", async () => {
    const { rules, rule } = await open();
    const saved = await rules().edit(rule("rule_short"), "打斗用短句");
    expect(saved).toMatchObject({ kind: "saved", rule: { userModified: true, version: 2 } });
    expect(rule("rule_short").rule).toBe("打斗用短句");
  });

  test("of a stale rule answers with the newer one", async () => {
    const { rules, rule, memory } = await open();
    memory.meddle("rule_short", { rule: "别人的" });
    const saved = await rules().edit(rule("rule_short"), "我的");
    expect(saved).toMatchObject({ kind: "stale", newer: { rule: "别人的", version: 2 } });
  });

  test("a double is answered with the one that is there", async () => {
    const { rules, rule } = await open();
    expect(await rules().edit(rule("rule_short"), "偏好使用文言文句式")).toEqual({
      kind: "double",
      id: "rule_classical",
    });
    const typed = { text: "所有角色对白不使用感叹号", scope: "global" as const };
    expect(await rules().add(typed)).toEqual({ kind: "double", id: "rule_exclaim" });
  });

  test("a rule that is gone is said to be gone", async () => {
    const { rules, rule, memory } = await open();
    const gone = new Failure({ code: "NOT_FOUND", message: "no", retryable: false });
    memory.client.script({ "memory:semantic:update": gone });
    expect(await rules().edit(rule("rule_short"), "我的")).toEqual({ kind: "gone" });
  });

  test("what is added for the project carries it, what is global does not", async () => {
    const { rules, memory } = await open();
    await rules().add({ text: "甲", scope: "project" });
    await rules().add({ text: "乙", scope: "global", category: "pacing" });
    expect(memory.client.callsOf("memory:semantic:add")).toEqual([
      { rule: "甲", scope: "project", projectId: PROJECT },
      { rule: "乙", scope: "global", category: "pacing" },
    ]);
  });

  test("a promoted rule is global; one that is global already says so", async () => {
    const { rules, rule, toasts, memory } = await open();
    await rules().promote(rule("rule_slow"));
    expect(rule("rule_slow").scope).toBe("global");
    memory.meddle("rule_classical", { rule: "所有角色对白不使用感叹号" });
    await rules().promote(rule("rule_classical"));
    expect(toasts().at(-1)?.text).toBe("已经有一条相同的全局规则。");
  });
});

describe("deleting [C93]", () => {
  test("hides at once and is sent only when ten seconds have passed", async () => {
    const { rules, rule, ids, deletes, memory, toasts } = await open();
    rules().remove(rule("rule_classical"));
    expect(ids()).not.toContain("rule_classical");
    expect(toasts().at(-1)?.action?.label).toBe("撤销");
    await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
    expect(deletes()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(deletes()).toEqual([{ id: "rule_classical", projectId: PROJECT }]);
    expect(memory.rule("rule_classical")).toBeUndefined();
    expect(ids()).not.toContain("rule_classical");
    expect(toasts()).toEqual([]);
  });

  test("undone, it is never sent", async () => {
    const { rules, rule, ids, deletes, toasts } = await open();
    rules().remove(rule("rule_classical"));
    toasts().at(-1)?.action?.act();
    expect(ids()).toContain("rule_classical");
    expect(toasts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(deletes()).toEqual([]);
  });

  test("a toast put away early does not shorten the ten seconds", async () => {
    const { rules, rule, deletes, mohen, toasts } = await open();
    rules().remove(rule("rule_classical"));
    mohen.toasts.getState().dismiss(toasts()[0]?.id ?? 0);
    await settled();
    expect(deletes()).toEqual([]);
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(deletes()).toHaveLength(1);
  });

  test("whoever holds the toast is still thinking, and may undo late", async () => {
    const { rules, rule, ids, deletes, mohen, toasts } = await open();
    rules().remove(rule("rule_classical"));
    mohen.toasts.getState().hold();
    await vi.advanceTimersByTimeAsync(3 * UNDO_MS);
    expect(deletes()).toEqual([]);
    const toast = toasts()[0];
    mohen.toasts.getState().dismiss(toast?.id ?? 0); // as the undo button does
    toast?.action?.act();
    await settled();
    expect(ids()).toContain("rule_classical");
    expect(deletes()).toEqual([]);

    rules().remove(rule("rule_classical"));
    await vi.advanceTimersByTimeAsync(3 * UNDO_MS);
    mohen.toasts.getState().release();
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(deletes()).toHaveLength(1);
  });

  test("leaving the page sends what waits, once", async () => {
    const { rules, rule, deletes } = await open();
    rules().remove(rule("rule_classical"));
    rules().remove(rule("rule_slow"));
    await rules().settle();
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(deletes().map((each) => each.id)).toEqual(["rule_classical", "rule_slow"]);
  });

  test("another project does too, in the name of the one that was left", async () => {
    const { rules, rule, deletes, mohen } = await open();
    rules().remove(rule("rule_classical"));
    mohen.place.getState().enter("另一个");
    await settled();
    expect(deletes()).toEqual([{ id: "rule_classical", projectId: PROJECT }]);
  });

  test("looking at the other scope does not", async () => {
    const { rules, rule, deletes, mohen } = await open();
    rules().remove(rule("rule_classical"));
    mohen.place.getState().look("global");
    await settled();
    expect(deletes()).toEqual([]);
  });

  test("a delete that fails brings the rule back and says so", async () => {
    const { rules, rule, ids, memory, toasts } = await open();
    memory.client.script({ "memory:semantic:delete": refused });
    rules().remove(rule("rule_classical"));
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(ids()).toContain("rule_classical");
    expect(toasts().at(-1)).toMatchObject({ tone: "danger" });
    expect(toasts().at(-1)?.text).toContain("偏好使用文言文句式");
  });

  test("it stays out of sight while the delete is on its way", async () => {
    const { rules, rule, ids, memory } = await open();
    memory.client.script({ "memory:semantic:delete": never });
    rules().remove(rule("rule_classical"));
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    await rules().reload();
    expect(ids()).not.toContain("rule_classical");
  });

  test("a dry run says what would go and deletes nothing", async () => {
    const { rules, rule, memory } = await open();
    const would = await rules().foresee(rule("rule_classical"));
    expect(would).toMatchObject({ episodesMarked: 6, dryRun: true });
    expect(memory.rule("rule_classical")).toBeDefined();
  });
});
