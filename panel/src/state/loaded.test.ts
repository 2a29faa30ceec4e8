import { expect, test } from "vitest";
import { unreachable } from "../channels/client.ts";
import { again, failed, type Loaded, loading, ready } from "./loaded.ts";

const there: Loaded<string[]> = ready({ data: ["短句"], degraded: ["vector"] });

test("what was there stays visible while it is asked for again", () => {
  expect(again(there)).toEqual({ state: "loading", data: ["短句"], degraded: ["vector"] });
});

test("what was there stays visible when asking again failed", () => {
  const lost = failed(again(there), unreachable("nobody"));
  expect(lost).toMatchObject({ state: "failed", data: ["短句"], failure: { code: "UNREACHABLE" } });
});

test("an answer takes the failure away, and what was broken then", () => {
  const lost = failed(there, unreachable("nobody"));
  expect(ready({ data: ["长句"], degraded: [] })).toEqual({
    state: "ready",
    data: ["长句"],
    degraded: [],
  });
  expect(again(lost).failure).toBe(lost.failure);
});

test("the first time there is nothing to show", () => {
  expect(failed(loading, unreachable("nobody")).data).toBeUndefined();
});
