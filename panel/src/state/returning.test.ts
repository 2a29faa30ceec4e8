import { describe, expect, test } from "vitest";
import { Failure, unreachable } from "../channels/client.ts";
import type { OpenRun, RunFeedback } from "../channels/generated.ts";
import { PROJECT, sampleRun, scriptedDesk } from "../desk/scripted_desk.ts";
import { keptRuns } from "./coming_back.ts";
import { createDesk } from "./desk.ts";
import {
  desk,
  FIRST,
  feedback,
  flush,
  mohen,
  newest,
  now,
  seated,
  select,
  sheet,
  sitDown,
  skill,
} from "./runs.testing.ts";

seated();

const MODEL = { name: "qwen3-14b", offline: false };

/** A run in the middle: one done, one begun, of one not a word. */
function halfWay(runId: string): OpenRun {
  return {
    runId,
    skillId: "continue",
    chapterId: FIRST,
    askedAt: 1,
    state: "running",
    candidates: [
      { text: "她没有回头。", state: "done" },
      { text: "林晚停", state: "writing" },
      { text: "", state: "waiting" },
    ],
  };
}

function finished(runId: string): OpenRun {
  const texts = ["她没有回头。", "林晚停下脚步。"];
  const candidates = texts.map((text) => ({ text, state: "done" as const }));
  const result = sampleRun(runId, texts, MODEL);
  return { ...halfWay(runId), state: "offered", candidates, result };
}

const delta = (runId: string, candidate: number, at: number, text: string) =>
  desk.client.push("ai:skill:stream", { runId, event: "delta", ts: 1, candidate, at, text });

/** Somebody asked at the cursor and has gone before it was written. */
async function left(): Promise<string> {
  await sitDown(scriptedDesk({ slow: true }));
  select(8, 16);
  void now().run({ skill: skill("polish") });
  await flush();
  mohen.store(createDesk).getState().leave();
  return newest().runId;
}

async function back(items: readonly OpenRun[]): Promise<void> {
  await sitDown(scriptedDesk({}, { "ai:skill:open": { items: [...items] } }));
  await flush();
}

describe("after a reload", () => {
  test("the run is there with its place in the text, and goes on where it was", async () => {
    const runId = await left();
    await back([halfWay(runId)]);
    expect(desk.client.callsOf("ai:skill:open")).toEqual([{ projectId: PROJECT, runIds: [runId] }]);
    expect(newest()).toMatchObject({ runId, phase: "running", before: "她等的人没有来。" });
    expect(now().currentId).toBe(runId);
    delta(runId, 1, 2, "停下");
    expect(newest().streamed).toEqual(["她没有回头。", "林晚停下", ""]);
    expect(newest().states).toEqual(["done", "writing", "waiting"]);
    desk.client.script({ "ai:skill:open": { items: [finished(runId)] } });
    desk.client.push("ai:skill:stream", { runId, event: "run_completed", ts: 1 });
    await flush();
    expect(newest()).toMatchObject({ phase: "offered", result: { model: MODEL } });
    expect(now().accept(runId, 1)).toBe(true);
    expect(sheet.state.doc.toString()).toBe("🌫️雾来了。\n林晚停下脚步。\n");
  });

  test("a text that changed since: its place is found by what stands there", async () => {
    const runId = await left();
    const open = { "ai:skill:open": { items: [finished(runId)] } };
    await sitDown(scriptedDesk({}, open), "夜里下了雨。\n🌫️雾来了。\n她等的人没有来。\n");
    expect(now().accept(runId, 1)).toBe(true);
    expect(sheet.state.doc.toString()).toBe("夜里下了雨。\n🌫️雾来了。\n林晚停下脚步。\n");
  });

  test("nothing of it is known any more: it says that it was cut off, and only once", async () => {
    await left();
    await back([]);
    expect(newest()).toMatchObject({
      phase: "failed",
      failure: { details: { reason: "restarted" } },
    });
    expect(keptRuns(PROJECT)).toEqual([]);
  });

  test("a server that was started again tells what was finished; the rest was cut off", async () => {
    const runId = await left();
    const [first] = finished(runId).candidates;
    const { result: _, ...told } = finished(runId);
    await back([{ ...told, candidates: first ? [first] : [], generationId: "gen_1" }]);
    expect(newest()).toMatchObject({ phase: "offered", streamed: ["她没有回头。"] });
    expect(newest().result).toBeUndefined();
    expect(now().accept(runId, 0)).toBe(true);
  });

  test("another browser has no place for it, and loses none of it", async () => {
    await back([finished("desk-1")]);
    expect(newest()).toMatchObject({ ref: FIRST, phase: "offered" });
    expect(now().accept("desk-1", 0)).toBe(false);
  });
});

