import type { Failure } from "../channels/client.ts";

/** Something asked of the server: on its way, there, or refused. What was there before stays
 * visible while it is asked for again or when that failed, so that a page never goes blank. */
export interface Loaded<T> {
  readonly state: "loading" | "ready" | "failed";
  readonly data?: T;
  readonly failure?: Failure;
  readonly degraded: readonly string[];
}

export const loading: Loaded<never> = { state: "loading", degraded: [] };

export function again<T>(before: Loaded<T>): Loaded<T> {
  return { ...before, state: "loading" };
}

export function ready<T>(answer: { data: T; degraded: readonly string[] }): Loaded<T> {
  return { state: "ready", data: answer.data, degraded: answer.degraded };
}

export function failed<T>(before: Loaded<T>, failure: Failure): Loaded<T> {
  return { ...before, state: "failed", failure };
}
