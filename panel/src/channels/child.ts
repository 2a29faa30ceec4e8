// For Node only: a host that is a program of its own needs neither a port nor a token.
import { type ChildProcess, spawn } from "node:child_process";
import {
  type Answer,
  type CallOptions,
  type Client,
  canceled,
  Failure,
  unreachable,
} from "./client.ts";
import { Ears } from "./ears.ts";
import { heard, opened } from "./envelope.ts";
import type { ChannelName, Payload, Push } from "./generated.ts";
import { lineReader } from "./lines.ts";
import { Linkage } from "./linkage.ts";

export interface ChildParts {
  command?: string;
  args?: readonly string[];
  /** Added to this process's own environment. */
  env?: Readonly<Record<string, string>>;
  /** Where Mohen's own log goes. */
  stderr?: "inherit" | "ignore";
}

export interface ChildClient extends Client {
  /** Ends the child's input, and waits until it has finished what was asked and is gone. */
  close(): Promise<void>;
}

interface Waiting {
  bytes: number;
  answer(said: unknown): void;
  fail(failure: Failure): void;
}

// So many starts without one answer, and something is wrong with it: it is left alone for a while.
const STARTS = 3;
const WHILE_MS = 30_000;
const FAREWELL_MS = 15_000; // longer than the child's own patience

/** A client of a `mohen ipc` of its own, started with the first call or listener. */
export function childClient(parts: ChildParts = {}): ChildClient {
  return new Child(parts);
}

class Child implements ChildClient {
  readonly #parts: ChildParts;
  readonly #ears = new Ears<Push>();
  readonly #link = new Linkage();
  readonly #waiting = new Map<number, Waiting>();
  #process: ChildProcess | undefined;
  #lastId = 0;
  #starts: number[] = [];
  #closed = false;

  constructor(parts: ChildParts) {
    this.#parts = parts;
  }

  get link() {
    return this.#link.state;
  }

  onLink(hear: Parameters<Client["onLink"]>[0]) {
    this.#ensure();
    return this.#link.onChange(hear);
  }

  listen(hear: (push: Push) => void) {
    this.#ensure();
    return this.#ears.add(hear);
  }

  call<C extends ChannelName>(
    channel: C,
    payload: Payload<C>,
    { signal, timeoutMs }: CallOptions = {},
  ): Promise<Answer<C>> {
    if (this.#closed || signal?.aborted) return Promise.reject(canceled());
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      const line = JSON.stringify({
        id,
        channel,
        payload,
        ...(timeoutMs !== undefined && { timeoutMs }),
      });
      const cancel = () => {
        this.#waiting.get(id)?.fail(canceled());
        this.#write(JSON.stringify({ channel: "request:cancel", payload: { id } }));
      };
      const done = () => {
        this.#waiting.delete(id);
        signal?.removeEventListener("abort", cancel);
      };
      this.#waiting.set(id, {
        bytes: Buffer.byteLength(line),
        answer: (said) => {
          done();
          try {
            resolve(opened(channel, said));
          } catch (failure) {
            reject(failure);
          }
        },
        fail: (failure) => {
          done();
          reject(failure);
        },
      });
      signal?.addEventListener("abort", cancel);
      if (this.#ensure()) this.#write(line);
      else this.#waiting.get(id)?.fail(unreachable(this.#advice()));
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const child = this.#process;
    if (child === undefined) return;
    const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
    child.stdin?.end();
    const timer = setTimeout(() => child.kill("SIGKILL"), FAREWELL_MS);
    await gone;
    clearTimeout(timer);
  }

  /** A running child; false when it was started too often in vain. */
  #ensure(): boolean {
    if (this.#process !== undefined) return true;
    this.#starts = this.#starts.filter((at) => at > Date.now() - WHILE_MS);
    if (this.#closed || this.#starts.length >= STARTS) return false;
    this.#starts.push(Date.now());
    const { command = "mohen", args = ["ipc"], env = {}, stderr = "inherit" } = this.#parts;
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ["pipe", "pipe", stderr],
      windowsHide: true,
    });
    this.#process = child;
    child.stdout?.setEncoding("utf8").on(
      "data",
      lineReader((line) => this.#take(line)),
    );
    child.stdin?.on("error", () => {}); // it closed its ears: `close` follows, and tells
    child.once("error", () => this.#gone(child));
    child.once("close", () => this.#gone(child));
    return true;
  }

  #gone(child: ChildProcess): void {
    if (this.#process !== child) return;
    this.#process = undefined;
    this.#link.become("lost");
    for (const each of [...this.#waiting.values()]) each.fail(unreachable(this.#advice()));
  }

  #advice(): string {
    const { command = "mohen", args = ["ipc"] } = this.#parts;
    return `\`${[command, ...args].join(" ")}\` does not run: try it in a terminal`;
  }

  #write(line: string): void {
    this.#process?.stdin?.write(`${line}\n`);
  }

  #take(line: string): void {
    const said = message(line);
    if (said === undefined) return; // somebody printed where only messages belong
    this.#starts = [];
    this.#link.become("live");
    if (typeof said.push === "string") {
      const push = heard(said.push, said.data);
      if (push !== undefined) this.#ears.tell(push);
    } else if (typeof said.id === "number") {
      this.#waiting.get(said.id)?.answer(said);
    } else {
      this.#nameless(said);
    }
  }

  /** A request that was too long to read has lost its id: it is one of the long ones. */
  #nameless(said: Record<string, unknown>): void {
    const failure = failureOf(said);
    const limit = failure?.details?.limitBytes;
    if (failure === undefined || typeof limit !== "number") return;
    for (const each of [...this.#waiting.values()]) if (each.bytes > limit) each.fail(failure);
  }
}

function message(line: string): Record<string, unknown> | undefined {
  try {
    const said: unknown = JSON.parse(line);
    return typeof said === "object" && said !== null ? { ...said } : undefined;
  } catch {
    return undefined;
  }
}

function failureOf(said: unknown): Failure | undefined {
  try {
    opened("request:cancel", said);
  } catch (failure) {
    if (failure instanceof Failure) return failure;
  }
  return undefined;
}
