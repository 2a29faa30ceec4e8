import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Failure } from "../channels/client.ts";
import { contradiction, PROJECT, sampleRule } from "../memory/sample_rules.ts";
import { type Beginning, scriptedMemory } from "../memory/scripted_memory.ts";
import { createMohen } from "../mohen.tsx";
import { createConflicts, openConflicts } from "./conflicts.ts";
import { UNDO_MS } from "./departures.ts";
import { createRules } from "./rules.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);

async function open(given: Beginning = {}) {
  const memory = scriptedMemory({
    rules: contradiction(0),
    conflicts: [["rule_brief", "rule_long"]],
    ...given,
  });
  const mohen = createMohen({ client: memory.client, projectId: PROJECT, language: "zh" });
  const store = mohen.store(createConflicts);
  const rules = mohen.store(createRules);
  await settled();
  const waiting = () =>
    openConflicts(store.getState(), rules.getState(), mohen.place.getState().scope);
  const first = () => {
    const [conflict] = waiting();
    if (!conflict) throw new Error("no conflict waits");
    return conflict;
  };
  const last = () => mohen.toasts.getState().items.at(-1);
  return { memory, mohen, conflicts: () => store.getState(), rules, waiting, first, last };
}

const later = () => vi.advanceTimersByTimeAsync(UNDO_MS);

test("the chosen rule is confirmed, the other gone, once ten seconds are over [R72]", async () => {
  const { conflicts, first, rules, waiting, last, memory } = await open();
  conflicts().choose(first(), "rule_long");
  expect(last()?.text).toBe("已确认「偏好长句」，删除「偏好短句」。");
  expect(waiting()).toEqual([]);
  expect(rules.getState().items).toMatchObject([
    { id: "rule_long", userConfirmed: true, conflictMarked: false },
  ]);
  expect(memory.client.callsOf("memory:conflict:resolve")).toEqual([]);
  await later();
  expect(memory.client.callsOf("memory:conflict:resolve")).toEqual([
    { conflictId: "conflict_1", chosenRuleId: "rule_long", projectId: PROJECT },
  ]);
  expect(waiting()).toEqual([]);
  expect(rules.getState().items.map((each) => [each.id, each.userConfirmed])).toEqual([
    ["rule_long", true],
  ]);
});

test("a choice that is taken back is never sent", async () => {
  const { conflicts, first, rules, waiting, last, memory } = await open();
  conflicts().choose(first(), "rule_long");
  last()?.action?.act();
  await later();
  expect(waiting()).toHaveLength(1);
  expect(rules.getState().items).toHaveLength(2);
  expect(memory.client.callsOf("memory:conflict:resolve")).toEqual([]);
});

test("both are kept, each in its scene, and that too can be taken back", async () => {
  const { conflicts, first, rules, waiting, memory } = await open();
  const keepBoth = [
    { ruleId: "rule_brief", sceneType: "action" },
    { ruleId: "rule_long", sceneType: "description" },
  ];
  conflicts().keepBoth(first(), keepBoth);
  expect(waiting()).toEqual([]);
  expect(rules.getState().items).toHaveLength(2);
  await later();
  expect(memory.client.callsOf("memory:conflict:resolve")).toEqual([
    { conflictId: "conflict_1", keepBoth, projectId: PROJECT },
  ]);
  expect(rules.getState().items.every((each) => each.userConfirmed)).toBe(true);
});

test("a choice is sent once, however often it is made", async () => {
  const { conflicts, first, memory } = await open();
  const conflict = first();
  conflicts().choose(conflict, "rule_long");
  conflicts().choose(conflict, "rule_long");
  await later();
  expect(memory.client.callsOf("memory:conflict:resolve")).toHaveLength(1);
});

test("a refusal leaves it waiting and says why", async () => {
  const { conflicts, first, waiting, last, memory } = await open();
  const full = new Failure({
    code: "DB_ERROR",
    message: "",
    retryable: true,
    details: { reason: "full" },
  });
  memory.client.script({ "memory:conflict:resolve": full });
  conflicts().choose(first(), "rule_long");
  await later();
  expect(waiting()).toHaveLength(1);
  expect(last()).toMatchObject({ tone: "danger", text: "磁盘已满" });
});

test("while one of its rules is being deleted there is nothing to decide, until that is undone", async () => {
  const { rules, waiting, last } = await open();
  const brief = rules.getState().items.find((each) => each.id === "rule_brief");
  if (!brief) throw new Error("not shown");
  rules.getState().remove(brief);
  expect(waiting()).toEqual([]);
  last()?.action?.act();
  expect(waiting()).toHaveLength(1);
});

test("the global view asks about global conflicts only", async () => {
  const { mohen, waiting, memory } = await open();
  const asked = memory.client.callsOf("memory:conflict:list").length;
  mohen.place.getState().look("global");
  expect(waiting()).toEqual([]);
  mohen.place.getState().look("project");
  expect(waiting()).toHaveLength(1);
  await settled();
  expect(memory.client.callsOf("memory:conflict:list")).toHaveLength(asked);
});

test("a conflict that learning finds is asked about without a reload", async () => {
  const both = contradiction(0).map((each) => ({ ...each, conflictMarked: false }));
  const { memory, rules, conflicts } = await open({ rules: both, conflicts: [] });
  const asked = memory.client.callsOf("memory:conflict:list").length;
  await rules.getState().reload();
  await settled();
  expect(memory.client.callsOf("memory:conflict:list")).toHaveLength(asked);
  memory.meddle("rule_brief", { conflictMarked: true });
  await rules.getState().reload();
  await settled();
  expect(memory.client.callsOf("memory:conflict:list")).toHaveLength(asked + 1);
  expect(conflicts().list.state).toBe("ready");
});

test("elsewhere it begins anew, and what was put off there is not put off here", async () => {
  const { mohen, conflicts, memory } = await open();
  conflicts().putOff(true);
  memory.client.script({ "memory:conflict:list": () => ({ items: [] }) });
  mohen.place.getState().enter("另一个");
  expect(conflicts().list.data).toBeUndefined();
  await settled();
  expect(conflicts()).toMatchObject({ later: false, list: { state: "ready", data: [] } });
});

test("half a conflict is none", async () => {
  const { waiting, memory, conflicts } = await open();
  const lone = sampleRule({ id: "rule_brief", rule: "偏好短句" });
  const [conflict] = conflicts().list.data ?? [];
  if (!conflict) throw new Error("no conflict");
  memory.client.script({
    "memory:conflict:list": () => ({ items: [{ ...conflict, rules: [lone] }] }),
  });
  await conflicts().reload();
  expect(waiting()).toEqual([]);
});
