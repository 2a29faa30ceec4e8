// Numbers of a writer who has worked with a memory for three months, for stories and tests.

import type { Cost, Data, Status, Storage, Strength } from "../channels/generated.ts";
import type { RuleEvent } from "./ConfidenceOverTime/course.ts";

export const DAY = 86_400_000;
export const NOW = Date.UTC(2026, 2, 14, 9, 30);

const BANDS = [
  { band: "ACTIVE", from: 0.6 },
  { band: "FADING", from: 0.3 },
  { band: "COMPRESSIBLE", from: 0.1 },
  { band: "EXPIRING", from: 0 },
] as const;

function bandOf(strength: number) {
  return BANDS.find(({ from }) => strength >= from)?.band ?? "EXPIRING";
}

/** A memory that was recalled on the fourteenth day and has faded since. */
export function strengthOf(more: Partial<Strength> = {}): Strength {
  const createdAt = NOW - 22 * DAY;
  const recalledAt = createdAt + 14 * DAY;
  const at = (time: number) => {
    const since = time < recalledAt ? createdAt : recalledAt;
    const value = Math.min(1, Math.exp((-0.1 * (time - since)) / DAY) * 1.2 * 1.1);
    return { at: time, strength: value, band: bandOf(value) };
  };
  const points = Array.from({ length: 60 }, (_, n) => at(createdAt + n * 0.8 * DAY));
  const now = at(NOW);
  return {
    episodeId: "ep_1",
    createdAt,
    now: NOW,
    strength: now.strength,
    band: now.band,
    recallCount: 1,
    lastRecalledAt: recalledAt,
    importance: 0.5,
    coreSetting: false,
    userConfirmed: false,
    compressed: false,
    points,
    bands: [...BANDS],
    willCompressAt: NOW + 7 * DAY,
    expiresAt: NOW + 25 * DAY,
    ...more,
  };
}

/** Edit cost that falls as rules are learned, with the ups and downs of a real writer. */
export function costOf(buckets = 24, each = 8): Cost {
  const from = NOW - 90 * DAY;
  const wide = (90 * DAY) / buckets;
  const made = Array.from({ length: buckets }, (_, n) => {
    const cost = 0.62 - (0.4 * n) / buckets + 0.07 * Math.sin(n * 2.3);
    const rejected = Math.round(each * cost * 0.3);
    const undone = n % 7 === 3 ? 1 : 0;
    const rewritten = Math.round(each * cost * 0.4);
    const accepted = Math.round(each * (1 - cost) * 0.6);
    const edited = Math.max(0, each - rejected - undone - rewritten - accepted);
    const counts = { accepted, edited, rewritten, rejected, undone };
    return {
      from: Math.round(from + n * wide),
      to: Math.round(from + (n + 0.9) * wide),
      episodes: each,
      editCost: cost,
      ...counts,
    };
  });
  const third = Math.floor(buckets / 3);
  const mean = (some: Cost["buckets"]) => ({
    from: some[0]?.from ?? from,
    to: some[some.length - 1]?.to ?? from,
    episodes: some.length * each,
    editCost: some.reduce((sum, { editCost }) => sum + editCost, 0) / some.length,
    accepted: 0,
    edited: 0,
    rewritten: 0,
    rejected: 0,
    undone: 0,
  });
  return {
    buckets: made,
    overall: mean(made),
    firstThird: mean(made.slice(0, third)),
    lastThird: mean(made.slice(-third)),
    marks: [70, 69.6, 44, 43.8, 43.5, 12].map((days, n) => ({
      at: NOW - Math.round(days * DAY),
      kind: n === 3 ? ("confirmed" as const) : ("created" as const),
      ruleId: `rule_${n}`,
    })),
  };
}

/** Newest first, as the server tells it. */
export const EVENTS: readonly RuleEvent[] = (
  [
    [60, "created", undefined, 0.52, true, 6, 1],
    [48, "raised", 0.52, 0.66, true, 11, 1],
    [41, "lowered", 0.66, 0.57, false, 11, 2],
    [30, "raised", 0.57, 0.74, true, 19, 2],
    [22, "edited", 0.74, 0.74, false, 19, 2],
    [15, "drifted", 0.74, 0.61, true, 14, 5],
    [6, "raised", 0.61, 0.79, true, 26, 5],
    [2, "confirmed", 0.79, 0.79, false, 26, 5],
  ] as const
)
  .map(([days, kind, before, after, learned, supporting, contradicting]) => ({
    at: NOW - days * DAY,
    kind,
    ruleId: "rule_1",
    supporting,
    contradicting,
    after,
    ...(before !== undefined && { before }),
    ...(learned && { runId: `run_${days}` }),
  }))
  .reverse();

export const STORAGE: Storage = {
  files: {
    "mind.db": 18_900_000,
    "vectors.db": 7_400_000,
    "mind.db-wal": 1_200_000,
    "settings.json": 912,
  },
  episodes: { used: 932, cap: 1000 },
  digests: { used: 310, cap: 5000 },
  rules: { used: 24, cap: 500 },
  knowledge: { used: 131, budget: 200 },
};

const share = (served: number, sent: number) => ({ served, sent, percent: (100 * served) / sent });

export const CACHE: Data<"context:cache"> = {
  runs: Array.from({ length: 12 }, (_, n) => ({
    generationId: `gen_${n}`,
    skillId: "continue",
    at: NOW - n * DAY,
    prefix: share(900, 900),
    prompt: share(2100, 3400),
    naive: share(400, 3400),
    prefixChanged: n === 5,
  })),
  prefix: share(10_800, 10_800),
  prompt: share(25_200, 40_800),
  naive: share(4_800, 40_800),
  savedTokens: 20_400,
  prefixChanges: 1,
};

export const SPENDING = [
  { purpose: "distillation", spent: 6_120, budget: 20_000 },
  { purpose: "consolidation", spent: 30_000, budget: 30_000 },
  { purpose: "skill", spent: 48_310 },
];

export const STATUS: Status = {
  version: "0.1.0",
  memoryDegraded: false,
  model: { name: "offline", spending: SPENDING },
  fileBytes: STORAGE.files,
  storage: STORAGE,
  degradations: [],
  alerts: [],
};
