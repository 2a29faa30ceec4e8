// Who is asking. The link that `mohen serve` prints carries a ticket that is good for one use;
// here it is exchanged for the token. What stays in the browser's history is worthless.

const KEY = "mohen-token";

type Keeping = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface Entry {
  token(): string | undefined;
  keep(token: string): void;
  drop(): void;
}

export function createEntry(storage: Keeping): Entry {
  return {
    token: () => storage.getItem(KEY) ?? undefined,
    keep: (token) => storage.setItem(KEY, token),
    drop: () => storage.removeItem(KEY),
  };
}

/** The ticket in the address, which is cleaned at once, whatever comes of it. */
export function takeTicket(
  location: Pick<Location, "hash" | "pathname">,
  history: Pick<History, "replaceState">,
): string | undefined {
  const ticket = new URLSearchParams(location.hash.slice(1)).get("ticket");
  if (ticket === null) return undefined;
  history.replaceState(null, "", location.pathname);
  return ticket;
}

/** The token for a ticket; undefined: it was used before, or is none. Rejects when nobody answers. */
export async function exchange(
  ticket: string,
  ask: typeof fetch = fetch,
): Promise<string | undefined> {
  const response = await ask("/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ticket }),
  });
  if (!response.ok) return undefined;
  const envelope: { data?: { token?: unknown } } = await response.json();
  const token = envelope.data?.token;
  return typeof token === "string" ? token : undefined;
}
