import { expect, test, vi } from "vitest";
import { Failure } from "../channels/client.ts";
import { scriptedClient } from "../channels/scripted.ts";
import { PROJECT } from "../knowledge/sample_knowledge.ts";
import { scriptedKnowledge } from "../knowledge/scripted_knowledge.ts";
import { createMohen } from "../mohen.tsx";
import { createFindings } from "./findings.ts";
import { createGraph } from "./graph.ts";

function begin() {
  const client = scriptedClient(scriptedKnowledge());
  return { client, mohen: createMohen({ client, projectId: PROJECT, language: "en" }) };
}

test("a profile of the story has its attributes and where they are written", async () => {
  const { client, mohen } = begin();
  const graph = mohen.store(createGraph);
  await graph.getState().profileOf("story", "林远", 3);
  expect(client.callsOf("graph:query")).toMatchObject([{ entity: "林远", at: 3 }]);
  expect(graph.getState().profile.data).toMatchObject({
    attributes: [
      [{ en: "age", zh: "年龄" }, "32"],
      [{ en: "occupation", zh: "职业" }, "账房"],
    ],
    places: [{ where: ".mohen/characters/lin.md:3", excerpt: "年龄：32" }],
  });
});

test("a profile of conversations asks by name", async () => {
  const { mohen } = begin();
  const graph = mohen.store(createGraph);
  await graph.getState().profileOf("knowledge", "用户");
  expect(graph.getState().profile.data?.attributes).toEqual([
    [{ en: "location", zh: "location" }, "上海"],
  ]);
});

test("files of this project that change are read anew; another's are not", async () => {
  const { client, mohen } = begin();
  await mohen.store(createGraph).getState().load();
  client.push("context:files:changed", { projectId: "other", refs: ["a.md"], at: 1 });
  expect(client.callsOf("knowledge:graph")).toHaveLength(1);
  client.push("context:files:changed", { projectId: PROJECT, refs: ["a.md"], at: 1 });
  expect(client.callsOf("knowledge:graph")).toHaveLength(2);
});

test("an export that fails says so instead of giving an empty file", async () => {
  const { client, mohen } = begin();
  const failure = new Failure({ code: "DB_ERROR", message: "gone", retryable: true });
  client.script({ "graph:export": failure });
  expect(await mohen.store(createGraph).getState().exported("dot")).toBe(failure);
});

test("a contradiction that is meant is so in the next check, and can be taken back", async () => {
  const { mohen } = begin();
  const findings = mohen.store(createFindings);
  const first = () => findings.getState().check.data?.findings[0];
  await findings.getState().load();
  await findings.getState().exempt("find_1", "他是鬼");
  expect(first()).toMatchObject({ intentional: true, reason: "他是鬼" });
  await findings.getState().unexempt("find_1");
  expect(first()?.intentional).toBe(false);
  expect(findings.getState().busy.size).toBe(0);
});

test("a refusal is told, and nothing is left busy", async () => {
  const { client, mohen } = begin();
  const failure = new Failure({ code: "NOT_FOUND", message: "gone", retryable: false });
  client.script({ "graph:exempt": failure });
  const findings = mohen.store(createFindings);
  await findings.getState().exempt("find_9", "");
  await vi.waitFor(() => expect(mohen.toasts.getState().items).toHaveLength(1));
  expect(findings.getState().busy.size).toBe(0);
});
