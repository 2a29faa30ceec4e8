import { expect, test } from "vitest";
import { Failure } from "../channels/client.ts";
import { receipt } from "../memory/sample_care.ts";
import { PROJECT, sampleRules } from "../memory/sample_rules.ts";
import { scriptedMemory } from "../memory/scripted_memory.ts";
import { createMohen } from "../mohen.tsx";
import { createClearing } from "./clearing.ts";
import { createRules } from "./rules.ts";

const project = { kind: "project", projectId: PROJECT } as const;

function open(language: "zh" | "en" = "zh") {
  const memory = scriptedMemory({ rules: sampleRules(0), episodes: 12 });
  const mohen = createMohen({ client: memory.client, projectId: PROJECT, language });
  const store = mohen.store(createClearing);
  const toasts = () => mohen.toasts.getState().items.map((each) => each.text);
  return { memory, mohen, clearing: () => store.getState(), toasts };
}

test("asking takes nothing and says what would go", async () => {
  const { clearing, memory } = open();
  await clearing().begin(project);
  expect(clearing()).toMatchObject({
    step: "ready",
    consent: { would: { episodes: 12, rules: 5 } },
  });
  expect(memory.rule("rule_short")).toBeDefined();
});

test("with the token the project goes, global memory stays, and the list is new [R92]", async () => {
  const { clearing, memory, mohen, toasts } = open();
  await clearing().begin(project);
  expect(await clearing().clear()).toBe(true);
  expect(toasts()).toEqual(['已清除项目"实验小说"的记忆']);
  expect(memory.rule("rule_exclaim")).toBeDefined();
  const shown = mohen.store(createRules).getState().items;
  expect(shown.every((each) => each.scope === "global")).toBe(true);
  expect(clearing().consent).toBeUndefined();
});

test("the toast in English", async () => {
  const { clearing, toasts } = open("en");
  await clearing().begin(project);
  await clearing().clear();
  expect(toasts()).toEqual(['Memory of project "实验小说" has been cleared']);
});

test("a token that holds no longer takes nothing: it is asked anew, with the new numbers", async () => {
  const { clearing, memory } = open();
  await clearing().begin(project);
  const old = clearing().consent?.token;
  memory.care().tokens++;
  expect(await clearing().clear()).toBe(false);
  expect(clearing()).toMatchObject({ step: "ready", askedAgain: true });
  expect(clearing().consent?.token).not.toBe(old);
  expect(memory.rule("rule_short")).toBeDefined();
  expect(await clearing().clear()).toBe(true);
});

test("nothing is cleared that was not asked about", async () => {
  const { clearing, memory } = open();
  expect(await clearing().clear()).toBe(false);
  await clearing().begin(project);
  clearing().leave();
  expect(await clearing().clear()).toBe(false);
  expect(memory.client.callsOf("memory:clear:project")).toEqual([{ projectId: PROJECT }]);
});

test("the answer to a question one has left is not taken for the next one's", async () => {
  const { clearing } = open();
  const first = clearing().begin(project);
  const second = clearing().begin({ kind: "all" });
  await Promise.all([first, second]);
  expect(clearing()).toMatchObject({ extent: { kind: "all" }, consent: { would: { rules: 7 } } });
});

test("a failure stays and is said; what may be left behind is said too", async () => {
  const { clearing, memory, toasts } = open();
  const broken = new Failure({ code: "DB_ERROR", message: "", retryable: false });
  memory.client.script({ "memory:clear:all": broken });
  await clearing().begin({ kind: "all" });
  expect(clearing()).toMatchObject({ step: "failed", failure: broken });

  await clearing().begin(project);
  memory.client.script({ "memory:clear:project": receipt({ wiped: false, leftFiles: 2 }) });
  await clearing().clear();
  expect(toasts()).toHaveLength(3);
  expect(toasts()[1]).toContain("2 个移到一旁的损坏文件");
});
