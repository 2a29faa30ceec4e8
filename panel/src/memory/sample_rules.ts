import type { Rule, Watched } from "../channels/generated.ts";

export const DAY_MS = 86_400_000;
export const PROJECT = "实验小说";

/** A rule as the server would say it; give what matters. */
export function sampleRule(given: Partial<Rule> & Pick<Rule, "id" | "rule">): Rule {
  const manual = given.origin === "manual";
  return {
    category: "style",
    scope: "project",
    ...(given.scope !== "global" && { projectId: PROJECT }),
    confidence: manual ? 1 : 0.7,
    origin: "distilled",
    tally: { supporting: manual ? 0 : 8, contradicting: 0, gone: 0 },
    supportingEpisodes: [],
    contradictingEpisodes: [],
    userConfirmed: manual,
    userModified: false,
    history: [],
    recentlyUpdated: false,
    conflictMarked: false,
    createdAt: 0,
    updatedAt: 0,
    version: 1,
    schemaVersion: 1,
    ...given,
  };
}

/** What a project looks like after some weeks: every category, every state a rule can be in. */
export function sampleRules(now: number): Rule[] {
  const at = (days: number) => ({
    createdAt: now - (days + 9) * DAY_MS,
    updatedAt: now - days * DAY_MS,
  });
  return [
    sampleRule({
      id: "rule_short",
      rule: "动作场景偏好短句",
      ruleZh: "动作场景偏好短句",
      ruleEn: "Prefers short sentences in action scenes",
      confidence: 0.87,
      tally: { supporting: 23, contradicting: 2, gone: 0 },
      predicate: {
        feature: "mean_sentence_length",
        op: "<",
        value: 15,
        unit: "characters",
        sceneType: "action",
      },
      measures: {
        zh: "平均句长 < 15 字（动作）",
        en: "mean_sentence_length < 15 characters in action",
      },
      compared: {
        zh: "你的句子平均 9 字，AI 的 24 字",
        en: "Your sentences average 9 characters, the AI's 24",
      },
      recentlyUpdated: true,
      ...at(1),
    }),
    sampleRule({
      id: "rule_classical",
      rule: "偏好使用文言文句式",
      ruleZh: "偏好使用文言文句式",
      ruleEn: "Prefers classical constructions",
      confidence: 0.52,
      tally: { supporting: 6, contradicting: 3, gone: 1 },
      ...at(6),
    }),
    sampleRule({
      id: "rule_person",
      rule: "使用第三人称全知视角",
      category: "structure",
      origin: "manual",
      ...at(20),
    }),
    sampleRule({
      id: "rule_cold",
      rule: "女主角说话克制，从不解释自己的动机",
      category: "character",
      confidence: 0.78,
      userConfirmed: true,
      userModified: true,
      history: [{ rule: "女主角话少", until: now - 4 * DAY_MS, by: "user" }],
      tally: { supporting: 11, contradicting: 1, gone: 0 },
      ...at(4),
    }),
    sampleRule({
      id: "rule_slow",
      rule: "章节开头先写环境，再写人物",
      category: "pacing",
      confidence: 0.64,
      origin: "learned",
      tally: { supporting: 3, contradicting: 0, gone: 0 },
      ...at(3),
    }),
    sampleRule({
      id: "rule_exclaim",
      rule: "所有角色对白不使用感叹号",
      ruleZh: "所有角色对白不使用感叹号",
      ruleEn: "No exclamation marks in dialogue",
      category: "vocabulary",
      origin: "manual",
      scope: "global",
      ...at(30),
    }),
    sampleRule({
      id: "rule_first",
      rule: "偏好第一人称",
      ruleZh: "偏好第一人称",
      ruleEn: "Prefers the first person",
      category: "structure",
      scope: "global",
      confidence: 0.71,
      overriddenBy: "rule_person",
      ...at(40),
    }),
  ];
}

/** Two rules that cannot both hold, as a contradiction leaves them. */
export function contradiction(now: number): Rule[] {
  const both = { conflictMarked: true, createdAt: now - 3 * DAY_MS, updatedAt: now - DAY_MS };
  return [
    sampleRule({
      id: "rule_brief",
      rule: "偏好短句",
      ruleZh: "偏好短句",
      ruleEn: "Prefers short sentences",
      confidence: 0.55,
      ...both,
    }),
    sampleRule({
      id: "rule_long",
      rule: "偏好长句",
      ruleZh: "偏好长句",
      ruleEn: "Prefers long sentences",
      confidence: 0.48,
      ...both,
    }),
  ];
}

const CATEGORIES = ["style", "structure", "character", "pacing", "vocabulary"] as const;
const SCENES = ["动作", "对白", "描写", "心理", "叙述", "过渡"];
const WANTS = ["短句", "长句", "克制的比喻", "少用副词", "具体的名词", "留白", "听觉细节", "倒叙"];

/** As many as the cap allows: what a list must bear. */
export function manyRules(count: number, now: number): Rule[] {
  return Array.from({ length: count }, (_, n) =>
    sampleRule({
      id: `rule_${n}`,
      rule: `${SCENES[n % SCENES.length]}场景偏好${WANTS[n % WANTS.length]}（第 ${n + 1} 条）`,
      category: CATEGORIES[n % CATEGORIES.length] ?? "style",
      confidence: 0.4 + ((n * 7) % 60) / 100,
      userConfirmed: n % 4 === 0,
      tally: { supporting: 3 + (n % 40), contradicting: n % 3, gone: 0 },
      createdAt: now - n * DAY_MS,
      updatedAt: now - (n % 30) * DAY_MS,
    }),
  );
}

/** Rules in the making: estimated, counted, and proven but not looked at yet. */
export function sampleWatched(): Watched[] {
  return [
    {
      words: { zh: "少用感叹号", en: "Fewer exclamation marks" },
      category: "style",
      seen: 9,
      against: 0,
      needed: 9,
      about: false,
    },
    {
      words: { zh: "多写雨声", en: "多写雨声" },
      category: "style",
      seen: 2,
      against: 0,
      needed: 3,
      about: false,
    },
    {
      words: { zh: "动作场景偏好短句", en: "Action scenes: short sentences" },
      category: "pacing",
      sceneType: "action",
      seen: 13,
      against: 2,
      needed: 20,
      about: true,
      compared: {
        zh: "你的句子平均 8 字，AI 的 25 字",
        en: "Your sentences average 8 characters, the AI's 25",
      },
    },
  ];
}
