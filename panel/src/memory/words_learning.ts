import { words } from "../words/index.ts";
import { en, zh } from "../words/numbers.ts";

const times = (number: number) => `${en(number)} ${number === 1 ? "interaction" : "interactions"}`;

/** What is said of how a rule came to be: why, what contradicts it, what happened to it. */
export const said = words({
  en: {
    // why this rule
    whyTitle: "Why this rule?",
    measured: "Measured as",
    confidence: "Confidence",
    typedOn: (day: string) => `You typed this on ${day}. It holds because you said so.`,
    learnedByActs:
      "It was learned from choices you made several times over. No single interaction stands for it.",
    formulaTitle: "How sure, and why",
    formula: (share: string, number: number, trust: string, result: string) =>
      `${share} of what ${times(number)} show speaks for it. ${capital(times(number))} are worth ${trust} trust: the more there are, the closer to 100%. Together that makes ${result}.`,
    formulaLine: (share: string, number: number, prior: number, result: string) =>
      `${share} × ${en(number)} ÷ (${en(number)} + ${en(prior)}) = ${result}`,
    nowInConflict: (share: string) => `It is held at ${share} while it is in conflict.`,
    nowConfirmed: (share: string) => `You confirmed it at ${share}; it does not change by itself.`,
    nowElse: (share: string) => `It stands at ${share} now.`,
    course: "Confidence over time",
    wordings: "Earlier words",
    wordingUntil: (day: string) => `until ${day}`,
    wordingBy_user: "changed by you",
    wordingBy_distillation: "reworded by learning",
    wordingBy_drift: "your taste changed",
    supporting: (number: number) => `${times(number)} for it`,
    contradicting: (number: number) => `${times(number)} against it`,
    newest: (number: number, all: number) => `The newest ${en(number)} of ${en(all)} are shown.`,
    goneSince: (number: number) =>
      `${capital(times(number))} have been forgotten with time; what they showed still counts.`,
    noEvidence: "No interaction speaks for or against it.",
    episodesUnread:
      "Past interactions cannot be read at the moment. The rule holds all the same; its evidence is not lost in the count.",
    ruleGone: "This rule is no longer there.",
    ruleGoneText: "It was deleted, or withdrawn because too little speaks for it now.",

    // one interaction
    signal_DIRECT_ACCEPT: "taken as it was",
    signal_LIGHT_EDIT: "lightly edited",
    signal_NEUTRAL: "neither for nor against",
    signal_HEAVY_REWRITE: "rewritten",
    signal_FULL_REJECT: "rejected",
    signal_UNDO_AFTER_ACCEPT: "taken, then undone",
    signal_REPEATED_SCENE_SKILL: "asked for again",
    signal_ABANDONED: "left unanswered",
    aiText: "The AI wrote",
    finalText: "You kept",
    yourText: "You wrote instead",
    digest: "Its text is gone; what is kept of it",
    noText: "Its text was not kept.",
    tookNone: "None of the suggestions was taken.",
    elsewhere: "It belongs to another project, or can no longer be read here.",
    measuredValue: (value: string) => `Measured: ${value}`,
    fits: (asked: string) => `fits ${asked}`,
    misses: (asked: string) => `does not fit ${asked}`,
    final_vs_chosen: (value: string) => `Your edit: ${value}`,
    chosen_vs_rejected: (value: string) => `Against what you left aside: ${value}`,
    refused: (value: string) => `Rejected text, from its mean: ${value}`,
    compared: (value: string) => `Difference: ${value}`,
    phraseLess: (phrase: string, number: number) => `“${phrase}” cut ${timesOver(number)}`,
    phraseMore: (phrase: string, number: number) => `“${phrase}” added ${timesOver(number)}`,
    candidates: "What else was suggested",
    candidate: (number: number) => `Suggestion ${number}`,
    candidatesNone: "There was no other suggestion.",
    forget: "Forget this interaction",
    forgetTitle: "Forget this interaction?",
    forgetText: "Its text, its digest and what was measured of it leave every file, for good.",
    forgetLinks: (number: number) =>
      number === 1
        ? "One rule loses it as evidence. How sure that rule is gets settled at the next update."
        : `${en(number)} rules lose it as evidence. How sure they are gets settled at the next update.`,
    forgetNoUndo: "This cannot be undone.",
    forgot: "The interaction is forgotten.",
    forgotAlready: "It had been forgotten before.",
    forget_: "Forget",

    // conflicts
    conflictTitle: "Preferences in conflict: choose the style you lean towards",
    conflictOf: (at: number, all: number) => `${en(at)} of ${en(all)}`,
    conflictBefore: "Previous conflict",
    conflictNext: "Next conflict",
    prefer: "I prefer this",
    preferNamed: (rule: string) => `I prefer this: ${rule}`,
    typed: "Typed by you",
    confirmed: "Confirmed",
    evidence: (number: number, against: number) =>
      against === 0 ? `${times(number)} for it` : `${times(number)} for it, ${en(against)} against`,
    consequence: "The one you choose is confirmed; the other is deleted and not learned again.",
    inForce: "used for now",
    keepBoth: "Keep both, by scene",
    keepBothText: "Each holds in its own kind of scene, and is confirmed.",
    sceneOf: (rule: string) => `Scene for “${rule}”`,
    keep: "Keep both",
    cancel: "Cancel",
    keptBoth: "Both are kept, each in its scene.",
    later: "Decide later",
    waiting: (number: number) =>
      number === 1
        ? "One conflict of preferences waits for you."
        : `${en(number)} conflicts of preferences wait for you.`,
    decide: "Decide now",
    chose: (rule: string, other: string) => `“${rule}” is confirmed, “${other}” deleted.`,
    decidedElsewhere: "This conflict has been settled already.",

    // offers
    offerTitle: (number: number) => `${en(number)} projects share this preference`,
    offerText: "Make it global? It then holds in every project; you can delete it there any time.",
    offerAccept: "Make it global",
    offerDecline: "Not now",
    offerTaken: (rule: string) => `“${rule}” now holds in all projects.`,
    offerSame: "A global rule says the same already.",

    // distillation
    distilling: "Updating preferences",
    distillingIn: (project: string) => `Updating preferences of ${project}`,
    stage_asked: "Waiting to begin",
    stage_started: "Reading interactions",
    stage_clustered: "Comparing what belongs together",
    stage_patterned: "Looking for what repeats",
    stage_generated: "Putting rules into words",
  },
  zh: {
    whyTitle: "为什么有这条规则？",
    measured: "衡量方式",
    confidence: "置信度",
    typedOn: (day: string) => `这是你在 ${day} 写下的，由你说了算。`,
    learnedByActs: "它来自你多次相同的取舍，没有单独的某次交互可以展示。",
    formulaTitle: "有多确定，凭什么",
    formula: (share: string, number: number, trust: string, result: string) =>
      `${zh(number)} 次交互里，有 ${share} 的分量支持它；${zh(number)} 次交互的可信度是 ${trust}，次数越多越接近 100%。两者相乘，得 ${result}。`,
    formulaLine: (share: string, number: number, prior: number, result: string) =>
      `${share} × ${zh(number)} ÷ (${zh(number)} + ${zh(prior)}) = ${result}`,
    nowInConflict: (share: string) => `因为有冲突，目前降为 ${share}。`,
    nowConfirmed: (share: string) => `你确认时是 ${share}，此后不再自动变化。`,
    nowElse: (share: string) => `目前是 ${share}。`,
    course: "置信度的变化",
    wordings: "旧的表述",
    wordingUntil: (day: string) => `用到 ${day}`,
    wordingBy_user: "你改的",
    wordingBy_distillation: "学习时改写",
    wordingBy_drift: "偏好转变",
    supporting: (number: number) => `支持它的 ${zh(number)} 次交互`,
    contradicting: (number: number) => `与它相反的 ${zh(number)} 次交互`,
    newest: (number: number, all: number) => `显示最近 ${zh(number)} 次，共 ${zh(all)} 次。`,
    goneSince: (number: number) => `另有 ${zh(number)} 次交互已随时间遗忘，它们的结论仍然算数。`,
    noEvidence: "没有交互支持或反对它。",
    episodesUnread: "暂时无法读取过往交互。规则仍然有效，已计入的依据不受影响。",
    ruleGone: "这条规则已经不在了。",
    ruleGoneText: "它被删除了，或因依据不足而撤回。",

    signal_DIRECT_ACCEPT: "直接采用",
    signal_LIGHT_EDIT: "小改后采用",
    signal_NEUTRAL: "无明显倾向",
    signal_HEAVY_REWRITE: "大幅改写",
    signal_FULL_REJECT: "全部拒绝",
    signal_UNDO_AFTER_ACCEPT: "采用后撤销",
    signal_REPEATED_SCENE_SKILL: "再次要求",
    signal_ABANDONED: "未作答复",
    aiText: "AI 写的",
    finalText: "你留下的",
    yourText: "你改写成",
    digest: "原文已不保留，留下的摘要",
    noText: "没有保留原文。",
    tookNone: "没有采用任何一稿。",
    elsewhere: "它属于另一个项目，或在这里已无法读取。",
    measuredValue: (value: string) => `测得 ${value}`,
    fits: (asked: string) => `符合 ${asked}`,
    misses: (asked: string) => `不符合 ${asked}`,
    final_vs_chosen: (value: string) => `你的改动：${value}`,
    chosen_vs_rejected: (value: string) => `与落选的相比：${value}`,
    refused: (value: string) => `被拒的稿与其均值相差：${value}`,
    compared: (value: string) => `差异：${value}`,
    phraseLess: (phrase: string, number: number) => `删去「${phrase}」${zh(number)} 次`,
    phraseMore: (phrase: string, number: number) => `添上「${phrase}」${zh(number)} 次`,
    candidates: "当时的其他候选",
    candidate: (number: number) => `候选 ${number}`,
    candidatesNone: "当时没有其他候选。",
    forget: "忘掉这次交互",
    forgetTitle: "忘掉这次交互？",
    forgetText: "它的原文、摘要和测量数据将从所有文件中永久清除。",
    forgetLinks: (number: number) =>
      `有 ${zh(number)} 条规则不再以它为依据，置信度会在下次更新时重新算过。`,
    forgetNoUndo: "此操作无法撤销。",
    forgot: "已忘掉这次交互。",
    forgotAlready: "这次交互先前已被忘掉。",
    forget_: "忘掉",

    conflictTitle: "检测到偏好冲突，请选择你更倾向的风格",
    conflictOf: (at: number, all: number) => `第 ${zh(at)} 个，共 ${zh(all)} 个`,
    conflictBefore: "上一个冲突",
    conflictNext: "下一个冲突",
    prefer: "选这一条",
    preferNamed: (rule: string) => `选这一条：${rule}`,
    typed: "你手动添加",
    confirmed: "已确认",
    evidence: (number: number, against: number) =>
      against === 0 ? `${zh(number)} 次支持` : `${zh(number)} 次支持，${zh(against)} 次相反`,
    consequence: "选中的会被确认，另一条会被删除，以后不再学到。",
    inForce: "暂用这一条",
    keepBoth: "两条都留，按场景",
    keepBothText: "各用于一种场景，并都会被确认。",
    sceneOf: (rule: string) => `「${rule}」用于哪种场景`,
    keep: "都保留",
    cancel: "取消",
    keptBoth: "两条都已保留，各用于自己的场景。",
    later: "以后再说",
    waiting: (number: number) => `有 ${zh(number)} 个偏好冲突等你决定。`,
    decide: "现在决定",
    chose: (rule: string, other: string) => `已确认「${rule}」，删除「${other}」。`,
    decidedElsewhere: "这个冲突已经解决了。",

    offerTitle: (number: number) => `${zh(number)} 个项目都有这个偏好`,
    offerText: "要提升为全局吗？之后在所有项目中生效，随时可以在全局里删除。",
    offerAccept: "提升为全局",
    offerDecline: "暂不",
    offerTaken: (rule: string) => `「${rule}」已在所有项目中生效。`,
    offerSame: "已经有一条相同的全局规则。",

    distilling: "正在更新偏好",
    distillingIn: (project: string) => `正在更新「${project}」的偏好`,
    stage_asked: "等待开始",
    stage_started: "读取交互记录",
    stage_clustered: "把相近的放在一起比较",
    stage_patterned: "寻找反复出现的取舍",
    stage_generated: "拟定规则",
  },
});

export type Said = (typeof said)["zh"];

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function timesOver(number: number): string {
  if (number === 1) return "once";
  return number === 2 ? "twice" : `${en(number)} times`;
}
