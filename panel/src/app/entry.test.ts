import { expect, test, vi } from "vitest";
import { createEntry, knock, takeTicket } from "./entry.ts";

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const PASS = { id: "br_1", key: "k3y" };

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

test("a ticket is exchanged for a key, in the body and never in an address", async () => {
  const ask = vi.fn<typeof fetch>(async () => Response.json({ ok: true, data: PASS }));
  expect(await knock({ ticket: "once" }, undefined, ask)).toEqual(PASS);
  const [address, given] = ask.mock.calls[0] ?? [];
  expect(address).toBe("/session");
  expect(given?.body).toBe('{"ticket":"once"}');
  expect(given?.headers).not.toHaveProperty("Authorization");
});

test("who is in already says so, to stay who it is", async () => {
  const ask = vi.fn<typeof fetch>(async () => Response.json({ ok: true, data: PASS }));
  await knock({ ticket: "next" }, PASS, ask);
  expect(ask.mock.calls[0]?.[1]?.headers).toMatchObject({ Authorization: "Browser k3y" });
});

test("a ticket that was used before gives nothing", async () => {
  const ask: typeof fetch = async () => Response.json({ ok: false }, { status: 401 });
  expect(await knock({ ticket: "again" }, undefined, ask)).toBeUndefined();
});

test("the key is kept until it is dropped, and each home has its own", () => {
  const kept = storage();
  const entry = createEntry(kept, "one");
  expect(entry.pass()).toBeUndefined();
  entry.keep(PASS);
  expect(entry.pass()).toEqual(PASS);
  expect(createEntry(kept, "other").pass()).toBeUndefined();
  entry.drop();
  expect(entry.pass()).toBeUndefined();
});

test.each(["", "null", "7", "{", '{"id":1,"key":"k"}'])("what is no key is none: %s", (text) => {
  const kept = storage();
  kept.setItem("mohen-browser-", text);
  expect(createEntry(kept).pass()).toBeUndefined();
});
