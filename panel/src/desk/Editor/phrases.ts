import type { Language } from "../../words/index.ts";

/** What CodeMirror itself says, in its search panel and to screen readers. */
export const phrases: Record<Language, Record<string, string>> = {
  en: {},
  zh: {
    Find: "查找",
    Replace: "替换为",
    next: "下一个",
    previous: "上一个",
    all: "全选",
    "match case": "区分大小写",
    "by word": "全词匹配",
    regexp: "正则",
    replace: "替换",
    "replace all": "全部替换",
    close: "关闭",
    "current match": "当前匹配",
    "on line": "所在行",
    "replaced match on line $": "已替换第 $ 行的匹配",
    "replaced $ matches": "已替换 $ 处",
    "Go to line": "转到行",
    go: "转到",
    "Control character": "控制字符",
    "Selection deleted": "已删除选中内容",
  },
};
