import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { type Client, Failure, type Link } from "./client.ts";
import type { Push } from "./generated.ts";
import { httpClient } from "./http.ts";

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const servers: Server[] = [];
const clients: Client[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const server of servers.splice(0)) await stop(server);
});

async function start(handle: Handle, port = 0): Promise<{ base: string; server: Server }> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    handle(request, response, body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

function connect(base: string, token: () => string | undefined = () => "right"): Client {
  const client = httpClient({ base, token });
  clients.push(client);
  return client;
}

async function failure(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

function reply(response: ServerResponse, status: number, said: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(said));
}

const META = { requestId: "rq_1", ts: 1 };
const fine = (data: unknown, meta = {}) => ({ ok: true, data, meta: { ...META, ...meta } });

test("a call carries payload, token and time, and brings data and what is broken", async () => {
  const asked: unknown[] = [];
  const { base } = await start((request, response, body) => {
    const { authorization, "x-timeout-ms": time } = request.headers;
    asked.push([request.method, request.url, authorization, time, body]);
    reply(response, 200, fine({ items: [], later: "unknown" }, { degraded: ["SEARCH"] }));
  });
  const answer = await connect(base).call("project:list", {}, { timeoutMs: 900 });
  expect(asked).toEqual([["POST", "/ipc/project:list", "Bearer right", "900", "{}"]]);
  expect(answer).toEqual({ data: { items: [], later: "unknown" }, degraded: ["SEARCH"] });
});

test("the server's failure is told with its code, details and request", async () => {
  const error = { code: "CONFLICT", message: "changed meanwhile", retryable: false };
  const { base } = await start((_request, response) =>
    reply(response, 409, { ok: false, error: { ...error, details: { version: 3 } }, meta: META }),
  );
  expect(await failure(connect(base).call("project:list", {}))).toMatchObject({
    ...error,
    details: { version: 3 },
    requestId: "rq_1",
  });
});

test("an answer that does not fit names the place and never the words", async () => {
  const { base } = await start((_request, response) =>
    reply(response, 200, fine({ items: [{ projectId: ["the author's words"] }] })),
  );
  const told = await failure(connect(base).call("project:list", {}));
  expect(told).toMatchObject({ code: "BAD_ANSWER", retryable: false, requestId: "rq_1" });
  expect(told.message).toMatch(/items\.0\./);
  expect(JSON.stringify([told.message, told.details])).not.toContain("author");
});

test.each([
  [200, "<!doctype html>", "BAD_ANSWER"],
  [404, "no such page", "BAD_ANSWER"],
  [502, "bad gateway", "UNREACHABLE"],
  [200, "{}", "BAD_ANSWER"],
  [200, "null", "BAD_ANSWER"],
])("what is not an envelope (%i %s) is %s", async (status, text, code) => {
  const { base } = await start((_request, response) => response.writeHead(status).end(text));
  expect((await failure(connect(base).call("project:list", {}))).code).toBe(code);
});

test("nobody there is UNREACHABLE, and worth another try", async () => {
  const { base, server } = await start(() => {});
  await stop(server);
  const told = await failure(connect(base).call("project:list", {}));
  expect(told).toMatchObject({ code: "UNREACHABLE", retryable: true });
});

test("a server that falls silent past the time given is UNREACHABLE", async () => {
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    expect(ms).toBeGreaterThan(200); // the server's own word about the time comes first
    return AbortSignal.abort();
  });
  const { base } = await start(() => {});
  const told = await failure(connect(base).call("project:list", {}, { timeoutMs: 200 }));
  spy.mockRestore();
  expect(told.code).toBe("UNREACHABLE");
});

test("a signal hangs up: the server sees it, the caller gets CANCELED", async () => {
  const stop = new AbortController();
  const hungUp = new Promise<void>((resolve) => {
    void start((_request, response) => {
      response.on("close", resolve);
      stop.abort();
    }).then(async ({ base }) => {
      const told = await failure(connect(base).call("project:list", {}, { signal: stop.signal }));
      expect(told.code).toBe("CANCELED");
    });
  });
  await hungUp;
});

test("a closed client cancels what is under way and takes no more", async () => {
  let client: Client | undefined;
  const { base } = await start(() => client?.close());
  client = connect(base);
  expect((await failure(client.call("project:list", {}))).code).toBe("CANCELED");
  expect((await failure(client.call("project:list", {}))).code).toBe("CANCELED");
});

test("the link: live, lost when the server ends, live when it is back", async () => {
  const handle: Handle = (_request, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const data = '{"runId":"墨","stage":"started","progress":0}';
    response.write(`: listening\n\nevent: memory:distill:progress\ndata: ${data}\n\n`);
  };
  const { base, server } = await start(handle);
  const client = connect(base);
  const links: Link[] = [];
  const heard: Push[] = [];
  client.onLink((link) => links.push(link));
  client.listen((push) => heard.push(push));
  await vi.waitFor(() => expect(heard).toHaveLength(1), 10_000);
  await stop(server);
  await vi.waitFor(() => expect(client.link).toBe("lost"), 10_000);
  await start(handle, Number(new URL(base).port));
  await vi.waitFor(() => expect(heard).toHaveLength(2), 10_000);
  expect(links).toEqual(["live", "lost", "live"]);
  expect(heard[1]?.data).toMatchObject({ runId: "墨" });
});

test("a wrong token refuses the link; the first call with a right one restores it", async () => {
  const { base } = await start((request, response) => {
    if (request.headers.authorization !== "Bearer right") {
      const error = { code: "PERMISSION_DENIED", message: "wrong token", retryable: false };
      reply(response, 401, { ok: false, error, meta: META });
    } else if (request.url === "/events") {
      response.writeHead(200).write(": listening\n\n");
    } else {
      reply(response, 200, fine({ items: [] }));
    }
  });
  let token: string | undefined;
  const client = connect(base, () => token);
  client.listen(() => {});
  await vi.waitFor(() => expect(client.link).toBe("refused"), 10_000);
  expect((await failure(client.call("project:list", {}))).code).toBe("PERMISSION_DENIED");
  token = "right";
  await client.call("project:list", {});
  await vi.waitFor(() => expect(client.link).toBe("live"), 10_000);
});

test("one listener that fails does not silence the others", async () => {
  const { base } = await start((_request, response) => {
    const data = '{"runId":"d","stage":"started","progress":0}';
    response.writeHead(200).write(`event: memory:distill:progress\ndata: ${data}\n\n`);
  });
  const client = connect(base);
  const heard: Push[] = [];
  client.listen(() => {
    throw new Error("a listener's own mistake");
  });
  const uncaught = vi.fn();
  const before = process.rawListeners("uncaughtException");
  process.removeAllListeners("uncaughtException").on("uncaughtException", uncaught);
  client.listen((push) => heard.push(push));
  await vi.waitFor(() => expect(uncaught).toHaveBeenCalledOnce(), 10_000);
  process.removeAllListeners("uncaughtException");
  for (const each of before) process.on("uncaughtException", each as () => void);
  expect(heard).toHaveLength(1);
});

test("what must arrive although the page goes is sent so, and nothing else is", async () => {
  const asked: RequestInit[] = [];
  const fetch: typeof globalThis.fetch = async (_address, init) => {
    asked.push(init ?? {});
    return Response.json({ ok: true, data: { canceled: false }, meta: {} });
  };
  const client = httpClient({ base: "", token: () => "right", fetch });
  await client.call("request:cancel", { id: "r1" }, { keepalive: true });
  await client.call("request:cancel", { id: "r2" });
  expect(asked.map((each) => each.keepalive ?? false)).toEqual([true, false]);
});
