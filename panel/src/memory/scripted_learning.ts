// Learning, as the server does it: distilled, paused, told, and asked about contradictions.
import type { Conflict, Payload, PushData, Rule } from "../channels/generated.ts";
import type { Script } from "../channels/scripted.ts";
import { PROJECT } from "./sample_rules.ts";
import { conflict, EVERYWHERE, type Kept } from "./scripted_state.ts";

const STAGES = [
  ["started", 0.05],
  ["clustered", 0.3],
  ["patterned", 0.6],
  ["generated", 0.9],
] as const;

type Progress = PushData<"memory:distill:progress">;

export function scriptedLearning(kept: () => Kept, push: (told: Progress) => void): Script {
  const distill = async ({ projectId, wait = true }: Payload<"memory:semantic:distill">) => {
    if (kept().learning(projectId).paused)
      throw conflict("learning is paused: resume it, then distil");
    const runId = kept().id("run");
    const learned = run(runId, projectId ?? PROJECT);
    const ids = wait ? await learned : [];
    return {
      runId,
      status: wait ? ("completed" as const) : ("running" as const),
      created: ids,
      updated: [],
      conflicts: [],
      runs: [],
    };
  };

  const run = async (runId: string, projectId: string): Promise<string[]> => {
    for (const [stage, progress] of STAGES) {
      await pause(kept().stageMs);
      push({ runId, projectId, stage, progress });
    }
    await pause(kept().stageMs);
    const learned = kept().lessons.splice(0);
    kept().rules.push(...learned);
    for (const each of learned) kept().tell("created", each, undefined, runId);
    kept().pending = 0;
    kept().lastDistilledAt = Date.now();
    push({ runId, projectId, stage: "completed", progress: 1 });
    return learned.map((each) => each.id);
  };

  const resolve = (decision: Payload<"memory:conflict:resolve">) => {
    const { conflictId, keepBoth } = decision;
    const chosenRuleId = decision.chosenRuleId ?? "";
    const open = kept().conflicts.find((each) => each.id === conflictId);
    if (open?.status !== "pending") throw conflict("the conflict is resolved already");
    const resolved = { ...open, status: "resolved" as const, chosenRuleId, resolvedAt: Date.now() };
    kept().conflicts = kept().conflicts.map((each) => (each === open ? resolved : each));
    if (keepBoth) {
      for (const { ruleId, sceneType } of keepBoth) {
        const rule = kept().find(ruleId);
        const text = `${sceneType}：${rule.rule}`;
        kept().put({
          ...rule,
          rule: text,
          ruleZh: text,
          userConfirmed: true,
          conflictMarked: false,
        });
      }
      return withRules(resolved, kept().rules);
    }
    for (const id of open.ruleIds.filter((each) => each !== chosenRuleId))
      kept().remove(kept().find(id));
    const before = kept().find(chosenRuleId);
    const chosen = { ...before, userConfirmed: true, conflictMarked: false };
    kept().tell(
      "confirmed",
      kept().put({ ...chosen, version: before.version + 1 }),
      before.confidence,
    );
    return withRules(resolved, kept().rules);
  };

  return {
    "memory:semantic:distill": distill,
    "memory:learning:pause": ({ projectId }) => {
      kept().pausedAt.set(projectId || EVERYWHERE, Date.now());
      return kept().learning(projectId);
    },
    "memory:learning:resume": ({ projectId }) => {
      kept().pausedAt.delete(projectId || EVERYWHERE);
      return kept().learning(projectId);
    },
    "memory:learning:history": ({ ruleId, cursor, limit }) => {
      const all = kept().events.filter((each) => !ruleId || each.ruleId === ruleId);
      const [from, most] = [Number(cursor ?? 0), limit ?? 50];
      const more = from + most < all.length && { nextCursor: String(from + most) };
      return { items: all.slice(from, from + most), page: { limit: most, ...more } };
    },
    "memory:learning:watching": () => ({ items: kept().watched, episodes: kept().episodes }),
    "memory:conflict:list": ({ includeResolved = false }) => ({
      items: kept()
        .conflicts.filter((each) => includeResolved || each.status === "pending")
        .map((each) => withRules(each, kept().rules)),
    }),
    "memory:conflict:resolve": resolve,
  };
}

function withRules(conflict: Conflict, rules: readonly Rule[]): Conflict {
  const known = conflict.ruleIds.flatMap((id) => rules.filter((each) => each.id === id));
  return { ...conflict, rules: known };
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
