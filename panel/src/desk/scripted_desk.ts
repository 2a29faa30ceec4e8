// A small server of the desk's channels in the page, for stories and tests: chapters with
// versions, skills that write piece by piece, answers that count once.
import { canceled, Failure } from "../channels/client.ts";
import type { ListedSkill, Run } from "../channels/generated.ts";
import { type Script, type ScriptedClient, scriptedClient } from "../channels/scripted.ts";
import {
  CHAPTERS,
  CONTINUATIONS,
  OFFLINE,
  PROJECT,
  REWRITINGS,
  SKILLS,
  sampleRun,
} from "./sample_desk.ts";
import { TASTE } from "./sample_runs.ts";

export interface DeskBeginning {
  projects?: readonly string[];
  chapters?: readonly { ref: string; text: string }[];
  skills?: readonly ListedSkill[];
  model?: Run["model"];
  /** Runs stop in the middle until `finish`, and can be cancelled there. */
  slow?: boolean;
  /** What the author takes was guessed often enough. */
  proven?: boolean;
}

interface Kept {
  text: string;
  version: string;
}

interface Waiting {
  runId: string;
  finish(): void;
  cancel(): void;
}

export interface ScriptedDesk {
  readonly client: ScriptedClient;
  textOf(ref: string): string | undefined;
  /** Another program writes the file; `quietly`: and nobody notices yet. */
  meddle(ref: string, text: string, how?: { quietly: boolean }): void;
  /** Let the run that waits write the rest. */
  finish(): void;
}

const AT = Date.UTC(2026, 2, 15, 9);

