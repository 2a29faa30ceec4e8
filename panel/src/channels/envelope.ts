import * as z from "zod/mini";
import { type Answer, Failure } from "./client.ts";
import {
  answers,
  type ChannelName,
  Envelope,
  type Push,
  type PushName,
  pushes,
} from "./generated.ts";

/** What an envelope holds; throws the `Failure` it tells of, or `BAD_ANSWER`. */
export function opened<C extends ChannelName>(channel: C, said: unknown): Answer<C> {
  const envelope = z.safeParse(Envelope, said);
  if (!envelope.success) throw badAnswer(channel, "envelope");
  const { meta } = envelope.data;
  const named = meta.requestId === undefined ? {} : { requestId: meta.requestId };
  if (!envelope.data.ok) throw new Failure({ ...envelope.data.error, ...named });
  return {
    data: fitting(channel, envelope.data.data, meta.requestId),
    degraded: meta.degraded ?? [],
  };
}

/** Data as it came, fields that are not known here included, once it fits its channel. */
export function fitting<C extends ChannelName>(
  channel: C,
  data: unknown,
  requestId?: string,
): Answer<C>["data"] {
  const checked = z.safeParse<z.core.$ZodType>(answers[channel], data);
  if (!checked.success) throw badAnswer(channel, misfit(checked.error), requestId);
  return data as Answer<C>["data"];
}

/** A push, or undefined where this version does not know it or cannot read it. */
export function heard(channel: string, data: unknown): Push | undefined {
  if (!isPush(channel)) return undefined;
  const checked = z.safeParse<z.core.$ZodType>(pushes[channel], data);
  if (checked.success) return { channel, data } as Push;
  console.warn(`mohen: the push ${channel} does not fit at ${misfit(checked.error)}`);
  return undefined;
}

/** Where something does not fit and why: never the value, which may be the author's text. */
export function misfit(error: z.core.$ZodError): string {
  const [first] = error.issues;
  if (first === undefined) return "nowhere";
  const path = first.path.map(String).join(".") || "its root";
  return `${path} (${first.code === "invalid_type" ? `not ${first.expected}` : first.code})`;
}

export function badAnswer(channel: string, where: string, requestId?: string): Failure {
  return new Failure({
    code: "BAD_ANSWER",
    message: `the answer on ${channel} does not fit: ${where}`,
    retryable: false,
    details: { channel, where },
    ...(requestId !== undefined && { requestId }),
  });
}

function isPush(name: string): name is PushName {
  return Object.hasOwn(pushes, name);
}