describe("while it is being written", () => {
  test("what was missed is asked for", async () => {
    const runId = await left();
    await back([halfWay(runId)]);
    delta(runId, 1, 9, "又一句。");
    await flush();
    expect(desk.client.callsOf("ai:skill:open")).toHaveLength(2);
  });

  test("a finished one is accepted while the others go on, which are stopped and not refused", async () => {
    const runId = await left();
    await back([halfWay(runId)]);
    expect(now().accept(runId, 1)).toBe(false);
    expect(now().accept(runId, 0)).toBe(true);
    expect(desk.client.callsOf("ai:skill:cancel")).toEqual([{ runId, projectId: PROJECT }]);
    now().settle();
    await flush();
    expect(feedback()).toEqual([]); // which one it was only the run's own answer tells
    const result = { ...sampleRun(runId, ["她没有回头。", "林晚停"], MODEL), cut: [1] };
    desk.client.script({
      "ai:skill:open": { items: [{ ...finished(runId), result }] },
      "ai:skill:feedback": RECORDED,
    });
    desk.client.push("ai:skill:stream", { runId, event: "run_completed", ts: 1 });
    await flush();
    expect(feedback()).toMatchObject([{ action: "accept", selectedIndex: 0, seen: [0] }]);
  });

  test("a line that was lost: the run is asked for when it is there again", async () => {
    const runId = await left();
    await back([halfWay(runId)]);
    await sitDown(scriptedDesk({}, { "ai:skill:run": unreachable("away") }));
    desk.client.script({ "ai:skill:open": unreachable("away") });
    select(8, 16);
    await now().run({ skill: skill("continue") });
    expect(newest().phase).toBe("running");
    const own = newest().runId;
    desk.client.script({ "ai:skill:open": { items: [finished(own)] } });
    desk.client.setLink("lost");
    desk.client.setLink("live");
    await flush();
    expect(now().runs.find((each) => each.runId === own)?.phase).toBe("offered");
  });

  test("a line that broke: what the browser asked once more by itself is one run", async () => {
    const known = { code: "CONFLICT", message: "known already", retryable: false };
    const asked = new Failure({ ...known, details: { field: "runId" } });
    await sitDown(scriptedDesk({}, { "ai:skill:run": asked }));
    desk.client.script({
      "ai:skill:open": ({ runIds }) => ({ items: [finished(runIds?.[0] ?? "")] }),
    });
    select(8, 16);
    await now().run({ skill: skill("continue") });
    await flush();
    expect(newest().phase).toBe("offered");
    expect(newest().failure).toBeUndefined();
  });

  test("what another tab began is seen here too, and gone when it was answered there", async () => {
    await flush();
    desk.client.script({ "ai:skill:open": { items: [halfWay("desk-2")] } });
    desk.client.push("ai:skill:stream", { runId: "desk-2", event: "run_started", ts: 1 });
    await flush();
    expect(newest().runId).toBe("desk-2");
    desk.client.script({ "ai:skill:open": { items: [finished("desk-2")] } });
    desk.client.push("ai:skill:stream", { runId: "desk-2", event: "run_completed", ts: 1 });
    await flush();
    desk.client.script({ "ai:skill:open": { items: [] } });
    desk.client.setLink("lost");
    desk.client.setLink("live");
    await flush();
    expect(now().runs).toEqual([]);
  });
});

const RECORDED: RunFeedback = {
  recorded: true,
  feedbackId: "fb_1",
  episodeId: "ep_1",
  signal: "DIRECT_ACCEPT",
  learned: [],
  ignored: false,
  reason: null,
};
