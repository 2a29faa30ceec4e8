import { expect, test, vi } from "vitest";
import { Failure } from "../channels/client.ts";
import { type Script, scriptedClient } from "../channels/scripted.ts";
import { createMohen } from "../mohen.tsx";
import { CACHE, costOf, EVENTS, NOW, STATUS, strengthOf } from "../pictures/sample_pictures.ts";
import { allEvents, createPictures } from "./pictures.ts";

const nothing: Script = {
  "memory:learning:cost": costOf(),
  "memory:status": STATUS,
  "context:cache": CACHE,
  "memory:episode:list": { items: [], page: { limit: 50 } },
  "memory:semantic:list": {
    items: [],
    counts: { total: 0, confirmed: 0, byCategory: {}, byOrigin: {} },
    learning: { paused: false },
    offers: [],
  },
};

function begin(more: Script = {}, projectId: string | undefined = "p") {
  const client = scriptedClient({ ...nothing, ...more });
  const mohen = createMohen({ client, ...(projectId && { projectId }), now: () => NOW });
  return { client, mohen, store: mohen.store(createPictures) };
}

test("one that fails leaves the others to be drawn", async () => {
  const failure = new Failure({ code: "DB_ERROR", message: "gone", retryable: true });
  const { store } = begin({ "context:cache": failure });
  await store.getState().load();
  expect(store.getState().cache).toMatchObject({ state: "failed", failure });
  expect(store.getState().cost.state).toBe("ready");
  expect(store.getState().status.data?.storage).toEqual(STATUS.storage);
});

test("without a project there are numbers of all, and no interactions to choose from", async () => {
  const { client, store } = begin({}, "");
  await store.getState().load();
  expect(client.callsOf("memory:learning:cost")).toEqual([{}]);
  expect(client.callsOf("memory:episode:list")).toEqual([]);
});

test("the interaction chosen last is the one that is shown, however late the others answer", async () => {
  const held: (() => void)[] = [];
  const { store } = begin({
    "memory:episode:strength": ({ episodeId }) =>
      new Promise((resolve) => held.push(() => resolve(strengthOf({ episodeId })))),
  });
  const first = store.getState().chooseEpisode("ep_1");
  const second = store.getState().chooseEpisode("ep_2");
  await vi.waitFor(() => expect(held).toHaveLength(2));
  held[1]?.();
  held[0]?.();
  await Promise.all([first, second]);
  expect(store.getState().strength.data?.episodeId).toBe("ep_2");
});

test("all of a rule's events are gathered page by page", async () => {
  const { client, mohen } = begin({
    "memory:learning:history": ({ cursor }) => ({
      items: cursor ? EVENTS.slice(5) : EVENTS.slice(0, 5),
      page: { limit: 5, ...(!cursor && { nextCursor: "more" }) },
    }),
  });
  const { data } = await allEvents(mohen, { ruleId: "rule_1" });
  expect(data).toHaveLength(EVENTS.length);
  expect(client.callsOf("memory:learning:history")).toHaveLength(2);
});

test("a finished distillation is a reason to look again, once somebody has looked", async () => {
  const { client, store } = begin();
  const done = { runId: "run_1", stage: "completed", progress: 1 } as const;
  client.push("memory:distill:progress", done);
  expect(client.calls).toEqual([]);
  await store.getState().load();
  client.push("memory:distill:progress", { ...done, stage: "clustered" });
  expect(client.callsOf("memory:learning:cost")).toHaveLength(1);
  client.push("memory:distill:progress", done);
  expect(client.callsOf("memory:learning:cost")).toHaveLength(2);
});
