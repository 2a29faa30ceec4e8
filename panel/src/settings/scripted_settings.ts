// A memory that can be set and looked after, for stories and tests.
import { Failure } from "../channels/client.ts";
import type {
  Browser,
  Found,
  FoundModel,
  Offers,
  Overview,
  Payload,
  Settings,
  Status,
  Trial,
} from "../channels/generated.ts";
import type { Script } from "../channels/scripted.ts";
import { defaultSettings } from "../memory/sample_care.ts";
import type { Changing } from "./change.ts";

export const NOW = Date.UTC(2026, 2, 16, 12);
const HOUR = 3_600_000;

export function status(settings: Settings, given: Partial<Status> = {}): Status {
  return {
    version: "0.1.0",
    memoryDegraded: false,
    episodes: { active: 412, compressed: 90, open: 1, projects: { 雾港来信: 503 } },
    settings,
    upkeep: { last: { cleanup: NOW - 9 * HOUR }, next: { cleanup: NOW + 15 * HOUR } },
    fileBytes: { "episodes.db": 4_165_328, "mind.db": 1_306_048 },
    storage: {
      files: { "episodes.db": 4_165_328, "mind.db": 1_306_048 },
      episodes: { used: 413, cap: 10_000, budget: 1_000 },
      digests: { used: 90, cap: 50_000, budget: 5_000 },
      rules: { used: 24, cap: 500, budget: 200 },
      knowledge: { used: 61, budget: 200 },
    },
    degradations: [],
    alerts: [],
    ...(settings.model.kind === "openai" && {
      model: {
        name: settings.model.model ?? "",
        spending: [
          { purpose: "distillation", spent: 6_200, budget: settings.distillationTokensPerDay },
          { purpose: "consolidation", spent: 0, budget: settings.consolidationTokensPerDay },
          { purpose: "skill", spent: 48_310 },
        ],
      },
    }),
    ...given,
  };
}

export function invalid(field: string, message: string): Failure {
  return new Failure({ code: "INVALID_ARGUMENT", message, retryable: false, details: { field } });
}

/** What a group of settings is given, where nothing is under way. */
export function changing(given: Partial<Settings> = {}, more: Partial<Changing> = {}): Changing {
  return {
    settings: { ...defaultSettings, ...given },
    saving: [],
    refused: {},
    onChange: async () => true,
    ...more,
  };
}

const known = (id: string, name: string, baseUrl: string, local: boolean) => ({
  id,
  name: { en: name, zh: name },
  baseUrl,
  local,
  needsKey: !local,
  ...(!local && { keyPage: "https://platform.deepseek.com/api_keys" }),
});

export const OFFERS: Offers = {
  presets: [
    known("ollama", "Ollama", "http://127.0.0.1:11434/v1", true),
    known("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", true),
    known("openai", "OpenAI", "https://api.openai.com/v1", false),
    known("deepseek", "DeepSeek", "https://api.deepseek.com/v1", false),
  ],
  extras: [
    {
      name: "onnx",
      installed: false,
      command: '.venv/bin/python -m pip install "onnxruntime>=1.17" "tokenizers>=0.19"',
    },
    {
      name: "exact",
      installed: true,
      command: '.venv/bin/python -m pip install "bpe-openai>=0.1.4"',
    },
    {
      name: "local",
      installed: false,
      command: '.venv/bin/python -m pip install "xllamacpp>=2026.10"',
    },
  ],
};

export const FOUND: Found = {
  servers: [
    {
      presetId: "ollama",
      baseUrl: "http://127.0.0.1:11434/v1",
      models: [{ name: "qwen3:8b" }, { name: "gemma3:4b" }],
    },
  ],
};

export const TRIAL: Trial = {
  text: "雾从海上来，把码头的灯一盏一盏吞了下去。",
  streamed: true,
  window: 32_768,
  firstWordMs: 840,
  totalMs: 2_310,
};

