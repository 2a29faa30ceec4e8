import { words } from "../words/index.ts";

/** Before something goes for good. */
export const said = words({
  en: {
    forgetTitle: "Forget this for good?",
    forgetText: "No file holds it afterwards, and it is not learned again from the same words.",
    forgetGoes: "This will go:",
    forgetMessages: (messages: number, known: number) =>
      `${messages === 1 ? "1 message goes" : `${messages} messages go`}, and ${
        known === 1
          ? "1 thing that is known"
          : known === 0
            ? "nothing else"
            : `${known} things that are known`
      }.`,
    forgetMore: (many: number) => `and ${many} more`,
    why_named: "chosen",
    why_replaced: "was replaced by it",
    why_same: "says the same",
    why_summary: "sums it up",
    foreseeing: "Looking what would go",
    forget: "Forget",
    cancel: "Cancel",
  },
  zh: {
    forgetTitle: "彻底遗忘这一条？",
    forgetText: "之后任何文件里都不再有它，也不会从同样的话里再次学到。",
    forgetGoes: "将会删除：",
    forgetMessages: (messages: number, known: number) =>
      known === 0 ? `共删除 ${messages} 条消息。` : `共删除 ${messages} 条消息和 ${known} 条知识。`,
    forgetMore: (many: number) => `以及另外 ${many} 条`,
    why_named: "选中的",
    why_replaced: "已被它取代",
    why_same: "内容相同",
    why_summary: "概括了它",
    foreseeing: "正在查看会删除什么",
    forget: "遗忘",
    cancel: "取消",
  },
});
