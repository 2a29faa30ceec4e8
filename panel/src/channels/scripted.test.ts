import { expect, test, vi } from "vitest";
import { Failure, type Link } from "./client.ts";
import type { Push } from "./generated.ts";
import { never, scriptedClient } from "./scripted.ts";

const PROJECTS = { items: [] };
const PROGRESS = { runId: "di_1", projectId: "p", stage: "started", progress: 0 } as const;

async function failure(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

test("a value answers every call, each time as a copy", async () => {
  const client = scriptedClient({ "project:list": PROJECTS });
  const first = await client.call("project:list", {});
  expect(first).toEqual({ data: PROJECTS, degraded: [] });
  expect((await client.call("project:list", {})).data).not.toBe(first.data);
});

test("a function sees the payload as the wire has it, and calls are written down", async () => {
  const seen: unknown[] = [];
  const client = scriptedClient({
    "memory:learning:pause": (payload) => {
      seen.push(payload);
      return { paused: true, projectId: payload.projectId ?? "" };
    },
  });
  await failure(client.call("project:list", {}));
  const { data } = await client.call("memory:learning:pause", {
    projectId: "p",
    ...({ left: undefined } as object),
  });
  expect(data.paused).toBe(true);
  expect(seen).toEqual([{ projectId: "p" }]);
  expect(client.calls.map((each) => each.channel)).toEqual([
    "project:list",
    "memory:learning:pause",
  ]);
  expect(client.callsOf("memory:learning:pause")).toEqual([{ projectId: "p" }]);
});

test("a failure, given or made, rejects", async () => {
  const broken = new Failure({ code: "DB_ERROR", message: "the disk is full", retryable: true });
  const client = scriptedClient({ "project:list": broken });
  expect(await failure(client.call("project:list", {}))).toBe(broken);
  client.script({ "project:list": () => broken });
  expect(await failure(client.call("project:list", {}))).toBe(broken);
});

test("a channel without a script says so", async () => {
  const told = await failure(scriptedClient().call("memory:status", {}));
  expect(told).toMatchObject({ code: "UNSUPPORTED", retryable: false });
  expect(told.message).toContain("memory:status");
});

test("what no server would say cannot be scripted", async () => {
  const wrong = { items: "none" } as never;
  expect(() => scriptedClient({ "project:list": wrong })).toThrow(/items/);
  const client = scriptedClient({ "project:list": () => wrong });
  expect(await failure(client.call("project:list", {}))).toMatchObject({ code: "BAD_ANSWER" });
});

test("what a server would refuse is refused, by its field", async () => {
  const client = scriptedClient({ "memory:trace:get": never });
  const refused = await failure(client.call("memory:trace:get", { generation: "g" } as never));
  expect(refused.code).toBe("INVALID_ARGUMENT");
});

test("an answer that never comes ends with the signal", async () => {
  const client = scriptedClient({ "memory:status": never });
  const stop = new AbortController();
  const call = failure(client.call("memory:status", {}, { signal: stop.signal }));
  stop.abort();
  expect((await call).code).toBe("CANCELED");
  expect((await failure(client.call("memory:status", {}, { signal: stop.signal }))).code).toBe(
    "CANCELED",
  );
});

test("pushes, links and degradation", async () => {
  const client = scriptedClient({ "project:list": PROJECTS });
  const heard: Push[] = [];
  const links: Link[] = [];
  const deaf = client.listen((push) => heard.push(push));
  client.onLink((link) => links.push(link));
  client.push("memory:distill:progress", PROGRESS);
  client.setLink("lost");
  client.setLink("lost");
  client.setLink("live");
  client.degrade("SEARCH");
  expect((await client.call("project:list", {})).degraded).toEqual(["SEARCH"]);
  deaf();
  client.push("memory:distill:progress", PROGRESS);
  expect(heard).toEqual([{ channel: "memory:distill:progress", data: PROGRESS }]);
  expect(links).toEqual(["lost", "live"]);
  vi.spyOn(console, "warn").mockImplementationOnce(() => {});
  expect(() => client.push("memory:distill:progress", {} as never)).toThrow();
});