export const LOCAL: Overview = {
  models: [
    {
      name: "qwen2.5-1.5b",
      state: "absent",
      size: 1_117_320_736,
      have: 0,
      licence: "Apache-2.0",
      about: { en: "Quick; plain prose.", zh: "速度快；文笔平实。" },
    },
    {
      name: "qwen3-4b",
      state: "begun",
      size: 2_500_000_000,
      have: 800_000_000,
      licence: "Apache-2.0",
      about: { en: "Better prose, for 8 GB of memory.", zh: "文笔更好，需 8 GB 内存。" },
    },
    { name: "my-own", state: "here", size: 4_683_074_240, have: 0 },
  ],
  hub: "https://huggingface.co",
  installed: false,
  command: '.venv/bin/python -m pip install "xllamacpp>=2026.10"',
};

export const TO_COME: FoundModel = {
  name: "qwen2.5-1.5b",
  via: "hub",
  size: 1_117_320_736,
  exact: true,
  licence: "Apache-2.0",
  source: "https://huggingface.co/Qwen/Qwen2.5-1.5B-Instruct-GGUF",
  have: 0,
  free: 41_000_000_000,
  here: false,
};

export const BROWSERS: Browser[] = [
  { id: "br_1", name: "Firefox, Linux", since: NOW - 700 * HOUR, seen: NOW },
  { id: "br_2", name: "Safari, macOS", since: NOW - 90 * HOUR, seen: NOW - 50 * HOUR },
];

/** Settings that stay as they are set; `more` answers instead where it says something. */
export function scriptedSettings(given: Partial<Settings> = {}, more: Script = {}): Script {
  let settings: Settings = { ...defaultSettings, ...given };
  return {
    "memory:settings:get": () => settings,
    "memory:settings:update": (patch: Payload<"memory:settings:update">) => {
      settings = { ...settings, ...patch } as Settings;
      return settings;
    },
    "memory:status": () => status(settings),
    "model:preset:list": OFFERS,
    "model:server:find": FOUND,
    "model:server:models": { models: [{ name: "deepseek-chat", window: 65_536 }] },
    "model:server:try": TRIAL,
    "model:key:get": { key: null },
    "model:key:put": ({ key }) => ({ lastFour: key.slice(-4), keptIn: "file" }),
    "model:key:delete": { deleted: true },
    "model:local:list": LOCAL,
    "model:local:look": TO_COME,
    "model:local:get": { name: TO_COME.name, via: "hub", state: "coming", done: 0 },
    "model:local:cancel": { canceled: true },
    "model:local:remove": { removed: true },
    "browser:list": { items: BROWSERS },
    "browser:revoke": { revoked: 1 },
    "memory:audit:list": {
      items: [
        {
          at: NOW - HOUR,
          operator: "user",
          act: "delete-rule",
          projectId: "雾港来信",
          subject: "rule_9",
          counts: { rules: 1, events: 3 },
        },
        {
          at: NOW - 30 * HOUR,
          operator: "cli",
          act: "forget",
          counts: { episodes: 2, vectors: 2 },
        },
      ],
      page: { limit: 20 },
    },
    "memory:doctor": ({ mend }) => ({
      healthy: mend === true,
      mended: mend ? [{ en: "permissions set to you alone", zh: "权限已改为仅你本人可读" }] : [],
      checks: [
        mend
          ? {
              name: "permissions",
              finding: "ok",
              message: { en: "readable by you alone", zh: "仅你本人可读" },
            }
          : {
              name: "permissions",
              finding: "warn",
              message: { en: "others may read: mind.db", zh: "他人可读：mind.db" },
              cure: { en: "run `mohen doctor --mend`", zh: "运行 `mohen doctor --mend`" },
            },
        {
          name: "episodes.db",
          finding: "ok",
          message: { en: "schema 4, sound", zh: "结构版本 4，完好" },
        },
        { name: "full-text index", finding: "ok", message: { en: "sound", zh: "完好" } },
      ],
    }),
    "memory:cleanup:run": ({ dryRun }) => ({
      strengths: 60,
      abandoned: 0,
      compressed: 45,
      purged: 2,
      evictedRules: 0,
      traces: 0,
      messages: 0,
      dryRun: dryRun === true,
    }),
    ...more,
  };
}
