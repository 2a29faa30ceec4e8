// The rest of a memory's life, as the server leads it: why a rule is believed, forgetting,
// clearing, settings, what a prompt is given, and how the memory is.
import { Failure } from "../channels/client.ts";
import type { Account, Alert, Degradation, Payload, Settings } from "../channels/generated.ts";
import type { Script } from "../channels/scripted.ts";
import { defaultSettings, receipt } from "./sample_care.ts";
import type { Kept } from "./scripted_state.ts";

/** What speaks for and against a rule. */
export interface Testimony {
  readonly supporting: readonly Account[];
  readonly contradicting?: readonly Account[];
}

export interface CareGiven {
  /** By the rule's id. */
  testimonies?: Readonly<Record<string, Testimony>>;
  settings?: Partial<Settings>;
  degradations?: readonly Degradation[];
  alerts?: readonly Alert[];
  /** Facts and notes. */
  notes?: readonly { id: string; type: "fact" | "note"; content: string }[];
}

const PRIOR = 5;
const TOKEN_MS = 300_000;

export class Care {
  readonly testimonies: Map<string, Testimony>;
  settings: Settings;
  degradations: readonly Degradation[];
  alerts: readonly Alert[];
  notes: NonNullable<CareGiven["notes"]>;
  tokens = 0;

  constructor(given: CareGiven) {
    this.testimonies = new Map(Object.entries(given.testimonies ?? {}));
    this.settings = { ...defaultSettings, ...given.settings };
    this.degradations = given.degradations ?? [];
    this.alerts = given.alerts ?? [];
    this.notes = given.notes ?? [];
  }
}

export function scriptedCare(kept: () => Kept): Script {
  const care = () => kept().care;

  const why = ({ id }: Payload<"memory:semantic:why">) => {
    const rule = kept().find(id);
    const { supporting = [], contradicting = [] } = care().testimonies.get(id) ?? {};
    const { supporting: yes, contradicting: no } = rule.tally;
    const [episodes, consistency] = [yes + no, yes / Math.max(1, yes + no)];
    const confidence = (consistency * episodes) / (episodes + PRIOR);
    return {
      rule,
      ...(episodes > 0 && { formula: { consistency, episodes, prior: PRIOR, confidence } }),
      supporting: [...supporting],
      contradicting: [...contradicting],
    };
  };

  /** Rules that this interaction speaks for or against. */
  const naming = (episodeId: string | null | undefined) =>
    [...care().testimonies].filter(([, { supporting, contradicting = [] }]) =>
      [...supporting, ...contradicting].some((each) => each.episodeId === episodeId),
    );

  /** They lose it as evidence; answers how many did. */
  const drop = (episodeId: string | null | undefined): number => {
    const without = (all: readonly Account[]) => all.filter((it) => it.episodeId !== episodeId);
    const named = naming(episodeId);
    for (const [id, { supporting, contradicting = [] }] of named) {
      const left = { supporting: without(supporting), contradicting: without(contradicting) };
      care().testimonies.set(id, left);
      const rule = kept().find(id);
      const { tally } = rule;
      kept().put({
        ...rule,
        tally: {
          ...tally,
          supporting: tally.supporting - supporting.length + left.supporting.length,
          contradicting: tally.contradicting - contradicting.length + left.contradicting.length,
        },
      });
    }
    return named.length;
  };

  const forget = ({ episodeId, knowledgeId, dryRun = false }: Payload<"memory:forget">) => {
    if (knowledgeId) {
      const known = care().notes.filter((each) => each.id === knowledgeId);
      if (!dryRun) care().notes = care().notes.filter((each) => each.id !== knowledgeId);
      return receipt({ knowledge: known.length, dryRun, wiped: !dryRun });
    }
    const links = dryRun ? naming(episodeId).length : drop(episodeId);
    return receipt({ episodes: Math.min(links, 1), links, dryRun, wiped: !dryRun });
  };

  /** Without the token of exactly what would go now, nothing goes. */
  const clear = (projectId?: string) => (asked: { confirmToken?: string | null }) => {
    const mine = kept().rules.filter((each) => !projectId || each.projectId === projectId);
    const would = {
      episodes: kept().episodes,
      rules: mine.length,
      events: kept().events.length,
      knowledge: care().notes.length,
      conflicts: kept().conflicts.length,
    };
    const token = JSON.stringify([projectId ?? "", would, care().tokens]);
    if (asked.confirmToken !== token) {
      const details = { confirmToken: token, expiresAt: Date.now() + TOKEN_MS, would };
      const code = "MEMORY_CLEAR_CONFIRM_REQUIRED";
      throw new Failure({ code, message: "nothing was deleted", retryable: false, details });
    }
    kept().rules = kept().rules.filter((each) => !mine.includes(each));
    kept().conflicts = [];
    kept().events = [];
    care().notes = [];
    return receipt({ ...would, wiped: true });
  };

  const preview = ({ projectId, queryText }: Payload<"memory:injection:preview">) => {
    const on = care().settings.injectionEnabled;
    const rules = kept().rules.filter(
      (each) => (each.scope === "global" || each.projectId === projectId) && !each.overriddenBy,
    );
    const stable = rules.map((each) => ({
      id: each.id,
      type: "preference",
      scope: each.scope,
      origin: each.origin,
      content: each.rule,
      reason: { kind: "deterministic" as const, message: reasonOf(each) },
      layer: "stable" as const,
    }));
    const dynamic = care().notes.map((each) => ({
      id: each.id,
      type: each.type,
      scope: "project" as const,
      origin: "captured",
      content: each.content,
      reason: {
        kind: "semantic" as const,
        score: 0.62,
        message: { en: "answers the query", zh: "与当前请求相关" },
      },
      layer: "dynamic" as const,
    }));
    return {
      items: on ? [...stable, ...(queryText ? dynamic : [])] : [],
      mode: queryText ? ("semantic" as const) : ("deterministic" as const),
      block: on ? rules.map((each) => `- ${each.rule}`).join("\n") : "",
    };
  };

  return {
    "memory:semantic:why": why,
    "memory:forget": forget,
    "memory:clear:project": (asked) => clear(asked.projectId)(asked),
    "memory:clear:all": clear(),
    "memory:injection:preview": preview,
    "memory:settings:get": () => care().settings,
    "memory:settings:update": ({ injectionEnabled }) => {
      const changed = injectionEnabled ?? care().settings.injectionEnabled;
      care().settings = { ...care().settings, injectionEnabled: changed };
      return care().settings;
    },
    "memory:status": () => ({
      version: "0.0.0",
      memoryDegraded: care().degradations.length > 0,
      episodes: { active: kept().episodes, compressed: 0, open: 0, projects: {} },
      settings: care().settings,
      fileBytes: {},
      storage: { files: {} },
      degradations: [...care().degradations],
      alerts: [...care().alerts],
    }),
  };
}

function reasonOf({ origin, userConfirmed, tally }: Kept["rules"][number]) {
  if (origin === "manual") return { en: "you wrote it", zh: "你写下的" };
  if (userConfirmed) return { en: "you confirmed it", zh: "你确认过" };
  const { supporting } = tally;
  return { en: `distilled from ${supporting} interactions`, zh: `从 ${supporting} 次交互提炼` };
}
