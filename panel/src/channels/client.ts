import type { ChannelName, Data, Payload, Push } from "./generated.ts";

/** How it stands between a client and its server. `refused`: the token is wrong; it stays so. */
export type Link = "connecting" | "live" | "lost" | "refused";

export type Answer<C extends ChannelName> = {
  data: Data<C>;
  /** What is broken on the server's side while it answers all the same. */
  degraded: readonly string[];
};

export interface CallOptions {
  signal?: AbortSignal;
  /** How long the server may take; without it, as long as the server allows the channel. */
  timeoutMs?: number;
  /** Let it arrive although the page goes, if it is short. */
  keepalive?: boolean;
}

/** A server's channels, however they are reached. */
export interface Client {
  /** Rejects with a `Failure` and nothing else. */
  call<C extends ChannelName>(
    channel: C,
    payload: Payload<C>,
    options?: CallOptions,
  ): Promise<Answer<C>>;
  /** Hear what the server says by itself. Returns how to stop. */
  listen(hear: (push: Push) => void): () => void;
  readonly link: Link;
  onLink(hear: (link: Link) => void): () => void;
  close(): void;
}

export interface FailureParts {
  code: string;
  message: string;
  /** The message in both languages, where the server knows it in both. */
  messages?: { en: string; zh: string };
  retryable: boolean;
  details?: Record<string, unknown>;
  requestId?: string;
}

/**
 * Why a call did not succeed: the server's own codes (docs/errors.md), or one of the client's:
 * `UNREACHABLE` (nobody answers), `BAD_ANSWER` (not what the channel says), `CANCELED`.
 */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: string;
  readonly messages?: { en: string; zh: string };
  readonly retryable: boolean;
  readonly details?: Record<string, unknown>;
  readonly requestId?: string;

  constructor({ code, message, messages, retryable, details, requestId }: FailureParts) {
    super(message);
    this.code = code;
    if (messages !== undefined) this.messages = messages;
    this.retryable = retryable;
    if (details !== undefined) this.details = details;
    if (requestId !== undefined) this.requestId = requestId;
  }
}

export function unreachable(message: string): Failure {
  return new Failure({ code: "UNREACHABLE", message, retryable: true });
}

export function canceled(): Failure {
  return new Failure({ code: "CANCELED", message: "the call was canceled", retryable: false });
}
