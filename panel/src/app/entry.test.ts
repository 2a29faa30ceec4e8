import { expect, test, vi } from "vitest";
import { createEntry, exchange, takeTicket } from "./entry.ts";

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test("a ticket leaves the address the moment it is read", () => {
  const replaceState = vi.fn();
  const ticket = takeTicket({ hash: "#ticket=once", pathname: "/" }, { replaceState });
  expect(ticket).toBe("once");
  expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, "", "/");
});

test("an address without a ticket is left alone", () => {
  const replaceState = vi.fn();
  expect(takeTicket({ hash: "#/desk", pathname: "/" }, { replaceState })).toBeUndefined();
  expect(replaceState).not.toHaveBeenCalled();
});

test("a ticket is exchanged for the token, in the body and never in an address", async () => {
  const ask = vi.fn<typeof fetch>(async () => Response.json({ ok: true, data: { token: "t0k" } }));
  expect(await exchange("once", ask)).toBe("t0k");
  const [address, given] = ask.mock.calls[0] ?? [];
  expect(address).toBe("/session");
  expect(given?.body).toBe('{"ticket":"once"}');
});

test("a ticket that was used before gives nothing", async () => {
  const ask: typeof fetch = async () => Response.json({ ok: false }, { status: 401 });
  expect(await exchange("again", ask)).toBeUndefined();
});

test("the token is kept until it is dropped", () => {
  const entry = createEntry(storage());
  expect(entry.token()).toBeUndefined();
  entry.keep("t0k");
  expect(entry.token()).toBe("t0k");
  entry.drop();
  expect(entry.token()).toBeUndefined();
});
