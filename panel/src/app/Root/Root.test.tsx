import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { createEntry } from "../entry.ts";
import { Root } from "./Root.tsx";

function entry(token?: string) {
  const kept = new Map<string, string>();
  const made = createEntry({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  if (token) made.keep(token);
  return made;
}

function answering(status: number, body: unknown) {
  return vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json(body, { status }));
}

afterEach(() => vi.restoreAllMocks());

test("without a token there is the gate, and nothing but it", async () => {
  const screen = await render(<Root entry={entry()} />);
  await expect.element(screen.getByRole("heading", { level: 1 })).toBeVisible();
  expect(screen.container.querySelector("nav")).toBeNull();
});

test("a ticket that was used before leads to the gate, which says so", async () => {
  answering(401, { ok: false });
  const screen = await render(<Root entry={entry()} ticket="used" />);
  await expect.element(screen.getByRole("status")).toBeVisible();
});

test("a server that refuses the token is met with the gate, and the token is dropped", async () => {
  answering(401, {
    ok: false,
    error: { code: "PERMISSION_DENIED", message: "no", retryable: false },
    meta: {},
  });
  const kept = entry("stale");
  const screen = await render(<Root entry={kept} />);
  await expect.element(screen.getByLabelText(/token|令牌/i)).toBeVisible();
  expect(kept.token()).toBeUndefined();
});
