import type { Rule } from "../channels/generated.ts";
import type { Category } from "../state/rules.ts";

export const CATEGORIES = ["style", "structure", "character", "pacing", "vocabulary"] as const;

/** What can be asked of a rule besides its words. */
export const STATES = {
  confirmed: (rule: Rule) => rule.userConfirmed,
  unconfirmed: (rule: Rule) => !rule.userConfirmed,
  typed: (rule: Rule) => rule.origin === "manual",
  edited: (rule: Rule) => rule.userModified,
  recent: (rule: Rule) => rule.recentlyUpdated,
  inConflict: (rule: Rule) => rule.conflictMarked,
  overridden: (rule: Rule) => rule.overriddenBy !== undefined,
} as const;

export type RuleState = keyof typeof STATES;

export interface Filter {
  text: string;
  category: Category | "all";
  state: RuleState | "all";
  sort: Sort;
}

/** By group, the surest first, or what changed last first. */
export const SORTS = ["group", "confidence", "updated"] as const;
export type Sort = (typeof SORTS)[number];

export const EVERYTHING: Filter = { text: "", category: "all", state: "all", sort: "group" };

export function isNarrow(filter: Filter): boolean {
  return filter.text.trim() !== "" || filter.category !== "all" || filter.state !== "all";
}

/** All words asked for stand in it, in either language. */
export function filtered(rules: readonly Rule[], { text, category, state }: Filter): Rule[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return rules.filter(
    (rule) =>
      (category === "all" || rule.category === category) &&
      (state === "all" || STATES[state](rule)) &&
      words.every((word) => everything(rule).includes(word)),
  );
}

/** In the order asked for; as they came where nothing tells two apart. */
export function sorted(rules: readonly Rule[], by: Sort): Rule[] {
  const key = (rule: Rule) => {
    if (by === "group") return CATEGORIES.indexOf(rule.category);
    return by === "confidence" ? -rule.confidence : -rule.updatedAt;
  };
  return [...rules].sort((one, other) => key(one) - key(other));
}

/** By category, in the panel's order, without those that hold nothing. */
export function grouped(rules: readonly Rule[]): { category: Category; rules: Rule[] }[] {
  return CATEGORIES.map((category) => ({
    category,
    rules: rules.filter((rule) => rule.category === category),
  })).filter((group) => group.rules.length > 0);
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

const known = new WeakMap<Rule, string>();

function everything(rule: Rule): string {
  const before = known.get(rule);
  if (before !== undefined) return before;
  const { rule: text, ruleZh, ruleEn, measures } = rule;
  const said = folded([text, ruleZh, ruleEn, measures?.zh, measures?.en].join("\n"));
  known.set(rule, said);
  return said;
}
