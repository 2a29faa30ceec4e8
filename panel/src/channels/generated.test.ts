import { expect, expectTypeOf, test, vi } from "vitest";
import * as z from "zod/mini";
import {
  answers,
  type Data,
  Envelope,
  type Episode,
  Learning,
  pushes,
  type Rule,
} from "./generated.ts";
import { LearningPayload, payloads } from "./payloads.ts";
import { scriptedClient } from "./scripted.ts";

test("a payload is strict, data may hold more", () => {
  const more = { projectId: "p", paused: true, newInTheNextVersion: 1 };
  expect(z.safeParse(Learning, more).success).toBe(true);
  expect(z.safeParse(LearningPayload, { projectId: "p" }).success).toBe(true);
  expect(z.safeParse(LearningPayload, { projectId: "p", project: "q" }).success).toBe(false);
});

test("absent and null are told apart as the wire does", () => {
  expect(z.safeParse(LearningPayload, { projectId: null }).success).toBe(true);
  expect(z.safeParse(Learning, { paused: true, since: null }).success).toBe(false);
  expect(z.safeParse(Learning, { paused: true }).success).toBe(true);
  expectTypeOf<Episode["feedback"]["explicit"]>().toEqualTypeOf<string | null>();
});

test("numbers keep within what the wire allows", () => {
  const progress = pushes["memory:distill:progress"];
  const push = { runId: "d", stage: "started", progress: 0.5 };
  expect(z.safeParse(progress, push).success).toBe(true);
  for (const wrong of [1.5, -0.1, Number.NaN, "0.5"]) {
    expect(z.safeParse(progress, { ...push, progress: wrong }).success).toBe(false);
  }
});

test("no check becomes code, which a page without unsafe-eval would refuse", () => {
  const before = globalThis.Function;
  const made = vi.fn();
  try {
    globalThis.Function = made as never;
    for (const check of [...Object.values(payloads), ...Object.values(answers)]) {
      z.safeParse<z.core.$ZodType>(check, {});
    }
    z.safeParse(Envelope, {});
  } finally {
    globalThis.Function = before;
  }
  expect(made).not.toHaveBeenCalled();
});

test("a call is checked from end to end", () => {
  const client = scriptedClient();
  const calls = () => [
    client.call("memory:semantic:list", { projectId: "p" }),
    // @ts-expect-error a rule list has no such field
    client.call("memory:semantic:list", { project: "p" }),
    // @ts-expect-error there is no such channel
    client.call("memory:semantic:guess", {}),
    // @ts-expect-error an id is needed
    client.call("memory:semantic:update", { patch: {} }),
  ];
  expectTypeOf(calls).returns.toBeArray();
  expectTypeOf<Data<"memory:semantic:list">["items"][number]>().toEqualTypeOf<Rule>();
  expect(Object.keys(answers).length).toBeGreaterThan(90);
  expect(Object.keys(payloads)).toEqual(Object.keys(answers));
});
