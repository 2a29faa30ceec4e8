import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Watched } from "../channels/generated.ts";
import { PROJECT } from "../memory/sample_rules.ts";
import { scriptedMemory } from "../memory/scripted_memory.ts";
import { createMohen } from "../mohen.tsx";
import { createRules } from "./rules.ts";
import { createWatching } from "./watching.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);
const short: Watched = {
  words: { zh: "偏好短句", en: "Short sentences" },
  category: "pacing",
  seen: 13,
  against: 2,
  needed: 20,
  about: true,
};

test("what is watched is read with the rules, and again when they are", async () => {
  const { client } = scriptedMemory({ watched: [short] });
  const mohen = createMohen({ client, projectId: PROJECT, language: "zh" });
  const watching = mohen.store(createWatching);
  await settled();
  expect(watching.getState().list.data).toEqual([short]);
  const before = client.callsOf("memory:learning:watching").length;
  await mohen.store(createRules).getState().reload();
  await settled();
  expect(client.callsOf("memory:learning:watching").length).toBe(before + 1);
});

test("without a project nothing is asked for: learning is each project's own", async () => {
  const { client } = scriptedMemory({ watched: [short] });
  const mohen = createMohen({ client, language: "zh" });
  const watching = mohen.store(createWatching);
  await settled();
  expect(watching.getState().list.data).toEqual([]);
  expect(client.callsOf("memory:learning:watching")).toEqual([]);
});
