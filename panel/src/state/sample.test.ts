import { expect, test } from "vitest";
import { Failure } from "../channels/client.ts";
import { never, scriptedClient } from "../channels/scripted.ts";
import { createMohen } from "../mohen.tsx";
import { createSample } from "./sample.ts";

const NAMES = { zh: "雾港来信", en: "Letters from Fog Harbour" };

function loaded(language: "zh" | "en") {
  const counts = { episodes: 60, rules: 6, conflicts: 1, knowledge: 4 };
  return { projects: [{ language, projectId: NAMES[language], folder: "/home/f", ...counts }] };
}

function begun(answer: Parameters<typeof scriptedClient>[0], language: "zh" | "en" = "zh") {
  const client = scriptedClient(answer);
  const mohen = createMohen({ client, language });
  return { client, mohen, sample: mohen.store(createSample) };
}

test.each(["zh", "en"] as const)(
  "the sample is loaded in the panel's language: %s",
  async (language) => {
    const { client, mohen, sample } = begun({ "sample:load": loaded(language) }, language);
    await sample.getState().load();
    expect(client.callsOf("sample:load")).toEqual([{ language }]);
    expect(mohen.place.getState().projectId).toBe(NAMES[language]);
    // And what to try first is said, until it is put away.
    const [hint, ...more] = mohen.toasts.getState().items;
    expect(hint?.text).toContain(language === "zh" ? "续写" : "Continue");
    expect([hint?.until, more]).toEqual([undefined, []]);
  },
);

test("a sample that is there already is simply entered", async () => {
  const details = { field: "reset", projects: [NAMES.zh] };
  const { mohen, sample } = begun({ "sample:load": conflict(details) });
  await sample.getState().load();
  expect(mohen.place.getState().projectId).toBe(NAMES.zh);
  expect(mohen.toasts.getState().items).toEqual([]);
});

test("a project of one's own that has the sample's name is not taken for it", async () => {
  const { mohen, sample } = begun({ "sample:load": conflict({ projectId: NAMES.zh }) });
  await sample.getState().load();
  expect(mohen.place.getState().projectId).toBeUndefined();
  expect(mohen.toasts.getState().items).toMatchObject([{ tone: "danger" }]);
});

function conflict(details: Record<string, unknown>): Failure {
  return new Failure({ code: "CONFLICT", message: "no", retryable: false, details });
}

test("when it cannot be loaded one stays where one is, and is told", async () => {
  const full = new Failure({ code: "DB_ERROR", message: "full", retryable: true });
  const { mohen, sample } = begun({ "sample:load": full });
  await sample.getState().load();
  expect(mohen.place.getState().projectId).toBeUndefined();
  expect(mohen.toasts.getState().items).toHaveLength(1);
  expect(sample.getState().loading).toBe(false);
});

test("two presses load it once", () => {
  const { client, mohen, sample } = begun({ "sample:load": never });
  void sample.getState().load();
  expect(mohen.toasts.getState().items).toMatchObject([{ tone: "info" }]); // it says that it works
  void sample.getState().load();
  expect(client.callsOf("sample:load")).toHaveLength(1);
});
