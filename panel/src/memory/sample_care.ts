// What a memory that has lived some weeks can tell of itself.
import type { Account, Data, Degradation, Settings } from "../channels/generated.ts";
import { DAY_MS, PROJECT } from "./sample_rules.ts";
import type { Testimony } from "./scripted_care.ts";

export const defaultSettings: Settings = {
  injectionEnabled: true,
  preferenceLearningEnabled: true,
  privacyModeEnabled: false,
  preferenceLearningThreshold: 3,
  redactNames: [],
  embedder: { kind: "builtin" },
  model: { kind: "none" },
  distillationTokensPerDay: 20_000,
  consolidationTokensPerDay: 1_800,
  tokenizer: "estimate",
  promptLanguage: "zh",
  maskNamesEnabled: false,
  contextInspectionEnabled: false,
  keepConversations: 365,
  modelHub: "https://huggingface.co",
};

type Receipt = Data<"memory:forget">;

export function receipt(given: Partial<Receipt>): Receipt {
  return {
    episodes: 0,
    texts: 0,
    digests: 0,
    evidence: 0,
    vectors: 0,
    terms: 0,
    rules: 0,
    links: 0,
    knowledge: 0,
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
    wiped: false,
    dryRun: false,
    ...given,
  };
}

/** Edited, chosen, summed up, of another project: every way an interaction can be told. */
export function evidenceForShort(now: number): Testimony {
  const account = (id: string, days: number, given: Partial<Account>): Account => ({
    episodeId: id,
    weight: 1,
    timestamp: now - days * DAY_MS,
    sceneType: "action",
    differences: [],
    ...given,
  });
  return {
    supporting: [
      account("ep_edited", 1, {
        signal: "LIGHT_EDIT",
        measured: 6.3,
        differences: [{ kind: "final_vs_chosen", weight: 1, value: -8.7 }],
        aiText: "他猛地推开那扇被海风吹得吱呀作响的木门，沿着湿滑的石阶一路冲了下去。",
        finalText: "他推开门。石阶湿滑。他冲了下去。",
      }),
      account("ep_chosen", 4, {
        weight: 0.5,
        signal: "DIRECT_ACCEPT",
        measured: 8,
        differences: [{ kind: "chosen_vs_rejected", weight: 0.5, value: -12.25 }],
        aiText: "绳子断了。船头一沉。他抓住了栏杆。",
        finalText: "绳子断了。船头一沉。他抓住了栏杆。",
      }),
      account("ep_digest", 90, {
        signal: "HEAVY_REWRITE",
        measured: 11.4,
        differences: [{ kind: "final_vs_chosen", weight: 1, value: -6 }],
        digest: "追逐场景，作者把三个长句拆成了七个短句。",
      }),
      { episodeId: "ep_elsewhere", weight: 1, differences: [] },
    ],
    contradicting: [
      account("ep_against", 12, {
        signal: "LIGHT_EDIT",
        measured: 19,
        differences: [{ kind: "final_vs_chosen", weight: 1, value: 4.5 }],
        aiText: "他跑。他跳。他落地。",
        finalText: "他跑过堤岸，跳过缺口，落在对面湿漉漉的木板上。",
      }),
    ],
  };
}

type Events = Data<"memory:learning:history">["items"];

/** A rule that was learned, grew, was contradicted and confirmed; another that was deleted. */
export function learningEvents(now: number): Events {
  const event = { projectId: PROJECT, supporting: 8, contradicting: 0 };
  const at = (days: number) => now - days * DAY_MS;
  return [
    { ...event, at: at(0.01), kind: "confirmed", ruleId: "rule_short", before: 0.87, after: 0.87 },
    {
      ...event,
      at: at(1),
      kind: "raised",
      ruleId: "rule_short",
      runId: "run_3",
      before: 0.71,
      after: 0.87,
      supporting: 23,
      contradicting: 2,
    },
    { ...event, at: at(2), kind: "deleted", ruleId: "rule_gone", before: 0.58 },
    { ...event, at: at(6), kind: "lowered", ruleId: "rule_classical", before: 0.61, after: 0.52 },
    {
      ...event,
      at: at(8),
      kind: "raised",
      ruleId: "rule_short",
      runId: "run_2",
      before: 0.62,
      after: 0.71,
    },
    { ...event, at: at(15), kind: "drifted", ruleId: "rule_classical", runId: "run_1" },
    {
      ...event,
      at: at(15),
      kind: "created",
      ruleId: "rule_short",
      runId: "run_1",
      after: 0.62,
      supporting: 5,
    },
  ];
}

export const noEpisodes: Degradation = {
  code: "MEMORY_DEGRADE_EPISODES_UNREADABLE",
  reason: "EPISODES_UNREADABLE",
  message: {
    en: "past interactions cannot be read: none of them is recalled; your rules still hold",
    zh: "无法读取过往交互：暂不参考过往经历，已学到的规则仍然有效",
  },
  cure: { en: "run `mohen doctor`", zh: "运行 `mohen doctor`" },
};

type Episode = Data<"memory:episode:get">;

/** One whole interaction, with what was left aside. */
export function wholeEpisode(id: string, now: number): Episode {
  return {
    id,
    timestamp: now - 4 * DAY_MS,
    projectId: PROJECT,
    scope: "project",
    trigger: {
      skillUsed: "continue",
      inputContext: "船身猛地一斜。",
      projectId: PROJECT,
      chapterId: null,
      sceneType: "action",
      sceneInferred: false,
      generationId: null,
    },
    aiOutput: {
      candidates: [
        "绳子断了。船头一沉。他抓住了栏杆。",
        "随着一声闷响，那根早已被盐水泡得发白的缆绳终于断开，他在船头下沉的瞬间抓住了栏杆。",
      ],
      selectedIndex: 0,
      finalText: "绳子断了。船头一沉。他抓住了栏杆。",
    },
    feedback: {
      explicit: null,
      implicit: {
        signal: "DIRECT_ACCEPT",
        weight: 1,
        responseTimeMs: null,
        undoneAt: null,
        undoLatencyMs: null,
      },
      editDistance: 0,
    },
    meta: {
      importance: 0.6,
      recallCount: 1,
      lastRecalledAt: null,
      strength: 0.8,
      band: "ACTIVE",
      strengthAt: now,
      compressed: false,
      digest: null,
      lengths: { input: 7, candidates: [17, 44], final: 17 },
      state: "closed",
      userConfirmed: false,
      coreSetting: false,
      private: false,
      marked: false,
      recordedAt: now - 4 * DAY_MS,
    },
    version: 1,
    schemaVersion: 1,
  };
}
