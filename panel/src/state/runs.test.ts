import type { EditorView } from "@codemirror/view";
import { describe, expect, test, vi } from "vitest";
import { Failure, unreachable } from "../channels/client.ts";
import { manuscriptOf } from "../desk/Editor/cm_manuscript.ts";
import { CONTINUATIONS, PROJECT, scriptedDesk } from "../desk/scripted_desk.ts";
import { createAnswers } from "./answers.ts";
import { createChapters } from "./chapters.ts";
import {
  desk,
  FIRST,
  feedback,
  flush,
  mohen,
  newest,
  now,
  offered,
  seated,
  select,
  sheet,
  sitDown,
  skill,
  type,
} from "./runs.testing.ts";
import { documentOf } from "./runs.ts";
import { SETTLE_MS } from "./settling.ts";
import { createWorking } from "./working.ts";

seated();

describe("asking", () => {
  test("places go over the wire as code points, with the session and the chapter", async () => {
    select(8, 16);
    await now().run({
      skill: skill("polish"),
      instruction: " 短一点 ",
      candidates: 2,
      sceneType: "action",
    });
    const [sent] = desk.client.callsOf("ai:skill:run");
    expect(sent).toMatchObject({
      projectId: PROJECT,
      chapterId: FIRST,
      selection: { start: 7, end: 15 },
      instruction: "短一点",
      candidates: 2,
      sceneType: "action",
      sessionId: "ss_1",
      stream: true,
    });
    expect(newest()).toMatchObject({ before: "她等的人没有来。", phase: "offered" });
    expect(newest().result?.candidates).toHaveLength(2);
  });

  test("a skill at the cursor goes on from the end of the selection", async () => {
    await offered("continue");
    expect(desk.client.callsOf("ai:skill:run")[0]).toMatchObject({ cursor: 15 });
  });

  test("without a selection the paragraph under the cursor is meant; an empty one is nothing", async () => {
    select(10);
    await now().run({ skill: skill("rewrite") });
    expect(newest().before).toBe("她等的人没有来。");
    select(17);
    await now().run({ skill: skill("rewrite") });
    expect(now().runs).toHaveLength(1);
  });

  test("a reading is of the whole text and leaves no mark in it", async () => {
    select(0);
    await now().run({ skill: skill("consistency-check") });
    expect(desk.client.callsOf("ai:skill:run")[0]).toMatchObject({
      selection: { start: 0, end: 16 },
    });
    expect(now().accept(newest().runId, 0)).toBe(true);
    expect(sheet.state.doc.toString()).not.toContain(CONTINUATIONS[0]);
    await flush();
    expect(feedback()).toHaveLength(1);
  });

  test("the likeliest is known only where it has proven itself", async () => {
    await offered("continue");
    await flush();
    const [asked] = desk.client.callsOf("memory:taste:rank");
    expect(asked).toMatchObject({ projectId: PROJECT, skillUsed: "continue" });
    expect(asked?.inputContext).toBe("🌫️雾来了。\n她等的人没有来。");
    expect(newest().taste).toBeUndefined();
    await sitDown(scriptedDesk({ proven: true }));
    await offered("continue");
    await flush();
    expect(newest().taste?.candidates).toHaveLength(CONTINUATIONS.length);
    expect(newest().result?.candidates).toEqual(CONTINUATIONS);
  });

  test("not while a word is being put together, and one at a time", async () => {
    sheet.composing = true;
    await now().run({ skill: skill("continue") });
    expect(now().runs).toHaveLength(0);
    sheet.composing = false;
    await sitDown(scriptedDesk({ slow: true }));
    void now().run({ skill: skill("continue") });
    await flush();
    await now().run({ skill: skill("continue") });
    expect(now().runs).toHaveLength(1);
  });

  test("what is written is heard piece by piece, of this run alone", async () => {
    await sitDown(scriptedDesk({ slow: true }));
    void now().run({ skill: skill("continue") });
    await flush();
    expect(newest().phase).toBe("running");
    expect(CONTINUATIONS[0]?.startsWith(newest().streamed[0] ?? "-")).toBe(true);
    desk.client.push("ai:skill:stream", {
      runId: "other",
      event: "delta",
      ts: 1,
      candidate: 0,
      text: "不是我的",
    });
    expect(newest().streamed.join("")).not.toContain("不是我的");
    desk.finish();
    await flush();
    expect(newest()).toMatchObject({ phase: "offered", result: { candidates: CONTINUATIONS } });
  });

  test("cancelled, it leaves nothing behind", async () => {
    await sitDown(scriptedDesk({ slow: true }));
    void now().run({ skill: skill("continue") });
    await flush();
    await now().cancel();
    await flush();
    expect(newest().phase).toBe("canceled");
    expect(feedback()).toHaveLength(0);
  });

  test("the server does not hear the cancelling: hanging up stops it", async () => {
    await sitDown(scriptedDesk({ slow: true }, { "ai:skill:cancel": unreachable("away") }));
    void now().run({ skill: skill("continue") });
    await flush();
    await now().cancel();
    await flush();
    expect(newest().phase).toBe("canceled");
  });

  test("stopped before the server heard of it, it never does", async () => {
    mohen.store(createChapters).getState().edited("雾来了。");
    let saved = () => {};
    desk.client.script({
      "chapter:write": ({ ref }) =>
        new Promise((tell) => {
          saved = () => tell({ ref, title: "雾", chars: 4, version: "v9", modifiedAt: 1 });
        }),
    });
    void now().run({ skill: skill("continue") });
    await flush();
    await now().cancel();
    saved();
    await flush();
    expect(newest().phase).toBe("canceled");
    expect(desk.client.callsOf("ai:skill:run")).toHaveLength(0);
    expect(desk.client.callsOf("ai:skill:cancel")).toHaveLength(0);
  });

  test("a failure is kept for the author to read, and the next run is free", async () => {
    const failure = new Failure({ code: "MODEL_NOT_READY", message: "no key", retryable: false });
    desk.client.script({ "ai:skill:run": failure });
    await now().run({ skill: skill("continue") });
    expect(newest()).toMatchObject({ phase: "failed", failure: { code: "MODEL_NOT_READY" } });
  });

  test("a session the server forgot is begun anew", async () => {
    const run = scriptedDesk();
    let refused = 0;
    desk.client.script({
      "ai:skill:run": async (asked) => {
        if (refused++ === 0) {
          const details = { field: "sessionId" };
          throw new Failure({
            code: "NOT_FOUND",
            message: "no session",
            retryable: false,
            details,
          });
        }
        return (await run.client.call("ai:skill:run", asked)).data;
      },
    });
    await offered();
    expect(desk.client.callsOf("session:begin")).toHaveLength(2);
  });
});

