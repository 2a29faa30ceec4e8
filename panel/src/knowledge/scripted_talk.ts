// A small log of conversations that behaves: what is forgotten here is gone from the next answer.
// For stories and tests.

import { Failure } from "../channels/client.ts";
import type { Knowledge, Payload } from "../channels/generated.ts";
import type { Script } from "../channels/scripted.ts";
import type { Message } from "../state/talk_asked.ts";
import { sampleItems } from "./sample_knowledge.ts";
import { sampleTalk, sessionsOf } from "./sample_talk.ts";
import { NOTHING_GOES, scriptedKnowledge } from "./scripted_knowledge.ts";

const TOKEN = "1.sealed";
const PAGE = 50;
const BY_WORDS = { zh: "词语相符", en: "words match" };

export function scriptedTalk(
  given: readonly Message[] = sampleTalk(),
  known: readonly Knowledge[] = sampleItems(),
): Script {
  let messages = [...given];
  const at = ({ session, place }: Message) => `${session}:${place}`;
  const beside = (message: Message, step: number) =>
    messages.find(
      ({ session, place }) => session === message.session && place === message.place + step,
    );
  const quoted = (message: Message) => {
    const [before, after] = [beside(message, -1), beside(message, 1)];
    const score = 1;
    return { message, score, because: [], ...(before && { before }), ...(after && { after }) };
  };
  const chosen = ({ speaker, since, until }: Payload<"talk:search">) =>
    messages
      .filter((each) => !speaker || [each.speaker, each.role].includes(speaker))
      .filter((each) => each.at >= (since ?? 0) && each.at < (until ?? Number.POSITIVE_INFINITY))
      .sort((one, other) => other.at - one.at);
  const going = ({ source, speaker, since, until }: Payload<"memory:forget">) =>
    !source
      ? chosen({ projectId: "", speaker, since, until }).filter(
          (each) => !speaker || each.speaker === speaker,
        )
      : messages.filter((each) => at(each) === source || each.session === source);

  return {
    ...scriptedKnowledge(known),
    "talk:sessions": ({ after, limit }) => {
      const all = sessionsOf(messages);
      const begin = !after ? 0 : all.findIndex((each) => each.session === after) + 1;
      return { items: all.slice(begin, begin + (limit ?? PAGE)) };
    },
    "talk:read": ({ session, after, before, limit: most }) => {
      const limit = most ?? PAGE;
      const own = messages.filter((each) => each.session === session);
      if (typeof before === "number") {
        const all = own.filter(({ place }) => place < before);
        const items = all.slice(-limit);
        const [first] = items;
        return { items, ...(first && all.length > limit && { previous: first.place }) };
      }
      const all = own.filter(({ place }) => place > (after ?? 0));
      const items = all.slice(0, limit);
      const last = items.at(-1);
      return { items, ...(last && all.length > limit && { next: last.place }) };
    },
    "talk:search": (asked) => ({ items: chosen(asked).map(quoted) }),
    "memory:search": ({ query, ...asked }) => ({
      items: chosen({ ...asked, projectId: "" })
        .filter(({ text }) => text.includes(query ?? ""))
        .map((each) => {
          const from = known.filter(({ sources }) => sources.includes(at(each)));
          const replaced = from.filter(({ state }) => state === "superseded");
          const [fact, ...also] = from
            .filter(({ state }) => state === "active")
            .map((one) => ({ ...one, relevance: 1, reason: BY_WORDS }));
          return {
            id: fact?.id ?? at(each),
            type: fact?.type ?? "said",
            content: fact?.content ?? each.text,
            createdAt: each.at,
            relevance: 1,
            reason: BY_WORDS,
            said: quoted(each),
            also,
            replaced: replaced.map(({ content }) => content),
            sources: [at(each)],
          };
        }),
      mode: "deterministic",
      memoryDegraded: false,
      ...(query && { marks: [query] }),
    }),
    "memory:forget": (asked) => {
      const gone = going(asked);
      const places = new Set(gone.map(at));
      const alone = known.filter(
        ({ sources }) => sources.length > 0 && sources.every((each) => places.has(each)),
      );
      const would = { messages: gone.length, knowledge: alone.length };
      const items = alone.map(({ id, type, content }) => ({
        id,
        type,
        content,
        why: "named" as const,
      }));
      if (asked.dryRun) return { ...NOTHING_GOES, ...would, dryRun: true, items };
      if (!asked.source && asked.confirmToken !== TOKEN) {
        return new Failure({
          code: "MEMORY_CLEAR_CONFIRM_REQUIRED",
          message: "nothing was deleted",
          retryable: false,
          details: { confirmToken: TOKEN, would },
        });
      }
      messages = messages.filter((each) => !places.has(at(each)));
      return { ...NOTHING_GOES, ...would, dryRun: false };
    },
  };
}
