import { redo, undo } from "@codemirror/commands";
import { describe, expect, test, vi } from "vitest";
import { canceled, Failure, unreachable } from "../channels/client.ts";
import type { RunFeedback } from "../channels/generated.ts";
import { CONTINUATIONS, PROJECT, scriptedDesk } from "../desk/scripted_desk.ts";
import { createMohen } from "../mohen.tsx";
import { createAnswers } from "./answers.ts";
import {
  desk,
  feedback,
  flush,
  mohen,
  newest,
  now,
  offered,
  seated,
  sheet,
  sitDown,
  type,
  undone,
} from "./runs.testing.ts";
import { REDO_MS, SETTLE_MS } from "./settling.ts";

seated();

describe("taking back", () => {
  test("undone before it counted: accepted, then undone, after a moment for a redo", async () => {
    await offered();
    now().accept(newest().runId, 0);
    sheet.step(undo);
    await vi.advanceTimersByTimeAsync(REDO_MS - 1);
    expect(feedback()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(feedback()[0]).toMatchObject({ action: "accept", selectedIndex: 0 });
    expect(undone()).toEqual([{ projectId: PROJECT, runId: newest().runId }]);
    expect(newest().answer).toMatchObject({ settled: true, undone: true });
  });

  test("a redo in time takes nothing back", async () => {
    await offered();
    now().accept(newest().runId, 0);
    sheet.step(undo);
    await vi.advanceTimersByTimeAsync(REDO_MS - 1);
    sheet.step(redo);
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(undone()).toHaveLength(0);
    expect(feedback()[0]).not.toHaveProperty("finalText");
  });

  test("undone long after: the memory hears of it all the same", async () => {
    await offered();
    now().accept(newest().runId, 0);
    now().settle();
    sheet.step(undo);
    await vi.advanceTimersByTimeAsync(REDO_MS);
    expect(undone()).toHaveLength(1);
    expect(feedback()).toHaveLength(1);
  });

  test("by the button: the text goes where it stands unchanged, and stays where it was changed", async () => {
    const before = sheet.state.doc.toString();
    await offered();
    now().accept(newest().runId, 0);
    now().settle();
    expect(now().undo(newest().runId)).toBe("taken back");
    expect(sheet.state.doc.toString()).toBe(before);
    await offered();
    now().accept(newest().runId, 1);
    now().settle();
    type(18, "忽然");
    expect(now().undo(newest().runId)).toBe("text stays");
    await vi.advanceTimersByTimeAsync(REDO_MS);
    expect(undone()).toHaveLength(2);
  });

  test("deleted by hand and nothing put in its place: taken back", async () => {
    await offered();
    now().accept(newest().runId, 1);
    type(16, "", 16 + (CONTINUATIONS[1]?.length ?? 0));
    await vi.advanceTimersByTimeAsync(SETTLE_MS);
    expect(undone()).toHaveLength(1);
  });
});

describe("rejecting", () => {
  test("with the reason in the author's words, once", async () => {
    await offered();
    now().reject(newest().runId, " 太啰嗦 ");
    now().reject(newest().runId, "again");
    await flush();
    expect(feedback()).toEqual([
      {
        projectId: PROJECT,
        runId: newest().runId,
        action: "reject",
        explicit: "太啰嗦",
        responseTimeMs: 0,
      },
    ]);
    expect(now().accept(newest().runId, 0)).toBe(false);
  });
});

const RECORDED: RunFeedback = {
  recorded: true,
  feedbackId: "fb",
  episodeId: "ep",
  signal: "FULL_REJECT",
  learned: [],
  ignored: true,
  reason: null,
};
const REFUSED = new Failure({
  code: "PERMISSION_DENIED",
  message: "the token is wrong",
  retryable: false,
});

describe("answers that cannot be sent", () => {
  test("wait for the server, and are sent in their order when it is back", async () => {
    await offered();
    now().accept(newest().runId, 0);
    const served = desk.client.callsOf.bind(desk.client);
    desk.client.script({ "ai:skill:feedback": unreachable("away") });
    now().settle();
    now().undo(newest().runId);
    await flush();
    const { runId } = newest();
    expect(mohen.store(createAnswers).getState().outcomes[runId]).toEqual({ state: "waiting" });
    desk.client.script({
      "ai:skill:feedback": RECORDED,
      "memory:episode:undo": {
        episodeId: "ep",
        signal: "UNDO_AFTER_ACCEPT",
        weight: -1,
        undoLatencyMs: 1,
        retryCount: 0,
      },
    });
    desk.client.setLink("lost");
    desk.client.setLink("live");
    await flush();
    expect(served("memory:episode:undo").length).toBeGreaterThan(0);
    expect(mohen.store(createAnswers).getState().outcomes[runId]).toMatchObject({
      state: "recorded",
      undone: true,
    });
  });

  test.each([
    ["nobody answers", unreachable("away")],
    ["the client was closed", canceled()],
    ["the token is refused", REFUSED],
  ])("outlive the page: %s", async (_, failure) => {
    await offered();
    desk.client.script({ "ai:skill:feedback": failure });
    now().reject(newest().runId);
    await flush();
    const { runId } = newest();
    const next = scriptedDesk(
      {},
      {
        "ai:skill:feedback": RECORDED,
      },
    );
    await sitDown(next);
    expect(feedback()).toEqual([expect.objectContaining({ runId, action: "reject" })]);
    await sitDown(scriptedDesk());
    expect(feedback()).toHaveLength(0);
  });

  test("of two windows keep out of each other's way", async () => {
    const window = scriptedDesk({}, { "ai:skill:feedback": RECORDED });
    const other = createMohen({ client: window.client, projectId: PROJECT }).store(createAnswers);
    await offered();
    desk.client.script({ "ai:skill:feedback": unreachable("away") });
    now().reject(newest().runId);
    await flush();
    const { runId } = newest();
    const feedbackThere = { action: "reject" } as const;
    await other.getState().send({ projectId: PROJECT, runId: "there", feedback: feedbackThere });
    await sitDown(scriptedDesk({}, { "ai:skill:feedback": RECORDED }));
    expect(feedback().map((each) => each.runId)).toEqual([runId]);
  });
});
