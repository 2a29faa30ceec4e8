import { expect, test } from "vitest";
import { said } from "../words.ts";
import { type Life, lifeInWords } from "./life.ts";

const DAY = 86_400_000;
const now = Date.UTC(2026, 2, 1, 12);

const life: Life = {
  episodeId: "ep_1",
  importance: 0.5,
  userConfirmed: false,
  createdAt: now - 10 * DAY,
  now,
  strength: 0.42,
  band: "FADING",
  recallCount: 2,
  coreSetting: false,
  compressed: false,
  points: [],
  bands: [],
  willCompressAt: now + 12 * DAY,
  expiresAt: now + 60 * DAY,
};

test("where it stands, how often it came back, and what happens when", () => {
  expect(lifeInWords(life, said.en, "en")).toBe(
    "Now 42%: fading. Recalled 2 times. Its text is summed up on Mar 13, 2026. Forgotten on Apr 30, 2026, unless it is recalled.",
  );
  expect(lifeInWords(life, said.zh, "zh")).toContain("被想起过 2 次。2026年3月13日起只留摘要。");
});

test("what has been summed up is not announced again", () => {
  const text = lifeInWords({ ...life, compressed: true, willCompressAt: undefined }, said.en, "en");
  expect(text).toContain(said.en.isCompressed);
  expect(text).not.toContain("is summed up on");
});

test("the core setting does not fade, so no end is told", () => {
  const core = { ...life, coreSetting: true, strength: 1, band: "ACTIVE" as const };
  expect(lifeInWords(core, said.en, "en")).toBe(
    "Now 100%: vivid. Recalled 2 times. It is part of the core setting and does not fade.",
  );
});
