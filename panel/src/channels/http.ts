import { type Answer, type CallOptions, type Client, canceled, unreachable } from "./client.ts";
import { Ears } from "./ears.ts";
import { badAnswer, opened } from "./envelope.ts";
import { EventStream } from "./events.ts";
import type { ChannelName, Payload, Push } from "./generated.ts";
import { Linkage } from "./linkage.ts";
import { restWhileHidden } from "./resting.ts";

export interface HttpParts {
  /** Where the server is, without a slash at the end; the page's own origin if absent. */
  base?: string;
  /** Asked anew for every request, so that a token that came later is used. */
  token?: () => string | undefined;
  /** Instead of the token: what a browser was given when it was let in, beside its cookie. */
  key?: () => string | undefined;
  fetch?: typeof fetch;
}

// For what the server needs to say that the time is up.
const GRACE_MS = 5_000;

// A browser refuses more than 64 KiB of such requests together, and Chinese takes three bytes.
const KEEPALIVE_CHARS = 10_000;

/**
 * A client of `mohen serve`. The stream of pushes is opened when somebody first listens or
 * watches the link; close the client when it is no longer needed.
 */
export function httpClient(parts: HttpParts): Client {
  return new HttpClient(parts);
}

class HttpClient implements Client {
  readonly #parts: HttpParts;
  readonly #ears = new Ears<Push>();
  readonly #link = new Linkage();
  readonly #closed = new AbortController();
  readonly #stream: EventStream;

  constructor(parts: HttpParts) {
    this.#parts = parts;
    this.#stream = new EventStream({
      open: (signal) => this.#fetch("/events", { signal }),
      link: this.#link,
      hear: (push) => this.#ears.tell(push),
    });
    restWhileHidden(this.#stream, this.#closed.signal);
  }

  get link() {
    return this.#link.state;
  }

  onLink(hear: Parameters<Client["onLink"]>[0]) {
    this.#stream.start();
    return this.#link.onChange(hear);
  }

  listen(hear: (push: Push) => void) {
    this.#stream.start();
    return this.#ears.add(hear);
  }

  close(): void {
    this.#closed.abort();
    this.#stream.end();
    this.#link.become("lost");
  }

  async call<C extends ChannelName>(
    channel: C,
    payload: Payload<C>,
    { signal, timeoutMs, keepalive }: CallOptions = {},
  ): Promise<Answer<C>> {
    const stop = [this.#closed.signal, ...(signal ? [signal] : [])];
    if (stop.some((each) => each.aborted)) throw canceled();
    const late = timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs + GRACE_MS)];
    const body = JSON.stringify(payload);
    const init: RequestInit = {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/json",
        ...(timeoutMs !== undefined && { "X-Timeout-Ms": String(timeoutMs) }),
      },
      signal: AbortSignal.any([...stop, ...late]),
      ...(keepalive && body.length < KEEPALIVE_CHARS && { keepalive }),
    };
    let response: Response;
    let text: string;
    try {
      response = await this.#fetch(`/ipc/${channel}`, init);
      text = await response.text();
    } catch {
      if (stop.some((each) => each.aborted)) throw canceled();
      throw unreachable("Mohen does not answer: is `mohen serve` running?");
    }
    this.#reached(response.status);
    return opened(channel, json(channel, response.status, text));
  }

  #fetch(path: string, init: RequestInit): Promise<Response> {
    const token = this.#parts.token?.();
    const key = this.#parts.key?.();
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
    else if (key !== undefined) headers.set("Authorization", `Browser ${key}`);
    // Called bare: a browser's fetch refuses another `this`.
    const ask = this.#parts.fetch ?? fetch;
    return ask(`${this.#parts.base ?? ""}${path}`, { ...init, headers, cache: "no-store" });
  }

  /** A call that was answered says how it stands sooner than the stream's next attempt. */
  #reached(status: number): void {
    if (status === 401) {
      this.#link.become("refused");
    } else if (this.#link.state === "refused") {
      this.#link.become("connecting"); // a new token is right
      this.#stream.start();
    } else {
      this.#stream.hurry();
    }
  }
}

function json(channel: string, status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not our server's words: something between us says that it is away.
    if (status >= 500) throw unreachable("Mohen does not answer");
    throw badAnswer(channel, "not JSON");
  }
}
