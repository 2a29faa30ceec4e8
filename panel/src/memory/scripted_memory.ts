// A small memory in the page: the rules' channels as the server behaves, for stories and tests.
import type { Rule } from "../channels/generated.ts";
import { type Script, type ScriptedClient, scriptedClient } from "../channels/scripted.ts";
import { type Care, scriptedCare } from "./scripted_care.ts";
import { scriptedLearning } from "./scripted_learning.ts";
import { scriptedRules } from "./scripted_rules.ts";
import { type Beginning, Kept } from "./scripted_state.ts";

export type { Beginning } from "./scripted_state.ts";

export interface ScriptedMemory {
  readonly client: ScriptedClient;
  /** Why, forgetting, settings and health: how they stand. */
  care(): Care;
  /** As it was in the beginning: before each telling of a story. */
  begin(): void;
  rule(id: string): Rule | undefined;
  /** Somebody else changes a rule meanwhile. */
  meddle(id: string, patch: Partial<Rule>): void;
}

/** `more`: other channels, or other answers of these. */
export function scriptedMemory(given: Beginning = {}, more: Script = {}): ScriptedMemory {
  let kept = new Kept(given);
  const now = () => kept;
  const client: ScriptedClient = scriptedClient({
    ...scriptedRules(now),
    ...scriptedLearning(now, (told) => client.push("memory:distill:progress", told)),
    ...scriptedCare(now),
    ...more,
  });
  return {
    client,
    care: () => kept.care,
    begin() {
      kept = new Kept(given);
    },
    rule: (id) => kept.rules.find((each) => each.id === id),
    meddle(id, patch) {
      const before = kept.find(id);
      kept.put({ ...before, ...patch, version: before.version + 1 });
    },
  };
}
