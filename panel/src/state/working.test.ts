import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StoreApi } from "zustand";
import { Failure } from "../channels/client.ts";
import { PROJECT, type ScriptedDesk, scriptedDesk } from "../desk/scripted_desk.ts";
import { createMohen, type Mohen } from "../mohen.tsx";
import { createWorking, LOOK_MS, type Working } from "./working.ts";

let desk: ScriptedDesk;
let mohen: Mohen;
let working: StoreApi<Working>;

beforeEach(() => {
  vi.useFakeTimers();
  desk = scriptedDesk();
  mohen = createMohen({ client: desk.client, projectId: PROJECT, language: "zh" });
  working = createWorking(mohen);
});

afterEach(() => {
  vi.useRealTimers();
});

const look = (text: string, cursor: number) =>
  working.getState().look({ chapterId: "c", text, cursor });
const looked = () => desk.client.callsOf("session:focus");
const settle = () => vi.advanceTimersByTimeAsync(LOOK_MS);

test("a session is begun once, however many ask for it at the same time", async () => {
  const both = await Promise.all([working.getState().ensure(), working.getState().ensure()]);
  expect(both).toEqual(["ss_1", "ss_1"]);
  expect(desk.client.callsOf("session:begin")).toHaveLength(1);
});

test("only the place where the author stays is told, with the cursor in code points", async () => {
  look("雾", 1);
  look("🌫️雾来了", 4);
  await settle();
  expect(looked()).toEqual([
    { sessionId: "ss_1", projectId: PROJECT, chapterId: "c", text: "🌫️雾来了", cursor: 3 },
  ]);
});

test("of a long text what stands around the cursor is told", async () => {
  look("雾".repeat(10_000), 5_000);
  await settle();
  expect(looked()[0]).toMatchObject({ text: "雾".repeat(4_000), cursor: 2_000 });
});

test("a session the server forgot is begun anew, once", async () => {
  const gone = new Failure({ code: "NOT_FOUND", message: "no session", retryable: false });
  desk.client.script({ "session:focus": gone });
  look("雾", 1);
  await settle();
  expect(desk.client.callsOf("session:begin")).toHaveLength(2);
  expect(looked()).toHaveLength(2);
});

test("after the server was away the session is asked for by its name, and goes on", async () => {
  await working.getState().ensure();
  desk.client.setLink("lost");
  desk.client.setLink("live");
  await vi.advanceTimersByTimeAsync(0);
  expect(desk.client.callsOf("session:begin")).toEqual([
    { projectId: PROJECT },
    { projectId: PROJECT, sessionId: "ss_1" },
  ]);
  expect(working.getState().sessionId).toBe("ss_1");
});

test("without working memory there is simply none", async () => {
  desk.client.script({
    "session:begin": new Failure({ code: "DB_ERROR", message: "broken", retryable: false }),
  });
  expect(await working.getState().ensure()).toBeUndefined();
  look("雾", 1);
  await settle();
  expect(looked()).toHaveLength(0);
});

test("what was not looked at yet when it ends is never told", async () => {
  await working.getState().ensure();
  look("雾", 1);
  await working.getState().end();
  await settle();
  expect(looked()).toHaveLength(0);
  expect(desk.client.callsOf("session:end")).toEqual([{ sessionId: "ss_1", projectId: PROJECT }]);
});

test("the project is left while its session is begun: the next one has its own", async () => {
  const other = scriptedDesk().client;
  const begun: ((sessionId: string) => void)[] = [];
  desk.client.script({
    "session:begin": async ({ projectId }) => {
      const sessionId = await new Promise<string>((tell) => begun.push(tell));
      return (await other.call("session:begin", { projectId, sessionId })).data;
    },
  });
  void working.getState().ensure();
  mohen.place.getState().enter("别的书");
  const next = working.getState().ensure();
  await vi.advanceTimersByTimeAsync(0);
  begun[0]?.("ss_old");
  begun[1]?.("ss_new");
  expect(await next).toBe("ss_new");
  expect(working.getState().sessionId).toBe("ss_new");
  expect(desk.client.callsOf("session:end")).toEqual([{ sessionId: "ss_old", projectId: PROJECT }]);
});
