// What stands on the desk in stories and tests.
import type { Data, ListedSkill } from "../channels/generated.ts";

export const PROJECT = "雾港来信";

export const CHAPTERS: readonly { ref: string; text: string }[] = [
  {
    ref: "chapters/01-雾中的信.md",
    text: [
      "# 雾中的信",
      "",
      "雾是从海上来的。林晚站在码头尽头，手里攥着那封没有署名的信，信纸被潮气浸得发软。",
      "",
      "她等的人没有来。汽笛响了两声，像有人在很远的地方叹气。她把信折好，放回大衣内侧的口袋，转身往灯塔的方向走去。",
      "",
      "“你不该回来。”身后有人说。🌫️",
      "",
    ].join("\n"),
  },
  {
    ref: "chapters/02-灯塔.md",
    text: "# 灯塔\n\n楼梯一共一百零七级。老周说，数错一级的人会梦见海。\n",
  },
];

const RULES: NonNullable<ListedSkill["contextRules"]> = {
  surrounding: 500,
  user_preferences: true,
  style_guide: true,
  characters: true,
  outline: false,
  recent_summary: 3,
  knowledge_graph: false,
};

function skill(
  id: string,
  zh: string,
  en: string,
  about: [string, string],
  cursor = false,
): ListedSkill {
  return {
    id,
    title: { zh, en },
    description: { zh: about[0], en: about[1] },
    source: "builtin",
    target: cursor ? "cursor" : "selection",
    contextRules: RULES,
    candidates: id === "consistency-check" ? 1 : 3,
    uses: 0,
    status: "ok",
  };
}

export const SKILLS: readonly ListedSkill[] = [
  skill(
    "continue",
    "续写",
    "Continue",
    [
      "从光标处接着写，保持原文的声音。",
      "Write on from the cursor, in the manuscript's own voice.",
    ],
    true,
  ),
  skill("rewrite", "改写", "Rewrite", [
    "用另一种写法重写选区，情节不变。",
    "Say the selection in another way with the same events.",
  ]),
  skill("polish", "润色", "Polish", [
    "修整选区的字句，内容与篇幅不变。",
    "Mend the wording and keep content and length.",
  ]),
  skill("expand", "扩写", "Expand", [
    "用场面、感官与动作把选区写开。",
    "Give the selection more room.",
  ]),
  skill("condense", "缩写", "Condense", [
    "用约一半的篇幅说完选区。",
    "Say the selection in about half the words.",
  ]),
  skill(
    "dialogue",
    "对话",
    "Dialogue",
    ["写出场上人物接下来的对话。", "Write the next exchange."],
    true,
  ),
  skill("consistency-check", "一致性检查", "Consistency check", [
    "找出正文与既有设定之间的矛盾。",
    "Find contradictions, each with its evidence.",
  ]),
  {
    id: "tighten",
    title: { zh: "tighten", en: "tighten" },
    source: "project",
    uses: 0,
    status: "invalid",
    error: {
      code: "INVALID_ARGUMENT",
      field: "candidates",
      message: "candidates must be a whole number from 1 to 5",
    },
    ref: ".mohen/skills/tighten/SKILL.md",
  },
];

export const CONTINUATIONS: readonly string[] = [
  "她没有回头。雾把声音磨得很钝，可她认得出那是谁。\n\n“信是你写的？”她问。",
  "林晚停下脚步。三年了，这个声音她以为自己已经忘了。",
  "风停了一瞬。她攥紧口袋里的信，慢慢转过身去，雾里只有一点烟头的红光。",
];

export const REWRITINGS: readonly string[] = [
  "她等的人没来。汽笛响了两声，远远的，像谁在叹气。她折好信，塞进大衣内袋，朝灯塔走去。",
  "她等的人终究没有来。两声汽笛从雾里传来，像有人在远处叹息。她把信仔细折好，收进大衣内侧的口袋，转身走向灯塔。",
  "人没有来。汽笛两声，叹气似的。信折好，放回内袋。她转身，朝灯塔去了。",
];

type Run = Data<"ai:skill:run">;

const LAYERS: Run["layers"] = [
  { layer: 0, chapter: "rules", tokens: 412, budget: 600, status: "ok", refs: [], trimmed: [] },
  { layer: 1, chapter: "session", tokens: 38, budget: 400, status: "ok", refs: [], trimmed: [] },
  {
    layer: 2,
    chapter: "preferences",
    tokens: 126,
    budget: 500,
    status: "ok",
    refs: ["rule_short"],
    trimmed: [],
  },
  {
    layer: 3,
    chapter: "settings",
    tokens: 640,
    budget: 800,
    status: "ok",
    refs: [".mohen/characters/林晚.md"],
    trimmed: [
      {
        source: ".mohen/characters/林晚.md",
        action: "trimmed",
        reason: "SOURCE_LIMIT",
        beforeChars: 3_120,
        afterChars: 2_400,
        boundary: "paragraph",
      },
    ],
  },
  {
    layer: 4,
    chapter: "retrieved",
    tokens: 210,
    budget: 900,
    status: "ok",
    refs: ["ep_1"],
    trimmed: [],
  },
  {
    layer: 5,
    chapter: "immediate",
    tokens: 320,
    budget: 2_000,
    status: "ok",
    refs: [],
    trimmed: [],
  },
];

/** What a run answers, apart from what is of its moment. */
export function sampleRun(runId: string, candidates: readonly string[], model: Run["model"]): Run {
  return {
    runId,
    generationId: `gen_${runId}`,
    episodeId: `ep_${runId}`,
    candidates: [...candidates],
    model,
    sceneType: "narration",
    injected: {
      memory: [
        {
          id: "rule_short",
          content: "动作场景偏好短句，平均句长 < 15 字",
          confidence: 0.87,
          userConfirmed: false,
          layer: 2,
        },
      ],
      episodes: [
        { id: "ep_1", score: 0.62, reason: { zh: "同类场景", en: "the same kind of scene" } },
      ],
      knowledge: [],
      working: [],
      refs: [".mohen/characters/林晚.md"],
      contextRules: RULES,
    },
    layers: LAYERS,
    tokenCount: 1_746,
    stablePrefixHash: "p1:3f9a0c7d51e2",
    promptHash: "p1:b07c44e19a3d",
    stablePrefixUnchanged: true,
    warnings: [],
    memoryDegraded: false,
  };
}

export const OFFLINE: Run["model"] = {
  name: "offline",
  offline: true,
  notice: {
    en: "no language model is configured: Mohen's own offline writer wrote this. It follows your rules but has no ideas of its own; `mohen config set model` names a model",
    zh: "未配置语言模型：本次由墨痕自带的离线写手代笔。它遵守你的规则，但没有自己的想法；用 `mohen config set model` 配置模型",
  },
};
