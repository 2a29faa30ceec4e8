import { expect, test, vi } from "vitest";
import { Failure } from "../channels/client.ts";
import { type Script, scriptedClient } from "../channels/scripted.ts";
import { PROJECT } from "../knowledge/sample_knowledge.ts";
import { scriptedKnowledge } from "../knowledge/scripted_knowledge.ts";
import { createMohen } from "../mohen.tsx";
import { createKnowledge } from "./knowledge.ts";

function begin(more: Script = {}) {
  const client = scriptedClient({ ...scriptedKnowledge(), ...more });
  const mohen = createMohen({ client, projectId: PROJECT, language: "zh" });
  const store = mohen.store(createKnowledge);
  const contents = () => (store.getState().shelf.data?.items ?? []).map(({ id }) => id);
  return { client, mohen, store, contents };
}

test("nothing is asked before somebody looks", () => {
  const { client } = begin();
  expect(client.calls).toEqual([]);
});

test("what holds is listed; the archive and the past are elsewhere", async () => {
  const { store, contents } = begin();
  await store.getState().load();
  expect(contents()).toEqual(["f_1", "f_2", "b_1", "s_1", "n_1"]);
  store.getState().ask({ standing: "past" });
  await vi.waitFor(() => expect(contents()).toEqual(["f_0"]));
});

test("looking for words in the archive never searches there, for that would bring things back", async () => {
  vi.useFakeTimers();
  const { client, store, contents } = begin();
  store.getState().ask({ standing: "archived" });
  store.getState().ask({ words: "截稿" });
  await vi.runAllTimersAsync();
  expect(contents()).toEqual(["f_3"]);
  expect(client.callsOf("knowledge:search")).toEqual([]);
  store.getState().ask({ standing: "active" });
  await vi.runAllTimersAsync();
  expect(client.callsOf("knowledge:search")).toMatchObject([{ includeArchived: false }]);
  vi.useRealTimers();
});

test("typing asks once, for what was typed last", async () => {
  vi.useFakeTimers();
  const { client, store } = begin();
  for (const words of ["花", "花生", "花生过"]) store.getState().ask({ words });
  await vi.runAllTimersAsync();
  expect(client.callsOf("knowledge:search").map(({ query }) => query)).toEqual(["花生过"]);
  vi.useRealTimers();
});

test("an answer that comes too late is not shown", async () => {
  const waiting: ((answer: unknown) => void)[] = [];
  const empty = { items: [], page: { limit: 200 } };
  const { store, contents } = begin({
    "knowledge:list": ({ types }) =>
      types ? new Promise((resolve) => waiting.push(resolve as never)) : empty,
  });
  store.getState().ask({ type: "fact" });
  store.getState().ask({ type: "all" });
  await vi.waitFor(() => expect(store.getState().shelf.state).toBe("ready"));
  const late = await scriptedClient(scriptedKnowledge()).call("knowledge:list", {});
  for (const answer of waiting) answer(late.data);
  await new Promise((heard) => setImmediate(heard));
  expect(waiting).toHaveLength(1);
  expect(contents()).toEqual([]);
});

test("an archived item can be brought back from the toast", async () => {
  const { mohen, store, contents } = begin();
  await store.getState().archive("n_1");
  expect(contents()).not.toContain("n_1");
  mohen.toasts.getState().items[0]?.action?.act();
  await vi.waitFor(() => expect(contents()).toContain("n_1"));
});

test("a correction on top of somebody else's is not saved over it", async () => {
  const { client, store } = begin();
  await client.call("knowledge:update", { id: "n_1", version: 1, patch: { content: "theirs" } });
  const stale = await store.getState().correct("n_1", 1, "mine");
  expect(stale).toMatchObject({ kind: "stale", newer: { content: "theirs", version: 2 } });
  expect(await store.getState().correct("n_1", 2, "mine")).toMatchObject({ kind: "saved" });
});

test("what would go is told before it goes; a replaced one goes with it", async () => {
  const { store, contents } = begin();
  await store.getState().load();
  const foreseen = await store.getState().foresee("f_1");
  expect(foreseen).toMatchObject({ knowledge: 2, dryRun: true });
  expect(contents()).toContain("f_1");
  expect(await store.getState().forget("f_1")).toBeUndefined();
  expect(contents()).not.toContain("f_1");
});

test("a failure is handed back, and what was there stays", async () => {
  const broken = new Failure({ code: "DB_ERROR", message: "full", retryable: false });
  const { client, store, contents } = begin();
  await store.getState().load();
  client.script({ "knowledge:capture": broken, "knowledge:list": broken });
  expect(await store.getState().add("新", "note")).toBe(broken);
  await store.getState().load();
  expect(store.getState().shelf).toMatchObject({ state: "failed", failure: broken });
  expect(contents()).toContain("f_2");
});

test("another project is looked at anew; a server that returns is asked again", async () => {
  const { client, mohen, store } = begin();
  await store.getState().load();
  mohen.place.getState().enter("other");
  expect(store.getState().shelf.data).toBeUndefined();
  await vi.waitFor(() =>
    expect(client.callsOf("knowledge:list").at(-1)).toMatchObject({ projectId: "other" }),
  );
  const before = client.callsOf("knowledge:list").length;
  client.setLink("lost");
  client.setLink("live");
  expect(client.callsOf("knowledge:list")).toHaveLength(before + 1);
});
