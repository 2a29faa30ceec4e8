import { heard } from "./envelope.ts";
import type { Push } from "./generated.ts";
import type { Linkage } from "./linkage.ts";
import { eventReader } from "./sse.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
// The server sends a comment every 15 s: so long without a word, and the line is dead.
const SILENCE_MS = 45_000;

export interface StreamParts {
  /** Ask for the stream. */
  open(signal: AbortSignal): Promise<Response>;
  link: Linkage;
  hear(push: Push): void;
}

/** The stream of pushes, kept open: opened again when it breaks, less and less often. */
export class EventStream {
  readonly #parts: StreamParts;
  readonly #ended = new AbortController();
  #running = false;
  #resting = false;
  #attempt: AbortController | undefined;
  #waitMs = FIRST_WAIT_MS;
  #wake: (() => void) | undefined;

  constructor(parts: StreamParts) {
    this.#parts = parts;
  }

  /** Open it, unless it is open or has ended for good. */
  start(): void {
    if (this.#running || this.#ended.signal.aborted) return;
    this.#running = true;
    void this.#run();
  }

  /** Somebody reached the server: do not wait any longer. */
  hurry(): void {
    if (this.#resting) return;
    this.#waitMs = FIRST_WAIT_MS;
    this.#wake?.();
  }

  /** Let the line go until `resume`. */
  rest(): void {
    this.#resting = true;
    this.#attempt?.abort();
  }

  resume(): void {
    // Its line was let go and not lost: nobody need be alarmed before it is tried.
    if (this.#resting && this.#parts.link.state === "lost") this.#parts.link.become("connecting");
    this.#resting = false;
    this.hurry();
  }

  end(): void {
    this.#ended.abort();
    this.#wake?.();
  }

  async #run(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const refused = !this.#resting && (await this.#once());
      if (this.#ended.signal.aborted) return;
      this.#running = !refused; // a better token may start it again
      this.#parts.link.become(refused ? "refused" : "lost");
      if (refused) return;
      await this.#pause();
    }
  }

  /** Listen until the stream ends, however it does. Whether the server will not have us. */
  async #once(): Promise<boolean> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    const signal = AbortSignal.any([attempt.signal, this.#ended.signal]);
    let silence = setTimeout(() => attempt.abort(), SILENCE_MS);
    try {
      const response = await this.#parts.open(signal);
      if (response.status === 401 || response.status === 403) return true;
      if (!response.ok || response.body === null) return false;
      await this.#read(response.body, () => {
        clearTimeout(silence);
        silence = setTimeout(() => attempt.abort(), SILENCE_MS);
      });
    } catch {
      // A broken line is what reconnecting is for.
    } finally {
      clearTimeout(silence);
      attempt.abort();
    }
    return false;
  }

  async #read(body: ReadableStream<Uint8Array>, alive: () => void): Promise<void> {
    const read = eventReader(({ event, data }) => {
      const push = heard(event, parsed(data));
      if (push !== undefined) this.#parts.hear(push);
    });
    const text = new TextDecoder();
    const reader = body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      // Only now the server listens on our behalf: what it says from here on is heard.
      this.#parts.link.become("live");
      this.#waitMs = FIRST_WAIT_MS;
      alive();
      read(text.decode(next.value, { stream: true }));
    }
  }

  async #pause(): Promise<void> {
    const ms = this.#waitMs;
    this.#waitMs = Math.min(ms * 2, LONGEST_WAIT_MS);
    await new Promise<void>((resolve) => {
      const timer = this.#resting ? undefined : setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined; // fits no push
  }
}
