import { expect, test } from "vitest";
import { Failure } from "../channels/client.ts";
import type { Payload } from "../channels/generated.ts";
import { evidenceForShort, learningEvents, wholeEpisode } from "../memory/sample_care.ts";
import { PROJECT, sampleRules } from "../memory/sample_rules.ts";
import { scriptedMemory } from "../memory/scripted_memory.ts";
import { createMohen } from "../mohen.tsx";
import { createWhyRule } from "./why_rule.ts";

const settled = () => new Promise<void>((done) => setTimeout(done));
const away = new Failure({ code: "UNREACHABLE", message: "", retryable: true });

function open() {
  const now = Date.now();
  const memory = scriptedMemory(
    {
      rules: sampleRules(now),
      events: learningEvents(now),
      testimonies: { rule_short: evidenceForShort(now) },
    },
    { "memory:episode:get": wholeEpisode("ep_chosen", now) },
  );
  const mohen = createMohen({ client: memory.client, projectId: PROJECT, language: "zh" });
  const store = mohen.store(createWhyRule);
  const last = () => mohen.toasts.getState().items.at(-1);
  return { memory, mohen, why: () => store.getState(), last };
}

test("the reasons and the course of one rule", async () => {
  const { why } = open();
  why().open("rule_short");
  await settled();
  expect(why().why.data?.supporting).toHaveLength(4);
  expect(why().events.data?.every((each) => each.ruleId === "rule_short")).toBe(true);
});

test("an answer about a rule one no longer looks at is dropped", async () => {
  const { why, memory } = open();
  let answer: () => void = () => {};
  const late = new Promise<void>((done) => {
    answer = done;
  });
  const rules = sampleRules(0);
  memory.client.script({
    "memory:semantic:why": async ({ id }: Payload<"memory:semantic:why">) => {
      if (id === "rule_short") await late;
      const rule = rules.find((each) => each.id === id);
      if (!rule) throw new Error("no such rule");
      return { rule, supporting: [], contradicting: [] };
    },
  });
  why().open("rule_short");
  why().open("rule_person");
  answer();
  await settled();
  expect(why().why.data?.rule.id).toBe("rule_person");
});

test("forgetting says what it takes, takes it, and looks again", async () => {
  const { why, last, memory } = open();
  why().open("rule_short");
  await settled();
  expect(await why().foresee("ep_against")).toMatchObject({ episodes: 1, links: 1, dryRun: true });
  expect(why().why.data?.contradicting).toHaveLength(1);
  expect(await why().forget("ep_against")).toBe(true);
  expect(why().why.data?.contradicting).toHaveLength(0);
  expect(last()?.text).toBe("已忘掉这次交互。");
  expect(memory.client.callsOf("memory:semantic:list").length).toBeGreaterThan(1);
});

test("a refusal to forget changes nothing and says why", async () => {
  const { why, last, memory } = open();
  why().open("rule_short");
  await settled();
  memory.client.script({ "memory:forget": away });
  expect(await why().forget("ep_against")).toBe(false);
  expect(await why().foresee("ep_against")).toBe(away);
  expect(last()?.tone).toBe("danger");
  expect(why().why.data?.contradicting).toHaveLength(1);
});

test("the whole of an interaction is fetched once, and again after a failure", async () => {
  const { why, memory } = open();
  memory.client.script({ "memory:episode:get": away });
  await why().lookAt("ep_chosen");
  expect(why().episodes.ep_chosen?.state).toBe("failed");
  memory.client.script({ "memory:episode:get": wholeEpisode("ep_chosen", 0) });
  await why().lookAt("ep_chosen");
  await why().lookAt("ep_chosen");
  expect(why().episodes.ep_chosen?.data?.aiOutput.candidates).toHaveLength(2);
  expect(memory.client.callsOf("memory:episode:get")).toHaveLength(2);
});

test("closed, nothing is asked any more", async () => {
  const { why, memory } = open();
  why().open("rule_short");
  await settled();
  why().close();
  const asked = memory.client.callsOf("memory:semantic:why").length;
  const end = { runId: "r", projectId: PROJECT, stage: "completed", progress: 1 } as const;
  memory.client.push("memory:distill:progress", end);
  await settled();
  expect(memory.client.callsOf("memory:semantic:why")).toHaveLength(asked);
  expect(why().why.data).toBeUndefined();
});
