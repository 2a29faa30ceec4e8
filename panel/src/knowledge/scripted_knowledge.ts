// A small memory of knowledge that behaves: what is written, corrected and forgotten here changes
// the next answer. For stories and tests.

import { Failure } from "../channels/client.ts";
import type { Knowledge } from "../channels/generated.ts";
import type { Script } from "../channels/scripted.ts";
import { CHECK, HELD, NOW, STORY, sampleItem, sampleItems, TALKS } from "./sample_knowledge.ts";

const missing = () =>
  new Failure({ code: "NOT_FOUND", message: "there is no such item", retryable: false });

export const NOTHING_GOES = {
  episodes: 0,
  texts: 0,
  digests: 0,
  evidence: 0,
  vectors: 0,
  terms: 0,
  rules: 0,
  links: 0,
  feedback: 0,
  events: 0,
  conflicts: 0,
  runs: 0,
  traces: 0,
  conversations: 0,
  messages: 0,
  story: 0,
  documents: 0,
  tombstones: 0,
  vetoes: 0,
  files: 0,
  leftFiles: 0,
  wiped: true,
};

export function scriptedKnowledge(given: readonly Knowledge[] = sampleItems()): Script {
  let items = [...given];
  let findings = CHECK.findings;
  let held = [...HELD];
  const one = (id: string) => items.find((each) => each.id === id);
  const put = (id: string, part: Partial<Knowledge>): Knowledge | Failure => {
    const before = one(id);
    if (!before) return missing();
    const after = { ...before, ...part, version: before.version + 1, updatedAt: NOW };
    items = items.map((each) => (each.id === id ? after : each));
    return after;
  };
  const chain = (item: Knowledge) =>
    items.filter((each) => each.id === item.id || each.supersededBy === item.id);
  const meant = (id: string, part: { intentional: boolean; reason?: string }) => {
    findings = findings.map((each) => (each.id === id ? { ...each, ...part } : each));
    return findings.find((each) => each.id === id) ?? missing();
  };

  return {
    "knowledge:list": ({ states, types, source }) => ({
      items: items.filter(
        (each) =>
          (source === undefined || each.sources.some((at) => at.startsWith(`${source}:`))) &&
          (states ?? ["active", "archived"]).includes(each.state) &&
          (types ?? [each.type]).includes(each.type),
      ),
      page: { limit: 200 },
    }),
    "knowledge:search": ({ query, types }) => ({
      items: items
        .filter((each) => each.state === "active" && (types ?? [each.type]).includes(each.type))
        .filter((each) => each.content.toLowerCase().includes((query ?? "").toLowerCase()))
        .map((each) => ({
          ...each,
          relevance: 0.9,
          reason: { zh: "词语相符", en: "words match" },
        })),
      mode: "deterministic",
      memoryDegraded: false,
    }),
    "knowledge:stats": () => ({
      total: items.length,
      active: items.filter(({ state }) => state === "active").length,
      archived: items.filter(({ state }) => state === "archived").length,
      byType: { fact: 4, belief: 1, summary: 1, note: 1 },
      byImportance: {},
      entities: 4,
      themes: 0,
      unprocessed: 0,
      warnings: [],
    }),
    "knowledge:capture": ({ content, type }) => {
      const known = items.find((each) => each.content === content);
      if (known) return { item: known, known: true, warnings: [] };
      const item = sampleItem({
        id: `k_${items.length}`,
        content,
        type: type ?? "fact",
        origin: "captured",
        createdAt: NOW,
      });
      items = [...items, item];
      return { item, known: false, warnings: [] };
    },
    "knowledge:get": ({ id }) => {
      const item = one(id);
      if (!item) return missing();
      const sources = item.sources.map((source) => {
        const [session = "", line] = source.split(":");
        return { session, line: Number(line), at: item.createdAt };
      });
      return { item, currentScore: item.score, sources, history: chain(item), derived: [] };
    },
    "knowledge:update": ({ id, version, patch }) => {
      const before = one(id);
      if (before && version !== before.version) {
        return new Failure({ code: "CONFLICT", message: "it was changed", retryable: false });
      }
      return put(id, { content: patch.content ?? before?.content ?? "", origin: "manual" });
    },
    "knowledge:archive": ({ id }) => put(id, { state: "archived" }),
    "knowledge:restore": ({ id }) => put(id, { state: "active" }),
    "memory:forget": ({ knowledgeId, dryRun }) => {
      if (held.some(({ ref }) => ref === knowledgeId)) {
        if (!dryRun) held = held.filter(({ ref }) => ref !== knowledgeId);
        return { ...NOTHING_GOES, knowledge: 1, dryRun: dryRun ?? false };
      }
      const item = one(knowledgeId ?? "");
      if (!item) return missing();
      const going = chain(item);
      if (!dryRun) items = items.filter((each) => !going.includes(each));
      return {
        ...NOTHING_GOES,
        knowledge: going.length,
        dryRun: dryRun ?? false,
        ...(dryRun && {
          items: going.map(({ id, type, content }) => ({
            id,
            type,
            content,
            why: id === item.id ? ("named" as const) : ("replaced" as const),
          })),
        }),
      };
    },
    "knowledge:graph": { at: NOW, knowledge: TALKS, story: STORY },
    "knowledge:entity": ({ name }) => ({
      name,
      type: "person",
      attributes: { location: { value: "上海", updatedAt: NOW, item: "f_1" } },
      facts: ["f_1"],
      beliefs: [],
      summaries: [],
    }),
    "graph:query": ({ entity }) => ({
      entities: [
        {
          id: "lin",
          name: entity ?? "",
          type: "character",
          aliases: [],
          aiContextLevel: "when_detected",
          attributes: { age: "32", occupation: "账房" },
          attributeNames: {
            age: { en: "age", zh: "年龄" },
            occupation: { en: "occupation", zh: "职业" },
          },
          origin: "file",
          evidence: {
            ref: ".mohen/characters/lin.md",
            firstLine: 3,
            lastLine: 5,
            excerpt: "年龄：32",
          },
        },
      ],
      relations: [],
      states: [],
      cyclic: false,
      truncated: false,
    }),
    "graph:export": ({ format }) => ({ format: format ?? "json", text: "graph {}" }),
    "memory:held:list": () => ({ items: held }),
    "memory:held:accept": ({ id }) => {
      const seen = held.find((each) => each.id === id);
      held = held.filter((each) => each.id !== id);
      return seen ?? missing();
    },
    "graph:check": () => ({ ...CHECK, findings }),
    "graph:exempt": ({ findingId, reason }) =>
      meant(findingId, { intentional: true, ...(reason && { reason }) }),
    "graph:unexempt": ({ findingId }) => {
      meant(findingId, { intentional: false });
      return { findingId, unexempted: true };
    },
  };
}
