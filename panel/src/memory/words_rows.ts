import { words } from "../words/index.ts";
import { en, zh } from "../words/numbers.ts";

const rules = (number: number) => `${en(number)} ${number === 1 ? "rule" : "rules"}`;

/** What is said of rules as rows: their order, several at once, and those in the making. */
export const said = words({
  en: {
    sort: "Order",
    sort_group: "By group",
    sort_confidence: "Surest first",
    sort_updated: "Changed last first",
    pages: "Pages of rules",
    pageBefore: "Previous page",
    pageNext: "Next page",
    pageOf: (from: number, to: number, all: number) => `${en(from)}–${en(to)} of ${en(all)}`,

    // several at once
    several: "Several rules at once",
    choose: (rule: string) => `Select “${rule}”`,
    chooseAll: "Select all",
    chosen: (number: number) => `${rules(number)} selected`,
    removeManyTitle: (number: number) => `Delete ${rules(number)}?`,
    removedMany: (number: number) => `Deleted ${rules(number)}`,
    removeManyFailed: "Some rules could not be deleted and are back.",
    didConfirmMany: (number: number) => `${rules(number)} confirmed.`,

    // in the making
    watchingTitle: "Being watched",
    watchingText: "Not proven yet: it may be chance, and no prompt holds it.",
    watchedReady: "a rule at the next update",
    watched: (seen: number, needed: number, about: boolean) =>
      `${en(seen)} of ${about ? "about " : ""}${en(needed)}`,
    watchedAgainst: (number: number) => `${en(number)} against`,
  },
  zh: {
    sort: "排序",
    sort_group: "按分类",
    sort_confidence: "按置信度",
    sort_updated: "按最近改动",
    pages: "规则分页",
    pageBefore: "上一页",
    pageNext: "下一页",
    pageOf: (from: number, to: number, all: number) =>
      `第 ${zh(from)}–${zh(to)} 条，共 ${zh(all)} 条`,

    several: "批量操作",
    choose: (rule: string) => `选择「${rule}」`,
    chooseAll: "全选",
    chosen: (number: number) => `已选 ${zh(number)} 条`,
    removeManyTitle: (number: number) => `删除这 ${zh(number)} 条规则？`,
    removedMany: (number: number) => `已删除 ${zh(number)} 条规则`,
    removeManyFailed: "部分规则未能删除，已恢复。",
    didConfirmMany: (number: number) => `已确认 ${zh(number)} 条规则。`,

    watchingTitle: "正在观察",
    watchingText: "尚未证实，可能只是巧合，不会写进提示词。",
    watchedReady: "下次更新时成为规则",
    watched: (seen: number, needed: number, about: boolean) =>
      `${zh(seen)} / ${about ? "约 " : ""}${zh(needed)} 次`,
    watchedAgainst: (number: number) => `${zh(number)} 次相反`,
  },
});
