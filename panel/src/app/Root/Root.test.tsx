import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { createEntry } from "../entry.ts";
import { Root } from "./Root.tsx";

function entry(key?: string) {
  const kept = new Map<string, string>();
  const made = createEntry({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  if (key) made.keep({ id: "br_1", key });
  return made;
}

function answering(status: number, body: unknown) {
  return vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json(body, { status }));
}

afterEach(() => vi.restoreAllMocks());

test("without a key there is the gate, and nothing but it", async () => {
  const screen = await render(<Root entry={entry()} />);
  await expect.element(screen.getByRole("heading", { level: 1 })).toBeVisible();
  expect(screen.container.querySelector("nav")).toBeNull();
});

test("a ticket that was used before leads to the page that says so", async () => {
  answering(401, { ok: false });
  const leave = vi.fn();
  await render(<Root entry={entry()} ticket="used" leave={leave} />);
  await expect.poll(() => leave.mock.calls).toHaveLength(1);
});

test("who is in stays in, whatever link they follow", async () => {
  const asked = answering(401, { ok: false });
  const kept = entry("mine");
  const leave = vi.fn();
  await render(<Root entry={kept} ticket="somebody-elses" leave={leave} />);
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0);
  expect(asked.mock.calls[0]?.[1]?.headers).toMatchObject({ Authorization: "Browser mine" });
  expect(leave).not.toHaveBeenCalled();
});

test("a server that refuses the key is met with the gate, and the key is dropped", async () => {
  answering(401, {
    ok: false,
    error: { code: "PERMISSION_DENIED", message: "no", retryable: false },
    meta: {},
  });
  const kept = entry("stale");
  const screen = await render(<Root entry={kept} />);
  await expect.element(screen.getByLabelText(/token|令牌/i)).toBeVisible();
  expect(kept.pass()).toBeUndefined();
});
