// Who is asking. The link that `mohen serve` and `mohen open` make carries a ticket that is good for
// one use. For it this browser is let in: a cookie that no script can read comes with the answer, and
// a key that is kept here. Only both together open the door, and what stays in the history is worthless.

/** What this browser is called, and its half of what it bears. */
export interface Pass {
  id: string;
  key: string;
}

type Keeping = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface Entry {
  pass(): Pass | undefined;
  keep(pass: Pass): void;
  drop(): void;
}

/** `home` tells apart homes that are served at the same address, one after the other. */
export function createEntry(storage: Keeping, home = ""): Entry {
  const place = `mohen-browser-${home}`;
  return {
    pass: () => read(storage.getItem(place) ?? ""),
    keep: (pass) => storage.setItem(place, JSON.stringify(pass)),
    drop: () => storage.removeItem(place),
  };
}

function read(text: string): Pass | undefined {
  try {
    return passOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function passOf(said: unknown): Pass | undefined {
  const { id, key } = (said ?? {}) as Partial<Pass>;
  return typeof id === "string" && typeof key === "string" ? { id, key } : undefined;
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

/**
 * Let in for a ticket or for the token; undefined: not for this one. One that is in already stays who
 * it is. Rejects when nobody answers.
 */
export async function knock(
  given: { ticket: string } | { token: string },
  before: Pass | undefined,
  ask: typeof fetch = fetch,
): Promise<Pass | undefined> {
  const response = await ask("/session", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(before && { Authorization: `Browser ${before.key}` }),
    },
    body: JSON.stringify(given),
  });
  if (!response.ok) return undefined;
  const envelope: { data?: unknown } = await response.json();
  return passOf(envelope.data);
}
