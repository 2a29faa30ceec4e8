// Runs at every turn of their life, for stories.

import type { Ranked, StoryFinding } from "../channels/generated.ts";
import type { Run } from "../state/run.ts";
import { CONTINUATIONS, PROJECT, REWRITINGS, SKILLS, sampleRun } from "./sample_desk.ts";

const MODEL = { name: "qwen3-14b", offline: false };

export function aRun(by: Partial<Run> = {}): Run {
  const skill = by.skill ?? skillOf(by.before ? "polish" : "continue");
  const candidates = by.before ? REWRITINGS : CONTINUATIONS;
  return {
    runId: "run_1",
    skill,
    projectId: PROJECT,
    ref: "chapters/01-雾中的信.md",
    askedAt: Date.UTC(2026, 2, 15, 9),
    before: "",
    request: { skillId: skill.id, projectId: PROJECT },
    phase: "offered",
    streamed: [],
    states: [],
    offeredAt: Date.UTC(2026, 2, 15, 9),
    ...((by.phase ?? "offered") === "offered" && {
      result: sampleRun("run_1", candidates, MODEL),
    }),
    ...by,
  };
}

export function skillOf(id: string) {
  const found = SKILLS.find((each) => each.id === id);
  if (!found) throw new Error(`no skill ${id}`);
  return found;
}

export const FINDINGS: readonly StoryFinding[] = [
  {
    id: "find_1",
    kind: "state",
    severity: "high",
    message: {
      zh: "周伯在第2章已死，第4章却又出场行动",
      en: "周伯 dies in chapter 2, yet acts in chapter 4",
    },
    entities: ["周伯"],
    evidence: [
      { ref: "chapters/02.md", firstLine: 4, lastLine: 4, excerpt: "周伯死了。" },
      {
        ref: "chapters/04.md",
        firstLine: 4,
        lastLine: 4,
        excerpt: "周伯推开门，笑道：“我来喝喜酒了。”",
      },
    ],
    chapter: 4,
    intentional: false,
  },
  {
    id: "find_2",
    kind: "state",
    severity: "medium",
    message: {
      zh: "苏晴的眼睛：设定中是琥珀色，第4章是蓝",
      en: "苏晴's eyes: 琥珀色 in the setting, 蓝 in chapter 4",
    },
    entities: ["苏晴"],
    evidence: [
      { ref: ".mohen/characters/su.md", firstLine: 4, lastLine: 4, excerpt: "- 眼睛：琥珀色" },
      { ref: "chapters/04.md", firstLine: 6, lastLine: 6, excerpt: "" },
    ],
    chapter: 4,
    intentional: true,
    reason: "他是鬼",
  },
];

/** Candidates of which the second is likeliest taken. */
export const TASTE: Ranked = {
  candidates: [0.24, 0.58, 0.18].map((chance, index) => ({
    index,
    chance,
    rank: [2, 1, 3][index] ?? 3,
    reasons: [
      {
        feature: "mean_sentence_length",
        effect: [-0.2, 0.9, -0.7][index] ?? 0,
        own: true,
        words: {
          zh: `平均句长：比其他的${index === 1 ? "短" : "长"}；你多半选短的`,
          en: `average sentence length: ${index === 1 ? "shorter" : "longer"} than in the others; you tend to take the shorter`,
        },
      },
    ],
  })),
  sceneType: "narration",
  proven: true,
  proof: {
    proven: true,
    guessed: 41,
    chance: 27,
    place: 30,
    of: 100,
    choices: 214,
    words: {
      zh: "你最近 100 次选择能猜中 41 次；随机能中 27 次，只凭位置能中 30 次",
      en: "would have guessed 41 of your last 100; chance 27, place alone 30",
    },
  },
  memoryDegraded: false,
};
