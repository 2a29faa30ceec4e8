// A client without a server, for stories and tests. It says only what a server could say.
import * as z from "zod/mini";
import { type Answer, type Client, canceled, Failure, type Link } from "./client.ts";
import { Ears } from "./ears.ts";
import { fitting, heard, misfit } from "./envelope.ts";
import type { ChannelName, Data, Payload, Push, PushData, PushName } from "./generated.ts";
import { Linkage } from "./linkage.ts";
import { payloads } from "./payloads.ts";

type Told<C extends ChannelName> = Data<C> | Failure;

/** For each channel what it answers: a value, a failure, or what a function makes of the payload. */
export type Script = {
  [C in ChannelName]?: Told<C> | ((payload: Payload<C>) => Told<C> | Promise<Told<C>>);
};

export interface ScriptedClient extends Client {
  /** What was called, oldest first. */
  readonly calls: readonly Call[];
  /** The payloads that one channel got. */
  callsOf<C extends ChannelName>(channel: C): Payload<C>[];
  /** Say something else from now on. */
  script(more: Script): void;
  /** What every answer from now on says is broken. */
  degrade(...reasons: string[]): void;
  push<P extends PushName>(channel: P, data: PushData<P>): void;
  setLink(link: Link): void;
}

export type Call = { [C in ChannelName]: { channel: C; payload: Payload<C> } }[ChannelName];

/** An answer that never comes, for what is shown while one waits. */
export function never(): Promise<never> {
  return new Promise(() => {});
}

export function scriptedClient(script: Script = {}, link: Link = "live"): ScriptedClient {
  return new Scripted(script, link);
}

class Scripted implements ScriptedClient {
  readonly calls: Call[] = [];
  readonly #script = new Map<string, unknown>();
  readonly #ears = new Ears<Push>();
  readonly #link: Linkage;
  #degraded: readonly string[] = [];

  constructor(script: Script, link: Link) {
    this.#link = new Linkage(link);
    this.script(script);
  }

  get link() {
    return this.#link.state;
  }

  onLink(hear: (link: Link) => void) {
    return this.#link.onChange(hear);
  }

  listen(hear: (push: Push) => void) {
    return this.#ears.add(hear);
  }

  script(more: Script): void {
    for (const [name, told] of Object.entries(more)) {
      const channel = name as ChannelName;
      if (typeof told !== "function" && !(told instanceof Failure)) fitting(channel, told);
      this.#script.set(channel, told);
    }
  }

  degrade(...reasons: string[]): void {
    this.#degraded = reasons;
  }

  push<P extends PushName>(channel: P, data: PushData<P>): void {
    const push = heard(channel, data);
    if (push === undefined) throw new Error(`no server says this on ${channel}`);
    this.#ears.tell(push);
  }

  setLink(link: Link): void {
    this.#link.become(link);
  }

  callsOf<C extends ChannelName>(channel: C): Payload<C>[] {
    const own = this.calls.filter((each) => each.channel === channel);
    return own.map((each) => each.payload as Payload<C>);
  }

  async call<C extends ChannelName>(
    channel: C,
    payload: Payload<C>,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Answer<C>> {
    if (signal?.aborted) throw canceled();
    const sent = onTheWire(payload) as Payload<C>;
    this.calls.push({ channel, payload: sent } as Call);
    check(channel, sent);
    const told = await (signal
      ? Promise.race([this.#told(channel, sent), aborted(signal)])
      : this.#told(channel, sent));
    if (told instanceof Failure) throw told;
    return { data: fitting(channel, onTheWire(told)), degraded: this.#degraded };
  }

  close(): void {
    this.#link.become("lost");
  }

  async #told(channel: ChannelName, payload: unknown): Promise<unknown> {
    if (!this.#script.has(channel)) {
      const message = `the script has no answer on ${channel}`;
      return new Failure({ code: "UNSUPPORTED", message, retryable: false });
    }
    const told = this.#script.get(channel);
    return typeof told === "function" ? told(payload) : told;
  }
}

/** As it is after a journey: a copy, without what is undefined. */
function onTheWire(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function check(channel: ChannelName, payload: unknown): void {
  const checked = z.safeParse<z.core.$ZodType>(payloads[channel], payload);
  if (checked.success) return;
  const where = misfit(checked.error);
  throw new Failure({
    code: "INVALID_ARGUMENT",
    message: `${where} does not fit the payload of ${channel}`,
    retryable: false,
    details: { field: checked.error.issues[0]?.path.join(".") ?? "" },
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(canceled()), { once: true });
  });
}
