import { expect, test } from "vitest";
import { SKILLS } from "../desk/scripted_desk.ts";
import { candidatesOf, type Run } from "./run.ts";
import { streamedOn } from "./streaming.ts";

const [skill] = SKILLS;
if (!skill) throw new Error("no skill");

const RUN: Run = {
  ...{ runId: "r1", skill, projectId: "novel", ref: "1.md", askedAt: 0, before: "雨停了。" },
  ...{ request: { skillId: skill.id }, phase: "running" },
  ...{ streamed: ["雨停了。", "雨住"], states: ["writing", "writing"] },
};

function after(event: "candidate_dropped" | "candidate_failed", candidate: number, run = RUN) {
  const error = { code: "UPSTREAM_ERROR", message: "", retryable: true };
  const more = streamedOn(run, { runId: "r1", event, ts: 0, candidate, error });
  if (typeof more !== "object") throw new Error(String(more));
  return candidatesOf({ ...run, ...more });
}

test("what was dropped is nothing, whatever was streamed of it", () => {
  expect(after("candidate_dropped", 0)).toMatchObject([
    { text: "", state: "nothing" },
    { text: "雨住", state: "writing" },
  ]);
});

test("what failed ends where it is, or is nothing where it had not begun; it knows why", () => {
  expect(after("candidate_failed", 1)[1]).toMatchObject({ text: "雨住", state: "cut" });
  const [, , third] = after("candidate_failed", 2);
  expect(third).toMatchObject({ state: "nothing", failure: { code: "UPSTREAM_ERROR" } });
});

test("an end that is further than what was heard is asked for, not offered", () => {
  const end = { runId: "r1", ts: 0, candidate: 1 } as const;
  const error = { code: "UPSTREAM_ERROR", message: "", retryable: true };
  expect(streamedOn(RUN, { ...end, event: "candidate_completed", at: 4 })).toBe("missed something");
  expect(streamedOn(RUN, { ...end, event: "candidate_failed", at: 4, error })).toBe(
    "missed something",
  );
  expect(streamedOn(RUN, { ...end, event: "candidate_completed", at: 2 })).toMatchObject({
    states: ["writing", "done"],
  });
});
