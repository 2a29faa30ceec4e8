import { beforeEach, expect, test } from "vitest";
import { Failure } from "../channels/client.ts";
import type { Payload } from "../channels/generated.ts";
import { PROJECT } from "../memory/sample_rules.ts";
import { scriptedMemory } from "../memory/scripted_memory.ts";
import { createMohen } from "../mohen.tsx";
import { createHistory, isOf, type RuleEvent } from "./history.ts";

const event = (n: number, kind = "raised"): RuleEvent => ({
  at: 1_000 - n,
  kind,
  ruleId: `rule_${n % 3}`,
  supporting: 1,
  contradicting: 0,
});
const many = Array.from({ length: 120 }, (_, n) => event(n, n === 115 ? "deleted" : "raised"));

let given: readonly RuleEvent[] = many;
beforeEach(() => {
  given = many;
});

function open(projectId: string | undefined = PROJECT) {
  const memory = scriptedMemory({ events: [...given] });
  const mohen = createMohen({
    client: memory.client,
    language: "zh",
    ...(projectId && { projectId }),
  });
  const store = mohen.store(createHistory);
  const asked = () => memory.client.callsOf("memory:learning:history");
  const shown = () => store.getState().events.data?.length;
  return { memory, mohen, history: () => store.getState(), asked, shown };
}

test("nothing is asked before somebody looks", () => {
  expect(open().asked()).toEqual([]);
});

test("page after page, to the beginning", async () => {
  const { history, shown } = open();
  await history().open();
  expect([shown(), history().hasMore]).toEqual([50, true]);
  await history().more();
  await history().more();
  expect([shown(), history().hasMore]).toEqual([120, false]);
  await history().more();
  expect(shown()).toBe(120);
});

test("a filter looks on until it finds something", async () => {
  const { history } = open();
  await history().open();
  await history().only("yours");
  const found = history().events.data?.filter((each) => isOf(each, "yours"));
  expect(found?.map((each) => each.kind)).toEqual(["deleted"]);
});

test("a project tells of its own and the global rules, the global view of the global ones", async () => {
  const { history, mohen, asked } = open();
  await history().open();
  mohen.place.getState().look("global");
  await Promise.resolve();
  await history().open("rule_1");
  expect(asked()).toEqual([
    { limit: 50, projectId: PROJECT },
    { limit: 50 },
    { limit: 50, projectId: PROJECT, ruleId: "rule_1" },
  ]);
});

test("a page that comes after another question was asked is dropped", async () => {
  const { history, memory, shown } = open();
  await history().open();
  let answer: () => void = () => {};
  const late = new Promise<void>((done) => {
    answer = done;
  });
  memory.client.script({
    "memory:learning:history": async ({ cursor }: Payload<"memory:learning:history">) => {
      if (cursor) await late;
      return { items: cursor ? many.slice(50, 100) : [event(1)], page: { limit: 50 } };
    },
  });
  const more = history().more();
  await history().open("rule_1");
  answer();
  await more;
  expect(shown()).toBe(1);
  expect(history().reaching).toBe(false);
});

test("more that fails says so and keeps what is there", async () => {
  const { history, memory, mohen, shown } = open();
  await history().open();
  const away = new Failure({ code: "UNREACHABLE", message: "", retryable: true });
  memory.client.script({ "memory:learning:history": away });
  await history().more();
  expect(shown()).toBe(50);
  expect(mohen.toasts.getState().items.at(-1)?.tone).toBe("danger");
  expect(history().hasMore).toBe(true);
});

test("learning that ends while it is open is told; while it is closed nothing is asked", async () => {
  const { history, memory, asked } = open();
  await history().open();
  const end = { runId: "r", projectId: PROJECT, stage: "completed", progress: 1 } as const;
  memory.client.push("memory:distill:progress", end);
  expect(asked()).toHaveLength(2);
  history().close();
  memory.client.push("memory:distill:progress", end);
  expect(asked()).toHaveLength(2);
});

test("kinds a newer server knows are shown among all, and in no group", () => {
  expect(isOf(event(1, "transmuted"), undefined)).toBe(true);
  expect(isOf(event(1, "transmuted"), "changed")).toBe(false);
});
