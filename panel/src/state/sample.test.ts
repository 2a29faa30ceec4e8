import { expect, test } from "vitest";
import { Failure } from "../channels/client.ts";
import { never, scriptedClient } from "../channels/scripted.ts";
import { createMohen } from "../mohen.tsx";
import { createSample, SAMPLES } from "./sample.ts";

const loaded = { projects: [] };

function begun(answer: Parameters<typeof scriptedClient>[0], language: "zh" | "en" = "zh") {
  const client = scriptedClient(answer);
  const mohen = createMohen({ client, language });
  return { client, mohen, sample: mohen.store(createSample) };
}

test.each(["zh", "en"] as const)(
  "the sample is loaded in the panel's language: %s",
  async (language) => {
    const { client, mohen, sample } = begun({ "sample:load": loaded }, language);
    await sample.getState().load();
    expect(client.callsOf("sample:load")).toEqual([{ language }]);
    expect(mohen.place.getState().projectId).toBe(SAMPLES[language]);
  },
);

test("a sample that is there already is simply entered", async () => {
  const there = new Failure({ code: "CONFLICT", message: "it is there", retryable: false });
  const { mohen, sample } = begun({ "sample:load": there });
  await sample.getState().load();
  expect(mohen.place.getState().projectId).toBe(SAMPLES.zh);
  expect(mohen.toasts.getState().items).toEqual([]);
});

test("when it cannot be loaded one stays where one is, and is told", async () => {
  const full = new Failure({ code: "DB_ERROR", message: "full", retryable: true });
  const { mohen, sample } = begun({ "sample:load": full });
  await sample.getState().load();
  expect(mohen.place.getState().projectId).toBeUndefined();
  expect(mohen.toasts.getState().items).toHaveLength(1);
  expect(sample.getState().loading).toBe(false);
});

test("two presses load it once", () => {
  const { client, sample } = begun({ "sample:load": never });
  void sample.getState().load();
  void sample.getState().load();
  expect(client.callsOf("sample:load")).toHaveLength(1);
});
