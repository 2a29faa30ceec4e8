import { expect, test, vi } from "vitest";
import { Failure } from "../channels/client.ts";
import { scriptedClient } from "../channels/scripted.ts";
import { NOW, PROJECT } from "../knowledge/sample_knowledge.ts";
import { sampleTalk } from "../knowledge/sample_talk.ts";
import { scriptedTalk } from "../knowledge/scripted_talk.ts";
import { createMohen } from "../mohen.tsx";
import { createTalk } from "./talk.ts";
import { type Message, sourceOf, span, spotOf } from "./talk_asked.ts";

function begin(messages: readonly Message[] = sampleTalk(), projectId: string | null = PROJECT) {
  const client = scriptedClient(scriptedTalk(messages));
  const mohen = createMohen({ client, now: () => NOW, ...(projectId && { projectId }) });
  const talk = mohen.store(createTalk);
  return { client, mohen, talk, now: () => talk.getState() };
}

const long = (many: number, session = "long"): Message[] =>
  Array.from({ length: many }, (_, n) => ({
    session,
    place: 3 * (n + 1), // as lines of a transcript are
    role: "user",
    text: `line ${n + 1}`,
    at: NOW + n,
  }));

test("sessions come page by page, each once", async () => {
  const many = Array.from({ length: 60 }, (_, n) => long(1, `s${n}`)).flat();
  const { now } = begin(many);
  await now().load();
  expect(now().sessions.data).toMatchObject({ more: true });
  expect(now().sessions.data?.items).toHaveLength(50);
  await now().older();
  expect(now().sessions.data?.more).toBe(false);
  expect(new Set(now().sessions.data?.items.map(({ session }) => session)).size).toBe(60);
});

test("a session is opened at a line, with what was said around it, and read on both ways", async () => {
  const { now } = begin(long(200));
  await now().open({ session: "long", place: 300 });
  const places = () => now().reading.data?.items.map(({ place }) => place) ?? [];
  expect(places().slice(0, 2)).toEqual([240, 243]);
  expect(places()).toContain(300);
  await now().earlier();
  await now().earlier();
  expect(places()[0]).toBe(3);
  expect(now().reading.data?.previous).toBeUndefined();
  await now().later();
  expect(places()).toEqual(long(200).map(({ place }) => place));
  expect(now().reading.data?.next).toBeUndefined();
});

test("each line has what is known from it", async () => {
  const { now } = begin();
  await now().open({ session: "s1" });
  const known = now().reading.data?.facts.get(4);
  expect(known?.map(({ content }) => content)).toContain("用户搬到了上海");
  expect(now().reading.data?.facts.get(1)).toBeUndefined();
});

test("words ask for facts and what was said together, whose and when alone for what was said", async () => {
  vi.useFakeTimers();
  const { client, now } = begin();
  await now().load();
  now().seek({ words: "花" });
  now().seek({ words: "花生" });
  await vi.runAllTimersAsync();
  expect(client.callsOf("memory:search")).toEqual([
    { projectId: PROJECT, query: "花生", includeArchived: false, marks: true, limit: 50 },
  ]);
  expect(now().found.data?.marks).toEqual(["花生"]);
  now().seek({ words: "", who: "Anna" });
  await vi.runAllTimersAsync();
  expect(client.callsOf("talk:search")).toEqual([
    { projectId: PROJECT, limit: 50, speaker: "Anna" },
  ]);
  expect(now().found.data?.items.map(({ said }) => said?.message.speaker)).toEqual([
    "Anna",
    "Anna",
  ]);
  vi.useRealTimers();
});

test("what somebody said goes with the token for what was foreseen", async () => {
  const { client, now } = begin();
  await now().load();
  const foreseen = await now().foresee({ speaker: "林晚" });
  if (foreseen instanceof Failure) throw foreseen;
  expect(foreseen).toMatchObject({ messages: 3, dryRun: true });
  expect(await now().forget({ speaker: "林晚" }, foreseen)).toBeUndefined();
  expect(client.callsOf("memory:forget").at(-1)).toMatchObject({ confirmToken: "1.sealed" });
  const s1 = now().sessions.data?.items.find(({ session }) => session === "s1");
  expect(s1?.messages).toBe(3);
});

test("if more would go than was seen, nothing goes", async () => {
  const { client, now } = begin();
  const foreseen = await now().foresee({ speaker: "林晚" });
  if (foreseen instanceof Failure) throw foreseen;
  const refused = await now().forget({ speaker: "林晚" }, { ...foreseen, messages: 2 });
  expect(refused?.code).toBe("MEMORY_CLEAR_CONFIRM_REQUIRED");
  expect(client.callsOf("memory:forget").some(({ confirmToken }) => confirmToken)).toBe(false);
});

test("of what is read a line goes, and after the last one the list is there again", async () => {
  const { now } = begin(long(2));
  await now().load();
  await now().open({ session: "long", place: 6 });
  for (const place of [6, 3]) {
    const target = { source: sourceOf({ session: "long", place }) };
    const foreseen = await now().foresee(target);
    if (foreseen instanceof Failure) throw foreseen;
    await now().forget(target, foreseen);
  }
  expect(now().spot).toBeUndefined();
  expect(now().sessions.data?.items).toEqual([]);
});

test("without a project nobody is asked, and in another one nothing is left of this one", async () => {
  const { client, now } = begin(sampleTalk(), null);
  await now().load();
  now().seek({ who: "Anna" });
  expect(client.calls).toEqual([]);
  const other = begin();
  await other.now().load();
  await other.now().open({ session: "s1" });
  other.mohen.place.getState().enter("另一部");
  expect(other.now().spot).toBeUndefined();
});

test("places are named as knowledge names them", () => {
  expect(sourceOf({ session: "a", place: 3 })).toBe("a:3");
  expect(sourceOf({ session: "a" })).toBe("a");
  expect(sourceOf({ session: "telegram:main:42" })).toBe("telegram:main:42:0");
  expect(spotOf("telegram:main:42:7")).toEqual({ session: "telegram:main:42", place: 7 });
  expect(spotOf("a")).toBeUndefined();
  expect(spotOf("a:0")).toBeUndefined();
});

test("days are whole days where the author is", () => {
  const { since = 0, until = 0 } = span({ from: "2026-03-02", to: "2026-03-02" });
  expect(new Date(since).getDate()).toBe(2);
  expect(new Date(until).getDate()).toBe(3);
  expect(new Date(until).getHours()).toBe(0);
  expect(span({ from: "", to: "" })).toEqual({});
});
