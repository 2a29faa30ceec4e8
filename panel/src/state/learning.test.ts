import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Failure } from "../channels/client.ts";
import { PROJECT, sampleRule } from "../memory/sample_rules.ts";
import { type Beginning, scriptedMemory } from "../memory/scripted_memory.ts";
import { createMohen } from "../mohen.tsx";
import { createLearning } from "./learning.ts";
import { createRules } from "./rules.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LESSON = sampleRule({ id: "rule_new", rule: "动作场景偏好短句" });

async function open(given: Beginning = {}) {
  const memory = scriptedMemory({ stageMs: 100, ...given });
  const mohen = createMohen({ client: memory.client, projectId: PROJECT, language: "zh" });
  const store = mohen.store(createLearning);
  await vi.advanceTimersByTimeAsync(0);
  const last = () => mohen.toasts.getState().items.at(-1);
  const paused = () => mohen.store(createRules).getState().book.data?.learning.paused;
  return { memory, mohen, learning: () => store.getState(), last, paused };
}

test("an update answers at once, tells how far it is, and says what came of it", async () => {
  const { learning, mohen, last, memory } = await open({ lessons: [LESSON], episodes: 20 });
  await learning().distill();
  expect(memory.client.callsOf("memory:semantic:distill")).toEqual([
    { projectId: PROJECT, wait: false },
  ]);
  await vi.advanceTimersByTimeAsync(200);
  expect(learning()).toMatchObject({ updating: true, run: { stage: "clustered", progress: 0.3 } });
  await vi.advanceTimersByTimeAsync(400);
  expect(learning().run).toBeUndefined();
  expect(learning().updating).toBe(false);
  expect(last()?.text).toBe("新学到 1 条规则");
  expect(
    mohen
      .store(createRules)
      .getState()
      .items.map((each) => each.id),
  ).toEqual(["rule_new"]);
});

test("with nothing new it says of how many interactions", async () => {
  const { learning, last } = await open({ episodes: 12 });
  await learning().distill();
  await vi.advanceTimersByTimeAsync(500);
  expect(last()?.text).toContain("12 次交互");
});

test("rules that a run raised or changed are counted once each", async () => {
  const { learning, last, memory } = await open();
  const event = { at: 1, runId: "run_1", supporting: 1, contradicting: 0 };
  memory.client.script({
    "memory:learning:history": () => ({
      items: [
        { ...event, kind: "created", ruleId: "a" },
        { ...event, kind: "raised", ruleId: "b" },
        { ...event, kind: "drifted", ruleId: "b" },
        { ...event, kind: "raised", ruleId: "c", runId: "run_before" },
      ],
      page: { limit: 200 },
    }),
  });
  await learning().distill();
  await vi.advanceTimersByTimeAsync(500);
  expect(last()?.text).toBe("新学到 1 条规则，更新了 1 条");
});

test("an end that is heard before the answer with its id is not missed", async () => {
  const { learning, last, memory } = await open({ episodes: 3 });
  memory.client.script({
    "memory:semantic:distill": () => {
      const told = { runId: "run_fast", projectId: PROJECT, progress: 1 };
      memory.client.push("memory:distill:progress", { ...told, stage: "completed" });
      const none = { created: [], updated: [], conflicts: [], runs: [] };
      return { runId: "run_fast", status: "running", ...none };
    },
  });
  await learning().distill();
  await vi.advanceTimersByTimeAsync(0);
  expect(last()?.text).toContain("3 次交互");
  expect(learning().updating).toBe(false);
});

test("from the global view each project is learned from in turn, and the answer is waited for", async () => {
  const { learning, last, memory, mohen } = await open({ lessons: [LESSON] });
  mohen.place.getState().look("global");
  void learning().distill();
  await vi.advanceTimersByTimeAsync(600);
  expect(memory.client.callsOf("memory:semantic:distill")).toEqual([{ wait: true }]);
  expect(last()?.text).toBe("新学到 1 条规则");
});

test("a failed run says so, a run of somebody else's only shows how far it is", async () => {
  const { learning, last, memory } = await open();
  const other = { runId: "run_theirs", projectId: PROJECT };
  memory.client.push("memory:distill:progress", { ...other, stage: "started", progress: 0.1 });
  expect(learning().run?.runId).toBe("run_theirs");
  memory.client.push("memory:distill:progress", { ...other, stage: "failed", progress: 1 });
  expect(learning().run).toBeUndefined();
  expect(last()).toBeUndefined();

  await learning().distill();
  const mine = { runId: "run_1", projectId: PROJECT, error: "DB_ERROR" };
  memory.client.push("memory:distill:progress", { ...mine, stage: "failed", progress: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(last()?.tone).toBe("danger");
  expect(learning().updating).toBe(false);
});

test("a lost link ends the waiting, for what was said meanwhile was not heard", async () => {
  const { learning, memory } = await open();
  await learning().distill();
  await vi.advanceTimersByTimeAsync(100);
  expect(learning().run).toBeDefined();
  memory.client.setLink("lost");
  expect(learning()).toMatchObject({ updating: false, run: undefined });
});

test("the end of the run that refused ours leaves nothing under way", async () => {
  const { learning, last, memory } = await open();
  const other = { runId: "run_theirs", projectId: PROJECT };
  memory.client.push("memory:distill:progress", { ...other, stage: "started", progress: 0.1 });
  memory.client.script({
    "memory:semantic:distill": () => {
      memory.client.push("memory:distill:progress", { ...other, stage: "completed", progress: 1 });
      throw new Failure({ code: "CONFLICT", message: "busy", retryable: false });
    },
  });
  await learning().distill();
  expect(last()?.tone).toBe("info");
  expect(learning()).toMatchObject({ updating: false, run: undefined });
});

test("pausing and resuming hold for the project one looks at [R79]", async () => {
  const { learning, memory, paused } = await open();
  await learning().pause();
  expect(paused()).toBe(true);
  await learning().resume();
  expect(paused()).toBe(false);
  expect(memory.client.callsOf("memory:learning:pause")).toEqual([{ projectId: PROJECT }]);
});

test("what is paused everywhere is resumed everywhere only by the author's word", async () => {
  const { learning, last, paused } = await open({ paused: "everywhere" });
  await learning().resume();
  expect(paused()).toBe(true);
  expect(last()?.action?.label).toBe("全部恢复");
  last()?.action?.act();
  await vi.advanceTimersByTimeAsync(0);
  expect(paused()).toBe(false);
});

test("an update while learning is paused says what to do", async () => {
  const { learning, last } = await open({ paused: "project" });
  await learning().distill();
  expect(last()?.text).toBe("学习已暂停，请先恢复学习");
  expect(learning().updating).toBe(false);
});

test("a refusal is said, and one can try again", async () => {
  const { learning, last, memory } = await open();
  const away = new Failure({ code: "UNREACHABLE", message: "away", retryable: true });
  memory.client.script({ "memory:semantic:distill": away, "memory:learning:pause": away });
  await learning().distill();
  expect(last()?.tone).toBe("danger");
  await learning().pause();
  expect(learning()).toMatchObject({ updating: false, switching: false });
});
