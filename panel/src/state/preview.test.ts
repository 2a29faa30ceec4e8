import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Failure } from "../channels/client.ts";
import { PROJECT, sampleRules } from "../memory/sample_rules.ts";
import { scriptedMemory } from "../memory/scripted_memory.ts";
import { createMohen } from "../mohen.tsx";
import { createHealth, selectMemoryState } from "./health.ts";
import { createPreview } from "./preview.ts";
import { createRules } from "./rules.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);

async function open() {
  const memory = scriptedMemory({
    rules: sampleRules(0),
    notes: [{ id: "f_1", type: "fact", content: "白鹭号沉没。" }],
  });
  const mohen = createMohen({ client: memory.client, projectId: PROJECT, language: "zh" });
  const store = mohen.store(createPreview);
  const asked = () => memory.client.callsOf("memory:injection:preview");
  store.getState().open();
  await settled();
  return { memory, mohen, preview: () => store.getState(), asked };
}

test("typing asks once, when it stops; without words nothing is recalled", async () => {
  const { preview, asked } = await open();
  expect(asked().at(-1)).toEqual({ projectId: PROJECT });
  const before = asked().length;
  for (const text of ["白", "白鹭", "白鹭号 "]) {
    preview().ask(text);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked()).toHaveLength(before);
  await vi.advanceTimersByTimeAsync(300);
  expect(asked().slice(before)).toEqual([{ projectId: PROJECT, queryText: "白鹭号" }]);
});

test("switching it off shows everywhere; a refusal puts it back", async () => {
  const { preview, mohen, memory } = await open();
  const health = mohen.store(createHealth);
  await preview().turn(false);
  expect(preview()).toMatchObject({ on: false, told: { data: { items: [] } } });
  expect(selectMemoryState(health.getState())).toBe("off");
  const broken = new Failure({ code: "DB_ERROR", message: "", retryable: true });
  memory.client.script({ "memory:settings:update": broken });
  await preview().turn(true);
  expect(preview().on).toBe(false);
  expect(mohen.toasts.getState().items.at(-1)?.tone).toBe("danger");
});

test("only the last word on the switch is left standing", async () => {
  const { preview, mohen } = await open();
  await preview().turn(false);
  await preview().turn(true);
  expect(mohen.toasts.getState().items.map((each) => each.tone)).toEqual(["success"]);
});

test("a rule that changes changes what goes in", async () => {
  const { mohen, asked, memory } = await open();
  const before = asked().length;
  memory.meddle("rule_short", { rule: "动作场景用短句" });
  await mohen.store(createRules).getState().reload();
  await settled();
  expect(asked().length).toBeGreaterThan(before);
});

test("a fact is forgotten for good, a refusal keeps it", async () => {
  const { preview, memory, mohen } = await open();
  preview().ask("白鹭号");
  await vi.advanceTimersByTimeAsync(300);
  const fact = preview().told.data?.items.find((each) => each.type === "fact");
  if (!fact) throw new Error("the fact is not there");
  expect(await preview().foresee(fact)).toMatchObject({ knowledge: 1, dryRun: true });
  expect(await preview().forget(fact)).toBe(true);
  expect(preview().told.data?.items.some((each) => each.type === "fact")).toBe(false);
  expect(mohen.toasts.getState().items.at(-1)?.text).toBe("已忘掉「白鹭号沉没。」");
  memory.client.script({
    "memory:forget": new Failure({ code: "NOT_FOUND", message: "", retryable: false }),
  });
  expect(await preview().forget(fact)).toBe(false);
});

test("closed, nothing is asked any more", async () => {
  const { preview, asked, mohen } = await open();
  preview().ask("写到一半");
  preview().close();
  const before = asked().length;
  await vi.advanceTimersByTimeAsync(1_000);
  await mohen.store(createRules).getState().reload({ afresh: true });
  await settled();
  expect(asked()).toHaveLength(before);
  expect(preview().query).toBe("");
});