describe("accepting", () => {
  test("nothing is sent at once; as it stands after twenty quiet seconds", async () => {
    await offered();
    expect(now().accept(newest().runId, 1)).toBe(true);
    expect(sheet.state.doc.toString()).toContain(CONTINUATIONS[1]);
    await vi.advanceTimersByTimeAsync(SETTLE_MS - 1);
    expect(feedback()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(feedback()).toEqual([
      {
        projectId: PROJECT,
        runId: newest().runId,
        action: "accept",
        selectedIndex: 1,
        responseTimeMs: 0,
      },
    ]);
    expect(mohen.store(createAnswers).getState().outcomes[newest().runId]).toMatchObject({
      state: "recorded",
      signal: "DIRECT_ACCEPT",
    });
  });

  test("edits within it count and begin the time anew; the author's own next words do not", async () => {
    await offered();
    now().accept(newest().runId, 1);
    await vi.advanceTimersByTimeAsync(SETTLE_MS - 1);
    type(16 + 2, "忽然");
    const end = 16 + (CONTINUATIONS[1]?.length ?? 0) + 2;
    type(end, "我自己接着写。");
    await vi.advanceTimersByTimeAsync(SETTLE_MS - 1);
    expect(feedback()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(feedback()[0]).toMatchObject({
      action: "accept",
      finalText: "林晚忽然停下脚步。三年了，这个声音她以为自己已经忘了。",
    });
  });

  test("a candidate edited before it is accepted is told with what it became", async () => {
    await offered();
    now().accept(newest().runId, 0, "她没有回头，也没有停。");
    now().settle();
    await flush();
    expect(feedback()[0]).toMatchObject({
      action: "accept",
      selectedIndex: 0,
      finalText: "她没有回头，也没有停。",
    });
  });

  test("a part of a candidate is told as a part", async () => {
    await offered();
    now().accept(newest().runId, 0, "她没有回头。");
    now().settle();
    await flush();
    expect(feedback()[0]).toMatchObject({ action: "partial", finalText: "她没有回头。" });
  });

  test("praise goes along as a label", async () => {
    await offered();
    now().accept(newest().runId, 0);
    now().praise(newest().runId, "短句利落");
    now().settle(newest().runId);
    await flush();
    expect(feedback()[0]).toMatchObject({ evidenceRef: "短句利落" });
  });

  test("the next run, another chapter, and the editor's end settle what is open", async () => {
    await offered();
    now().accept(newest().runId, 0);
    await now().run({ skill: skill("continue") });
    expect(feedback()).toHaveLength(1);
    now().accept(newest().runId, 0);
    await mohen.store(createChapters).getState().show("chapters/02-灯塔.md");
    await flush();
    expect(feedback()).toHaveLength(2);
    const documentId = documentOf({ projectId: PROJECT, ref: "chapters/02-灯塔.md" });
    now().attach(manuscriptOf(sheet as unknown as EditorView, () => documentId));
    await offered();
    now().accept(newest().runId, 0);
    now().attach(undefined);
    await flush();
    expect(feedback()).toHaveLength(3);
  });

  test("it follows its place through edits, and is refused when the place is gone", async () => {
    await offered("rewrite");
    type(0, "夜里，");
    const { runId } = newest();
    expect(now().accept(runId, 0)).toBe(true);
    expect(sheet.state.doc.toString().startsWith("夜里，🌫️雾来了。\n她等的人没来。")).toBe(true);
    await offered("rewrite", [0, 3]);
    type(0, "", 4);
    expect(now().accept(newest().runId, 0)).toBe(false);
    now().taken(newest().runId);
    await flush();
    expect(feedback().at(-1)).toMatchObject({ action: "partial" });
    expect(feedback().at(-1)).not.toHaveProperty("finalText");
  });

  test("in another chapter there is no place for it", async () => {
    await offered();
    now().attach(manuscriptOf(sheet as unknown as EditorView, () => "another"));
    expect(now().accept(newest().runId, 0)).toBe(false);
  });
});

test("another project: its session ends, another begins, and the desk is cleared of runs", async () => {
  await offered();
  now().accept(newest().runId, 0);
  mohen.place.getState().enter("别的书");
  await flush();
  expect(feedback()[0]).toMatchObject({ projectId: PROJECT });
  expect(now().runs).toHaveLength(0);
  expect(desk.client.callsOf("session:end")).toHaveLength(1);
  expect(desk.client.callsOf("session:begin").at(-1)).toMatchObject({ projectId: "别的书" });
  expect(mohen.store(createWorking).getState().sessionId).toBe("ss_1");
});
