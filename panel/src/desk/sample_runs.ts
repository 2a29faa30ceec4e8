// Runs at every turn of their life, for stories.

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
