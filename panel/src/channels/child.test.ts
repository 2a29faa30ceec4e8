import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ChildClient, type ChildParts, childClient } from "./child.ts";
import { Failure } from "./client.ts";
import type { Push } from "./generated.ts";
import { lineReader } from "./lines.ts";
import { mohen } from "./mohen.testing.ts";

let clients: ChildClient[] = [];
async function end(): Promise<void> {
  await Promise.all(clients.map((each) => each.close()));
  clients = [];
}
afterEach(end);

function begin(parts: ChildParts): ChildClient {
  const client = childClient({ stderr: "ignore", ...parts });
  clients.push(client);
  return client;
}

/** A child that does as the script says; `line` is what it was sent. */
function acting(script: string): ChildClient {
  const program = `
    const say = (...said) => said.forEach((each) => process.stdout.write(JSON.stringify(each) + "\\n"));
    const meta = { requestId: "rq_1", ts: 1 };
    const fine = (id) => ({ id, ok: true, data: { items: [] }, meta });
    const lines = require("node:readline").createInterface({ input: process.stdin });
    const asked = [];
    lines.on("line", (text) => { const line = JSON.parse(text); asked.push(line); ${script} });`;
  return begin({ command: process.execPath, args: ["-e", program] });
}

async function failure(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

describe("a child of any kind", () => {
  test("answers out of order find their callers", async () => {
    const client = acting(
      "if (asked.length === 3) for (const each of asked.reverse()) say({ ...fine(each.id), data: { items: [], n: each.id } });",
    );
    const answers = await Promise.all([1, 2, 3].map(() => client.call("project:list", {})));
    expect(answers.map((each) => (each.data as { n?: number }).n)).toEqual([1, 2, 3]);
    expect(client.link).toBe("live");
  });

  test("time, pushes, and what is not a message", async () => {
    const client = acting(
      `console.log("a stray print"); console.log("7");
       say({ push: "memory:distill:progress", data: { runId: String(line.timeoutMs), stage: "started", progress: 0 } });
       say({ push: "memory:dream", data: {} }, { id: 99, ok: true }, { id: null, ok: true, data: {}, meta }, fine(line.id));`,
    );
    const heard: Push[] = [];
    client.listen((push) => heard.push(push));
    await client.call("project:list", {}, { timeoutMs: 700 });
    expect(heard).toMatchObject([{ channel: "memory:distill:progress", data: { runId: "700" } }]);
  });

  test("a signal cancels here at once and there by its id", async () => {
    const client = acting(
      'if (line.channel === "request:cancel") say({ push: "memory:distill:progress", data: { runId: String(line.payload.id), stage: "started", progress: 0 } });',
    );
    const heard: Push[] = [];
    client.listen((push) => heard.push(push));
    const stop = new AbortController();
    const call = failure(client.call("project:list", {}, { signal: stop.signal }));
    stop.abort();
    expect((await call).code).toBe("CANCELED");
    await vi.waitFor(() => expect(heard[0]?.data).toMatchObject({ runId: "1" }), 10_000);
  });

  test("its end fails what waits, and the next call starts it again", async () => {
    const client = acting(
      "if (line.payload.limit === 0) process.exit(3); say({ ...fine(line.id), data: { items: [], total: 0 } });",
    );
    const links: string[] = [];
    client.onLink((link) => links.push(link));
    await client.call("memory:list", {});
    const told = await failure(client.call("memory:list", { limit: 0 }));
    expect(told).toMatchObject({ code: "UNREACHABLE", retryable: true });
    await client.call("memory:list", {});
    expect(links).toEqual(["live", "lost", "live"]);
  });

  test("one that never answers is not started for ever", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mohen-child-"));
    const starts = join(folder, "starts");
    const program = `require("node:fs").appendFileSync(${JSON.stringify(starts)}, "x")`;
    const client = begin({ command: process.execPath, args: ["-e", program] });
    for (let n = 0; n < 5; n += 1) {
      expect((await failure(client.call("project:list", {}))).code).toBe("UNREACHABLE");
    }
    expect(readFileSync(starts, "utf8")).toBe("xxx");
    rmSync(folder, { recursive: true });
  });

  test("a command that is not there says what to try", async () => {
    const client = begin({ command: "mohen-of-nowhere" });
    const told = await failure(client.call("project:list", {}));
    expect(told.code).toBe("UNREACHABLE");
    expect(told.message).toContain("mohen-of-nowhere ipc");
  });

  test("a request too long to keep its id fails, the short one beside it does not", async () => {
    const client = acting(
      `if (line.channel === "memory:create") say({ id: null, ok: false, meta, error: { code: "INVALID_ARGUMENT", message: "too long", retryable: false, details: { limitBytes: 1000 } } });
       else setTimeout(() => say(fine(line.id)), 20);`,
    );
    const content = "墨".repeat(400);
    const [long, short] = await Promise.allSettled([
      client.call("memory:create", { type: "note", scope: "global", content }),
      client.call("project:list", {}),
    ]);
    expect(long).toMatchObject({ status: "rejected", reason: { code: "INVALID_ARGUMENT" } });
    expect(short.status).toBe("fulfilled");
  });

  test("closing waits for what was asked, and then takes no more", async () => {
    const client = acting("setTimeout(() => say(fine(line.id)), 50);");
    const call = client.call("project:list", {});
    await client.close();
    expect((await call).data.items).toEqual([]);
    expect((await failure(client.call("project:list", {}))).code).toBe("CANCELED");
  });
});

