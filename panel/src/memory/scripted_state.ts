// What the scripted memory holds, and how a rule comes to be changed in it.
import { Failure } from "../channels/client.ts";
import type { Conflict, Data, Rule, Watched } from "../channels/generated.ts";
import { PROJECT } from "./sample_rules.ts";
import { Care, type CareGiven } from "./scripted_care.ts";

export interface Beginning extends CareGiven {
  rules?: readonly Rule[];
  /** Pairs of ids that cannot both hold. */
  conflicts?: readonly (readonly [string, string])[];
  /** Where learning is paused when it begins. */
  paused?: "everywhere" | "project";
  /** Interactions recorded, and how many of them since the last distillation. */
  episodes?: number;
  pending?: number;
  lastDistilledAt?: number;
  offers?: Data<"memory:semantic:list">["offers"];
  /** Rules in the making. */
  watched?: readonly Watched[];
  /** What the next distillation finds out. */
  lessons?: readonly Rule[];
  /** What has happened to rules so far, newest first. */
  events?: Data<"memory:learning:history">["items"];
  /** How long each stage of a distillation takes. */
  stageMs?: number;
}

type Event = Data<"memory:learning:history">["items"][number];

/** The key of a pause that holds for all projects. */
export const EVERYWHERE = "";

export class Kept {
  rules: Rule[];
  conflicts: Conflict[];
  events: Event[];
  readonly care: Care;
  lessons: Rule[];
  readonly pausedAt: Map<string, number>;
  readonly offers: Data<"memory:semantic:list">["offers"];
  readonly watched: Watched[];
  readonly episodes: number;
  readonly stageMs: number;
  pending: number;
  lastDistilledAt: number | undefined;
  #made = 0;

  constructor(given: Beginning) {
    this.rules = [...(given.rules ?? [])];
    this.events = [...(given.events ?? [])];
    this.care = new Care(given);
    this.conflicts = (given.conflicts ?? []).map((ruleIds, n) => ({
      id: `conflict_${n + 1}`,
      scope: "project",
      projectId: PROJECT,
      ruleIds: [...ruleIds],
      rules: [],
      reason: "CONTRADICTION",
      status: "pending",
      createdAt: Date.now(),
    }));
    const where = given.paused === "everywhere" ? EVERYWHERE : PROJECT;
    this.pausedAt = new Map(given.paused ? [[where, Date.now()]] : []);
    this.lessons = [...(given.lessons ?? [])];
    this.offers = [...(given.offers ?? [])];
    this.watched = [...(given.watched ?? [])];
    this.episodes = given.episodes ?? 0;
    this.stageMs = given.stageMs ?? 0;
    this.pending = given.pending ?? 0;
    this.lastDistilledAt = given.lastDistilledAt;
  }

  id(kind: string): string {
    return `${kind}_${++this.#made}`;
  }

  find(id: string): Rule {
    const rule = this.rules.find((each) => each.id === id);
    if (!rule) throw new Failure({ code: "NOT_FOUND", message: "no such rule", retryable: false });
    return rule;
  }

  put(rule: Rule): Rule {
    this.rules = this.rules.map((each) => (each.id === rule.id ? rule : each));
    return rule;
  }

  remove(rule: Rule): void {
    this.rules = this.rules.filter((each) => each.id !== rule.id);
    this.conflicts = this.conflicts.filter(
      (each) => each.status === "resolved" || !each.ruleIds.includes(rule.id),
    );
    this.tell("deleted", rule, rule.confidence);
  }

  /** A line in the learning history. */
  tell(kind: string, rule: Rule, before?: number, runId?: string): void {
    this.events.unshift({
      at: Date.now(),
      kind,
      ruleId: rule.id,
      ...(rule.projectId !== undefined && { projectId: rule.projectId }),
      ...(runId !== undefined && { runId }),
      ...(before !== undefined && { before }),
      ...(kind !== "deleted" && { after: rule.confidence }),
      supporting: rule.tally.supporting,
      contradicting: rule.tally.contradicting,
    });
  }

  learning(projectId?: string | null): Data<"memory:learning:pause"> {
    const since = this.pausedAt.get(EVERYWHERE) ?? this.pausedAt.get(projectId || EVERYWHERE);
    return {
      paused: since !== undefined,
      ...(projectId && { projectId }),
      ...(since !== undefined && { since }),
      pendingEpisodes: this.pending,
      ...(this.lastDistilledAt !== undefined && { lastDistilledAt: this.lastDistilledAt }),
    };
  }
}

export function conflict(message: string, details?: Record<string, unknown>): Failure {
  return new Failure({ code: "CONFLICT", message, retryable: false, ...(details && { details }) });
}
