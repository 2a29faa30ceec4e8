import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Link } from "./client.ts";
import { EventStream } from "./events.ts";
import type { Push } from "./generated.ts";
import { Linkage } from "./linkage.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server whose lines are in the test's hand. */
function stage() {
  const link = new Linkage();
  const links: Link[] = [];
  const heard: Push[] = [];
  const lines: { say(text: string): void; cut(): void }[] = [];
  const answers: (() => Response)[] = [];
  link.onChange((state) => links.push(state));
  const stream = new EventStream({
    link,
    hear: (push) => heard.push(push),
    open: async (signal) => {
      const answer = answers.shift();
      if (answer) return answer();
      return new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            signal.addEventListener("abort", () => controller.error(signal.reason));
            lines.push({
              say: (text) => controller.enqueue(new TextEncoder().encode(text)),
              cut: () => controller.close(),
            });
          },
        }),
      );
    },
  });
  const line = (at: number) => {
    const found = lines[at];
    if (found === undefined) throw new Error(`line ${at} was never opened`);
    return found;
  };
  return { stream, link, links, heard, lines, answers, line };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test("live with the first word, lost with the end, live again after a while", async () => {
  const { stream, link, links, line, lines } = stage();
  stream.start();
  stream.start();
  await settle();
  expect(lines).toHaveLength(1);
  expect(link.state).toBe("connecting"); // headers alone do not say that the server listens
  line(0).say(": listening\n\n");
  await settle();
  line(0).cut();
  await settle();
  expect(links).toEqual(["live", "lost"]);
  await vi.advanceTimersByTimeAsync(499);
  expect(lines).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  line(1).say(": listening\n\n");
  await settle();
  expect(links).toEqual(["live", "lost", "live"]);
  stream.end();
});

test("it is asked less and less often, never less than every ten seconds", async () => {
  const { stream, answers, lines } = stage();
  const asked: number[] = [];
  const begin = Date.now();
  for (let n = 0; n < 8; n += 1) {
    answers.push(() => {
      asked.push(Date.now() - begin);
      throw new TypeError("fetch failed");
    });
  }
  stream.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked.map((at, n) => at - (asked[n - 1] ?? 0))).toEqual([
    0, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
  expect(lines.length).toBeGreaterThan(0);
  stream.end();
});

test("a call that was answered ends the wait", async () => {
  const { stream, answers, lines } = stage();
  answers.push(
    () => new Response(null, { status: 503 }),
    () => new Response(null, { status: 503 }),
  );
  stream.start();
  await vi.advanceTimersByTimeAsync(600);
  expect(lines).toHaveLength(0);
  stream.hurry();
  await settle();
  expect(lines).toHaveLength(1);
  stream.end();
});

test.each([401, 403])("a refusal (%i) is final, until it is started again", async (status) => {
  const { stream, link, answers, lines, line } = stage();
  answers.push(() => new Response(null, { status }));
  stream.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(link.state).toBe("refused");
  expect(lines).toHaveLength(0);
  stream.start();
  await settle();
  line(0).say(":\n\n");
  await settle();
  expect(link.state).toBe("live");
  stream.end();
});

test("a line without a word for too long is given up", async () => {
  const { stream, links, line, lines } = stage();
  stream.start();
  await settle();
  line(0).say(": listening\n\n");
  await vi.advanceTimersByTimeAsync(30_000);
  line(0).say(": still here\n\n");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(links).toEqual(["live"]);
  await vi.advanceTimersByTimeAsync(15_500);
  expect(links).toEqual(["live", "lost"]);
  expect(lines).toHaveLength(2);
  stream.end();
});

test("at rest there is no line, whoever calls, until it resumes", async () => {
  const { stream, links, line, lines } = stage();
  stream.start();
  await settle();
  line(0).say(": listening\n\n");
  await settle();
  stream.rest();
  await vi.advanceTimersByTimeAsync(600_000);
  stream.hurry();
  await settle();
  expect(links).toEqual(["live", "lost"]);
  expect(lines).toHaveLength(1);
  stream.resume();
  await settle();
  line(1).say(": listening\n\n");
  await settle();
  expect(links).toEqual(["live", "lost", "connecting", "live"]); // no alarm for who comes back
  stream.end();
});

test("a line that was about to be tried again is not, at rest", async () => {
  const { stream, answers, lines } = stage();
  answers.push(() => new Response(null, { status: 503 }));
  stream.start();
  await settle();
  stream.rest();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toHaveLength(0);
  stream.resume();
  await settle();
  expect(lines).toHaveLength(1);
  stream.end();
});

test("what is said is heard; what is not understood is passed over", async () => {
  const { stream, heard, line } = stage();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  stream.start();
  await settle();
  const data = '{"runId":"d","stage":"started","progress":0,"projectId":null}';
  line(0).say(`event: memory:distill:progress\ndata: ${data}\n\n`);
  line(0).say('event: memory:dream\ndata: {"of":"a newer server"}\n\n');
  line(0).say('event: memory:distill:progress\ndata: {"runId":"secret words"}\n\n');
  line(0).say("event: memory:distill:progress\ndata: not json\n\n");
  line(0).say("event: constructor\ndata: {}\n\n");
  line(0).say(`event: memory:distill:progress\ndata: ${data}\n\n`);
  await settle();
  expect(heard.map((each) => each.channel)).toEqual([
    "memory:distill:progress",
    "memory:distill:progress",
  ]);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(warn.mock.calls.flat().join()).not.toContain("secret");
  stream.end();
});
