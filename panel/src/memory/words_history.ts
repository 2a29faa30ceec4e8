import { words } from "../words/index.ts";
import { en, zh } from "../words/numbers.ts";

const times = (number: number) => `${en(number)} ${number === 1 ? "interaction" : "interactions"}`;

/** What happened to rules, as a timeline tells it. */
export const said = words({
  en: {
    title: "Learning history",
    titleOf: "History of this rule",
    scopeProject: (project: string) => `Of “${project}” and of the global rules.`,
    scopeGlobal: "Of the global rules.",
    none: "Nothing has been learned yet.",
    noneText: "What happens to rules will be told here, newest first.",
    nothingFits: "Nothing of this kind yet.",
    filter: "Show",
    all: "Everything",
    learned: "Newly learned",
    confidence: "Surer or less sure",
    yours: "What you did",
    changed: "Changed or gone by itself",
    more: "Earlier",
    end: "That is where it began.",
    today: "Today",
    yesterday: "Yesterday",
    deletedRule: "a deleted rule",
    onlyThis: "Only this rule",
    everything: "All rules",

    event_created: (after: string, number: number) =>
      number > 0 ? `learned from ${times(number)}, ${after} sure` : `added, ${after} sure`,
    event_raised: (before: string, after: string, number: number) =>
      `confidence rose from ${before} to ${after} after ${times(number)}`,
    event_lowered: (before: string, after: string, number: number) =>
      `confidence fell from ${before} to ${after} after ${times(number)}`,
    event_raisedApart: (before: string, after: string) =>
      `by your verdict or your choices, confidence rose from ${before} to ${after}`,
    event_loweredApart: (before: string, after: string) =>
      `by your verdict, your choices or a conflict, confidence fell from ${before} to ${after}`,
    event_steady: (after: string, number: number) =>
      `confidence stays at ${after} after ${times(number)}`,
    event_supported: (after: string) => `one more interaction speaks for it, ${after} sure`,
    event_contradicted: (after: string) => `one more interaction speaks against it, ${after} sure`,
    event_confirmed: "you confirmed it",
    event_unconfirmed: "you took the confirmation back",
    event_edited: "you changed it",
    event_promoted: "you made it global",
    event_deleted: "you deleted it; it is not learned again",
    event_drifted: "your taste changed, and the rule with it",
    event_widened: "it now holds more widely",
    event_narrowed: "it now holds more narrowly",
    event_merged: "it was merged into another rule",
    event_withdrawn: "it was withdrawn: too little speaks for it",
    event_evicted: "it made room for surer rules",
    event_other: (kind: string) => kind,
  },
  zh: {
    title: "学习历史",
    titleOf: "这条规则的历史",
    scopeProject: (project: string) => `「${project}」与全局规则。`,
    scopeGlobal: "全局规则。",
    none: "还没有学到什么。",
    noneText: "规则的每次变化都会记在这里，最近的在前。",
    nothingFits: "还没有这一类的记录。",
    filter: "显示",
    all: "全部",
    learned: "新学到的",
    confidence: "置信度变化",
    yours: "你的操作",
    changed: "自动变更或移除",
    more: "更早的",
    end: "从这里开始。",
    today: "今天",
    yesterday: "昨天",
    deletedRule: "一条已删除的规则",
    onlyThis: "只看这条规则",
    everything: "全部规则",

    event_created: (after: string, number: number) =>
      number > 0 ? `从 ${zh(number)} 次交互中学到，置信度 ${after}` : `新增规则，置信度 ${after}`,
    event_raised: (before: string, after: string, number: number) =>
      `${zh(number)} 次交互之后，置信度从 ${before} 升到 ${after}`,
    event_lowered: (before: string, after: string, number: number) =>
      `${zh(number)} 次交互之后，置信度从 ${before} 降到 ${after}`,
    event_raisedApart: (before: string, after: string) =>
      `因你的判断或取舍，置信度从 ${before} 升到 ${after}`,
    event_loweredApart: (before: string, after: string) =>
      `因你的判断、取舍或一处冲突，置信度从 ${before} 降到 ${after}`,
    event_steady: (after: string, number: number) =>
      `${zh(number)} 次交互之后，置信度仍为 ${after}`,
    event_supported: (after: string) => `又有一次交互支持它，置信度 ${after}`,
    event_contradicted: (after: string) => `有一次交互与它相反，置信度 ${after}`,
    event_confirmed: "你确认了它",
    event_unconfirmed: "你取消了确认",
    event_edited: "你修改了它",
    event_promoted: "你把它提升为全局",
    event_deleted: "你删除了它，以后不再学到",
    event_drifted: "你的偏好变了，规则随之改变",
    event_widened: "适用范围变宽",
    event_narrowed: "适用范围变窄",
    event_merged: "并入了另一条规则",
    event_withdrawn: "依据不足，已撤回",
    event_evicted: "为更确定的规则让出了位置",
    event_other: (kind: string) => kind,
  },
});

export type Said = (typeof said)["zh"];