export function scriptedDesk(given: DeskBeginning = {}, more: Script = {}): ScriptedDesk {
  const projects = [...(given.projects ?? [PROJECT])];
  const chapters = new Map<string, Kept>();
  let written = 0;
  let waiting: Waiting | undefined;
  const runs = new Map<string, { candidates: readonly string[]; answer?: string }>();

  function put(ref: string, text: string): Kept {
    const kept = { text, version: `v${++written}` };
    chapters.set(ref, kept);
    return kept;
  }
  for (const { ref, text } of given.chapters ?? CHAPTERS) put(ref, text);

  function find(ref: string): Kept {
    const kept = chapters.get(ref);
    if (!kept) throw refusal("NOT_FOUND", "there is no such chapter: it may have been moved");
    return kept;
  }

  function filed(ref: string, { text, version }: Kept) {
    return { ref, title: titleOf(ref, text), chars: [...text].length, version, modifiedAt: AT };
  }

  function tell(ref: string, version: string) {
    client.push("chapter:written", { projectId: PROJECT, ref, version, at: AT });
  }

  async function write(runId: string, skillId: string, count: number | undefined): Promise<Run> {
    const cursor = skillId === "continue" || skillId === "dialogue";
    const all = cursor ? CONTINUATIONS : REWRITINGS;
    const candidates = all.slice(0, count ?? all.length);
    const say = (event: "run_started" | "run_completed" | "run_canceled") =>
      client.push("ai:skill:stream", { runId, event, ts: AT });
    say("run_started");
    await stream(runId, candidates).catch((failure) => {
      say("run_canceled");
      throw failure;
    });
    runs.set(runId, { candidates });
    say("run_completed");
    return sampleRun(runId, candidates, given.model ?? { name: "qwen3-14b", offline: false });
  }

  async function stream(runId: string, candidates: readonly string[]): Promise<void> {
    const pieces = candidates.flatMap((text, candidate) =>
      [...text].flatMap((_, at, points) =>
        at % 6 === 0 ? [{ candidate, text: points.slice(at, at + 6).join("") }] : [],
      ),
    );
    const half = given.slow ? Math.ceil(pieces.length / 2) : pieces.length;
    const push = (piece: (typeof pieces)[number], place: number) => {
      client.push("ai:skill:stream", { runId, event: "delta", ts: AT, ...piece });
      const { candidate } = piece;
      const isLast = pieces.findLastIndex((each) => each.candidate === candidate) === place;
      if (isLast)
        client.push("ai:skill:stream", { runId, event: "candidate_completed", ts: AT, candidate });
    };
    pieces.slice(0, half).forEach(push);
    if (!given.slow) return;
    await new Promise<void>((finish, reject) => {
      waiting = { runId, finish, cancel: () => reject(canceled()) };
    });
    for (const [at, piece] of pieces.slice(half).entries()) push(piece, half + at);
  }

  const client: ScriptedClient = scriptedClient({
    "project:list": () => ({
      items: projects.map((projectId) => ({
        projectId,
        folder: `/home/author/${projectId}`,
        boundAt: AT,
        missing: false,
        episodes: 42,
        rules: 6,
        knowledge: 3,
      })),
    }),
    "project:create": ({ projectId }) => {
      if (projects.includes(projectId))
        throw refusal("CONFLICT", "the project has a folder already");
      projects.push(projectId);
      const folder = `/home/author/${projectId}`;
      return { projectId, folder, boundAt: AT, files: { chapter: 1 }, troubles: [] };
    },
    "project:chapters": () => ({
      items: [...chapters].map(([ref, kept]) => filed(ref, kept)),
      missing: false,
    }),
    "chapter:read": ({ ref }) => {
      const { text, version } = find(ref);
      return { ref, title: titleOf(ref, text), text, version, modifiedAt: AT };
    },
    "chapter:write": ({ ref, text, version }) => {
      const now = find(ref);
      if (now.version !== version) {
        throw refusal("CONFLICT", "the chapter was changed elsewhere", { version: now.version });
      }
      const kept = put(ref, text);
      tell(ref, kept.version);
      return filed(ref, kept);
    },
    "chapter:create": ({ title }) => {
      const ref = `chapters/${String(chapters.size + 1).padStart(2, "0")}-${title}.md`;
      const { text, version } = put(ref, `# ${title}\n\n`);
      tell(ref, version);
      return { ref, title, text, version, modifiedAt: AT };
    },
    "ai:skill:list": { items: [...(given.skills ?? SKILLS)] },
    "ai:skill:run": ({ runId, skillId, candidates }) =>
      write(runId ?? "run_1", skillId, candidates ?? undefined),
    "ai:skill:open": { items: [] },
    "ai:skill:cancel": ({ runId }) => {
      const found = waiting?.runId === runId;
      if (found) waiting?.cancel();
      return { runId, canceled: found };
    },
    "ai:skill:feedback": ({ runId, action, selectedIndex, finalText }) => {
      const run = runs.get(runId);
      if (!run) throw refusal("NOT_FOUND", "no such run");
      if (run.answer) throw refusal("CONFLICT", "the run was answered already");
      run.answer = action;
      const chosen = run.candidates[selectedIndex ?? 0];
      const asIs = finalText === undefined || finalText === null || finalText === chosen;
      const signal = action === "reject" ? "FULL_REJECT" : asIs ? "DIRECT_ACCEPT" : "LIGHT_EDIT";
      return {
        recorded: true,
        feedbackId: `fb_${runId}`,
        episodeId: `ep_${runId}`,
        signal,
        learned: [],
        ignored: true,
        reason: "NO_LABEL",
      };
    },
    "memory:taste:rank": ({ candidates }) => ({
      ...TASTE,
      candidates: TASTE.candidates.slice(0, candidates.length),
      proven: given.proven ?? false,
    }),
    "memory:episode:undo": ({ runId }) => {
      if (runs.get(runId ?? "")?.answer !== "accept")
        throw refusal("CONFLICT", "nothing was accepted");
      return {
        episodeId: `ep_${runId}`,
        signal: "UNDO_AFTER_ACCEPT",
        weight: -1,
        undoLatencyMs: 2_000,
        retryCount: 0,
      };
    },
    "session:begin": ({ projectId, sessionId }) => ({
      sessionId: sessionId ?? "ss_1",
      projectId,
      beganAt: AT,
      currentFocus: null,
      intentStack: [],
      undoBuffer: [],
      tempSignals: [],
      aiDialogContext: [],
      tokens: 0,
      tokenBudget: 2_000,
      evicted: 0,
      settled: null,
    }),
    "session:focus": ({ sessionId }) => ({
      sessionId,
      projectId: PROJECT,
      tokens: 120,
      tokenBudget: 2_000,
      evicted: 0,
    }),
    "session:end": ({ sessionId }) => ({
      sessionId,
      projectId: PROJECT,
      episodes: [],
      discarded: 0,
      abandoned: 0,
      failed: [],
    }),
    "memory:status": {
      version: "0.0.0",
      memoryDegraded: false,
      fileBytes: {},
      storage: { files: {} },
      degradations: [],
      alerts: [],
    },
    ...more,
  });

  return {
    client,
    textOf: (ref) => chapters.get(ref)?.text,
    meddle(ref, text, { quietly } = { quietly: false }) {
      put(ref, text);
      if (quietly) return;
      client.push("context:files:changed", { projectId: PROJECT, refs: [ref], at: AT });
    },
    finish: () => waiting?.finish(),
  };
}

export { CONTINUATIONS, OFFLINE, PROJECT, REWRITINGS, SKILLS, sampleRun };

function titleOf(ref: string, text: string): string {
  return /^#\s+(.+)$/m.exec(text)?.[1] ?? ref.replace(/^.*\/|\.md$/g, "");
}

function refusal(code: string, message: string, details?: Record<string, unknown>): Failure {
  return new Failure({ code, message, retryable: false, ...(details && { details }) });
}
