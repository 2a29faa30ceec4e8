// Runs at every turn of their life, for stories.

import type { StoryFinding } from "../channels/generated.ts";
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
    offeredAt: Date.UTC(2026, 2, 15, 9),
    result: sampleRun("run_1", candidates, MODEL),
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
