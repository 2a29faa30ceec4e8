// The author's rules, as the server keeps them: seen, added, changed, deleted, promoted.
import type { Payload, Rule } from "../channels/generated.ts";
import type { Script } from "../channels/scripted.ts";
import { sampleRule } from "./sample_rules.ts";
import { conflict, type Kept } from "./scripted_state.ts";

export function scriptedRules(kept: () => Kept): Script {
  const list = ({
    projectId,
    scope,
    category,
    includeOverridden,
  }: Payload<"memory:semantic:list">) => {
    const seen = kept()
      .rules.filter((each) => each.scope === "global" || each.projectId === projectId)
      .map((each) => (projectId ? each : { ...each, overriddenBy: undefined }))
      .filter((each) => includeOverridden || each.overriddenBy === undefined)
      .filter((each) => !scope || each.scope === scope);
    return {
      items: inOrder(seen.filter((each) => !category || each.category === category)),
      counts: {
        total: seen.length,
        confirmed: seen.filter((each) => each.userConfirmed).length,
        byCategory: tallied(seen, (each) => each.category),
        byOrigin: tallied(seen, (each) => each.origin),
        episodes: kept().episodes,
      },
      learning: kept().learning(projectId),
      offers: kept().offers,
    };
  };

  const add = ({ rule: text, category, scope, projectId }: Payload<"memory:semantic:add">) => {
    const twin = kept().rules.find(
      (each) =>
        each.rule === text && each.scope === scope && each.projectId === (projectId ?? undefined),
    );
    if (twin) throw conflict("the same rule is there already", { id: twin.id });
    const added = sampleRule({
      id: kept().id("rule_made"),
      rule: text,
      category: category ?? "style",
      origin: "manual",
      scope,
      projectId: projectId ?? undefined,
      createdAt: Date.now(),
      updatedAt: Date.now(),
    });
    kept().rules.push(added);
    kept().tell("created", added);
    return added;
  };

  const update = ({ id, version, patch }: Payload<"memory:semantic:update">) => {
    const before = kept().find(id);
    if (before.version !== version)
      throw conflict("changed meanwhile", { version: before.version });
    const text = patch.rule ?? before.rule;
    const twin = kept().rules.find((each) => each.rule === text && each.id !== id);
    if (text !== before.rule && twin) throw conflict("there already", { id: twin.id });
    const reworded = text !== before.rule && {
      rule: text,
      ruleZh: undefined,
      ruleEn: undefined,
      measures: undefined,
      predicate: undefined,
      userModified: true,
      history: [...before.history, { rule: before.rule, until: Date.now(), by: "user" }],
    };
    const after = kept().put({
      ...before,
      ...reworded,
      category: patch.category ?? before.category,
      userConfirmed: patch.userConfirmed ?? before.userConfirmed,
      updatedAt: Date.now(),
      version: version + 1,
    });
    if (reworded) kept().tell("edited", after, before.confidence);
    if (after.userConfirmed && !before.userConfirmed)
      kept().tell("confirmed", after, before.confidence);
    if (!after.userConfirmed && before.userConfirmed)
      kept().tell("unconfirmed", after, before.confidence);
    return after;
  };

  const remove = ({ id, dryRun = false }: Payload<"memory:semantic:delete">) => {
    const rule = kept().find(id);
    const conflicts = kept().conflicts.filter((each) => each.ruleIds.includes(id)).length;
    if (!dryRun) kept().remove(rule);
    return {
      rules: 1,
      wordings: rule.history.length,
      links: rule.tally.supporting + rule.tally.contradicting,
      conflicts,
      labels: 0,
      vetoes: 1,
      episodesMarked: rule.tally.supporting,
      wiped: !dryRun,
      dryRun,
    };
  };

  const promote = ({ id }: Payload<"memory:promote">) => {
    const before = kept().find(id);
    const twin = kept().rules.find((each) => each.rule === before.rule && each.scope === "global");
    if (twin) throw conflict("a global rule says the same already", { id: twin.id });
    const after = kept().put({
      ...before,
      scope: "global",
      projectId: undefined,
      updatedAt: Date.now(),
      version: before.version + 1,
    });
    kept().tell("promoted", after, before.confidence);
    return after;
  };

  return {
    "memory:semantic:list": list,
    "memory:semantic:add": add,
    "memory:semantic:update": update,
    "memory:semantic:delete": remove,
    "memory:promote": promote,
  };
}

/** Confirmed first, then the surest, as the server has it. */
function inOrder(rules: readonly Rule[]): Rule[] {
  return [...rules].sort(
    (a, b) => Number(b.userConfirmed) - Number(a.userConfirmed) || b.confidence - a.confidence,
  );
}

function tallied<K extends string>(rules: readonly Rule[], key: (rule: Rule) => K) {
  const counts: Partial<Record<K, number>> = {};
  for (const each of rules) counts[key(each)] = (counts[key(each)] ?? 0) + 1;
  return counts;
}
