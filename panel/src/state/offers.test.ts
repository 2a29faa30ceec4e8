import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Failure } from "../channels/client.ts";
import { PROJECT, sampleRule } from "../memory/sample_rules.ts";
import { scriptedMemory } from "../memory/scripted_memory.ts";
import { createMohen } from "../mohen.tsx";
import { createOffers } from "./offers.ts";
import { createRules } from "./rules.ts";
import { emptyStorage } from "./storage.testing.ts";

beforeEach(emptyStorage);
afterEach(() => void vi.unstubAllGlobals());

const settled = () => new Promise<void>((done) => setTimeout(done));

async function open(value = 0.1, projectId: string | undefined = PROJECT) {
  const predicate = {
    feature: "exclamation",
    op: "<",
    value,
    unit: "per 100 code points",
  } as const;
  const memory = scriptedMemory({
    rules: [sampleRule({ id: "rule_quiet", rule: "对白避免感叹号" })],
    offers: [{ predicate, ruleIds: ["rule_quiet"], projectIds: [PROJECT], projects: 3 }],
  });
  const mohen = createMohen({
    client: memory.client,
    language: "zh",
    ...(projectId && { projectId }),
  });
  const store = mohen.store(createOffers);
  await settled();
  const first = () => {
    const [offer] = store.getState().items;
    if (!offer) throw new Error("nothing is offered");
    return offer;
  };
  return { memory, mohen, offers: () => store.getState(), first };
}

test("taking it makes one of the rules global, and no other way [C77]", async () => {
  const { offers, first, memory, mohen } = await open();
  expect(memory.rule("rule_quiet")?.scope).toBe("project");
  await offers().take(first());
  expect(memory.rule("rule_quiet")?.scope).toBe("global");
  expect(mohen.toasts.getState().items.at(-1)?.text).toContain("已在所有项目中生效");
});

test("what was declined is not offered again, even when its number has moved", async () => {
  const { offers, first, mohen } = await open(0.1);
  offers().decline(first());
  expect(offers().items).toEqual([]);
  await mohen.store(createRules).getState().reload();
  expect(offers().items).toEqual([]);
  expect((await open(0.3)).offers().items).toEqual([]);
});

test("a browser that keeps nothing holds it for this visit", async () => {
  vi.stubGlobal("localStorage", undefined);
  const { offers, first, mohen } = await open();
  offers().decline(first());
  await mohen.store(createRules).getState().reload();
  expect(offers().items).toEqual([]);
});

test("from above, the words of a project's rule are asked for once", async () => {
  const { first, memory } = await open(0.1, "");
  expect(first().rule.rule).toBe("对白避免感叹号");
  expect(memory.client.callsOf("memory:semantic:why")).toEqual([
    { id: "rule_quiet", projectId: PROJECT },
  ]);
});

test("a global rule that says the same is no mishap", async () => {
  const { offers, first, memory, mohen } = await open();
  const same = new Failure({ code: "CONFLICT", message: "", retryable: false });
  memory.client.script({ "memory:promote": same });
  await offers().take(first());
  expect(mohen.toasts.getState().items.at(-1)?.tone).toBe("info");
  expect(offers().taking).toBeUndefined();
});