test("lines come in any pieces", () => {
  const text = '{"a":"墨"}\n\n  \n{"b":2}\r\nno end';
  for (let size = 1; size <= text.length; size += 1) {
    const lines: string[] = [];
    const read = lineReader((line) => lines.push(line.trim()));
    for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size));
    expect(lines).toEqual(['{"a":"墨"}', '{"b":2}']);
  }
});

describe.skipIf(mohen === undefined)("the real `mohen ipc`", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "mohen-child-"));
  });
  afterEach(async () => {
    await end(); // or it would still write where we remove; the hook of all comes after this one
    rmSync(home, { recursive: true, force: true });
  });

  test("records, lists, refuses, and keeps what it was told", {
    timeout: 60_000,
  }, async () => {
    const client = begin({ command: mohen ?? "", env: { MOHEN_HOME: home } });
    const { data: rule } = await client.call("memory:semantic:add", {
      scope: "project",
      projectId: "novel",
      category: "style",
      rule: "对话要短促。",
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.call("memory:semantic:list", { projectId: "novel" })),
    );
    for (const { data } of answers) expect(data.items.map((each) => each.id)).toEqual([rule.id]);
    const episode = await client.call("memory:episode:record", {
      projectId: "novel",
      skillUsed: "continue",
      inputContext: "雨停了。",
      candidates: ["他走了。", "他留下。"],
      selectedIndex: 1,
    });
    const whole = await client.call("memory:episode:get", {
      projectId: "novel",
      episodeId: episode.data.episodeId,
    });
    expect(whole.data.aiOutput.candidates).toEqual(["他走了。", "他留下。"]);
    expect((await client.call("memory:status", {})).data.memoryDegraded).toBe(false);
    const wrong = await failure(
      client.call("memory:episode:get", { projectId: "novel", episodeId: "ep_none" }),
    );
    expect(wrong).toMatchObject({ code: "NOT_FOUND", retryable: false });
    const bad = await failure(client.call("memory:episode:get", { wrong: 1 } as never));
    expect(bad.code).toBe("INVALID_ARGUMENT");
    await client.close();

    const again = begin({ command: mohen ?? "", env: { MOHEN_HOME: home } });
    const kept = await again.call("memory:semantic:list", { projectId: "novel" });
    expect(kept.data.items[0]?.rule).toBe("对话要短促。");
  });

  test("a request longer than the wire takes fails alone", { timeout: 60_000 }, async () => {
    const client = begin({ command: mohen ?? "", env: { MOHEN_HOME: home } });
    const content = "x".repeat(9_000_000);
    const long = failure(client.call("memory:create", { type: "note", scope: "global", content }));
    const short = client.call("project:list", {});
    expect((await long).code).toBe("INVALID_ARGUMENT");
    expect((await short).data.items).toEqual([]);
  });
});
