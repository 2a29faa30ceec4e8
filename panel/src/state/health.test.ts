import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Failure } from "../channels/client.ts";
import type { Status } from "../channels/generated.ts";
import { defaultSettings, noEpisodes } from "../memory/sample_care.ts";
import { PROJECT } from "../memory/sample_rules.ts";
import { type Beginning, scriptedMemory } from "../memory/scripted_memory.ts";
import { said } from "../memory/words_care.ts";
import { createMohen } from "../mohen.tsx";
import {
  BUDGET_SPENT,
  createHealth,
  type Health,
  LOOK_AGAIN_MS,
  selectMemoryState,
  troubles,
} from "./health.ts";
import { createLearning } from "./learning.ts";
import { loading } from "./loaded.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);
const well: Status = {
  version: "1",
  memoryDegraded: false,
  episodes: { active: 0, compressed: 0, open: 0, projects: {} },
  settings: defaultSettings,
  fileBytes: {},
  storage: { files: {} },
  degradations: [],
  alerts: [],
};
const health = (status: Partial<Status> = {}, given: Partial<Health> = {}): Health => ({
  status: { state: "ready", data: { ...well, ...status }, degraded: [] },
  link: "live",
  heard: [],
  paused: false,
  answerClock: async () => {},
  reload: async () => {},
  ...given,
});
const refused = (code: string, reason?: string) => ({
  ...health().status,
  state: "failed" as const,
  failure: new Failure({ code, message: "", retryable: true, details: { reason } }),
});
const alert = {
  code: noEpisodes.code,
  subject: "rules",
  state: "began",
  at: 5,
  cure: noEpisodes.cure,
} as const;

describe("the one word for how it stands, the gravest first", () => {
  const off = { settings: { ...defaultSettings, injectionEnabled: false } };
  const spent = { ...noEpisodes, code: BUDGET_SPENT };
  test.each([
    ["well", health()],
    ["asking", health({}, { status: loading })],
    ["paused", health({}, { paused: true })],
    ["private", health({ settings: { ...defaultSettings, privacyModeEnabled: true } })],
    ["off", health(off, { paused: true })],
    ["degraded", health({ ...off, memoryDegraded: true })],
    ["well", health({ memoryDegraded: true, degradations: [spent] })],
    ["degraded", health({ memoryDegraded: true, degradations: [spent, noEpisodes] })],
    ["degraded", health({ memoryDegraded: true, episodes: undefined })],
    ["degraded", health({ memoryDegraded: true, settings: undefined })],
    ["unavailable", health({ memoryDegraded: true, episodes: undefined, settings: undefined })],
    ["unavailable", health({}, { status: refused("DB_ERROR", "corrupt") })],
    ["degraded", health({}, { status: refused("DB_ERROR", "busy") })],
    ["degraded", health({}, { status: refused("INTERNAL") })],
    ["unreachable", health({}, { status: refused("UNREACHABLE") })],
    ["unreachable", health({}, { link: "lost" })],
    ["refused", health({ memoryDegraded: true }, { link: "refused" })],
  ])("%s", (word, state) => {
    expect(selectMemoryState(state)).toBe(word);
  });
});

describe("what is out of order", () => {
  test("a degradation and its alert are one thing, since the alert began", () => {
    const found = troubles(health({ degradations: [noEpisodes], alerts: [alert] }));
    expect(found).toEqual([
      { code: noEpisodes.code, message: noEpisodes.message, cure: noEpisodes.cure, since: 5 },
    ]);
  });

  test("alerts that have ended are none, and one that was just heard is one", () => {
    const ended = { ...alert, state: "ended" as const };
    expect(troubles(health({ alerts: [ended] }))).toEqual([]);
    expect(troubles(health({}, { heard: [alert] }))).toHaveLength(1);
  });

  test("a part that cannot be counted is out of order even if nobody says so", () => {
    const codes = troubles(health({ episodes: undefined })).map((each) => each.code);
    expect(codes).toEqual([noEpisodes.code]);
  });

  test("every reason the server knows has words here, in both languages", () => {
    const source = readFileSync(
      new URL("../../../src/mohen/core/degradation.py", import.meta.url),
      "utf8",
    );
    const reasons = [...source.matchAll(/^ {4}([A-Z_]+) = "\1"$/gm)].map((each) => each[1]);
    expect(reasons.length).toBeGreaterThan(8);
    for (const reason of reasons) {
      const code = reason === "CLEANUP_FAILED" ? `MEMORY_${reason}` : `MEMORY_DEGRADE_${reason}`;
      for (const words of [said.en, said.zh]) {
        expect(words).toHaveProperty(`alert_${code}`);
      }
    }
  });
});

async function open(given: Beginning = {}) {
  const memory = scriptedMemory(given);
  const mohen = createMohen({ client: memory.client, projectId: PROJECT, language: "zh" });
  const store = mohen.store(createHealth);
  await settled();
  const asked = () => memory.client.callsOf("memory:status").length;
  const toasts = () => mohen.toasts.getState().items.map((each) => each.text);
  const state = () => selectMemoryState(store.getState());
  return { memory, mohen, store, asked, toasts, state };
}

describe("keeping up with it", () => {
  test("an alarm is there at once, and stays when the status tells it too", async () => {
    const { memory, store } = await open();
    memory.care().alerts = [alert];
    memory.client.push("memory:alert", alert);
    expect(troubles(store.getState())).toHaveLength(1);
    await settled();
    expect(store.getState().heard).toEqual([]);
    expect(troubles(store.getState())).toHaveLength(1);
  });

  test("what has ended is said once", async () => {
    const { memory, toasts } = await open({ degradations: [noEpisodes], alerts: [alert] });
    memory.care().degradations = [];
    memory.care().alerts = [];
    memory.client.push("memory:alert", { ...alert, state: "ended" });
    await settled();
    expect(toasts()).toEqual(["已恢复正常：过往交互"]);
    memory.client.push("memory:alert", { ...alert, state: "ended" });
    await settled();
    expect(toasts()).toHaveLength(1);
  });

  test("while something is broken it looks again by itself, and then no more", async () => {
    const { memory, asked, state } = await open({ degradations: [noEpisodes] });
    expect(state()).toBe("degraded");
    const before = asked();
    await vi.advanceTimersByTimeAsync(LOOK_AGAIN_MS);
    expect(asked()).toBe(before + 1);
    memory.care().degradations = [];
    await vi.advanceTimersByTimeAsync(LOOK_AGAIN_MS);
    expect(state()).toBe("well");
    const then = asked();
    await vi.advanceTimersByTimeAsync(LOOK_AGAIN_MS * 5);
    expect(asked()).toBe(then);
  });

  test("a link that comes back is worth a look", async () => {
    const { memory, asked, state } = await open();
    memory.client.setLink("lost");
    expect(state()).toBe("unreachable");
    const before = asked();
    memory.client.setLink("live");
    await settled();
    expect(asked()).toBe(before + 1);
    expect(state()).toBe("well");
  });

  test("learning that is paused shows", async () => {
    const { mohen, state } = await open();
    await mohen.store(createLearning).getState().pause();
    expect(state()).toBe("paused");
  });
});
