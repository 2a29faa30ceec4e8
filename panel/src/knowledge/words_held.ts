import { words } from "../words/index.ts";

/** What looks like an order to a model and waits to be seen. */
export const said = words({
  en: {
    none: "Nothing waits for you",
    noneMore:
      "Memories that look like orders to a model would stand here until you have seen them.",
    why: "These look like orders to a model, so no prompt is given them. What you keep is quoted as data; what you forget is gone.",
    keep: "Keep and quote",
    forget: "Forget",
    inFile: "It stands in a file of yours: change it there.",
    origin_captured: "kept by an agent or a command",
    origin_extracted: "said in a conversation",
    origin_model: "inferred by a model",
    origin_migrated: "imported",
    origin_learned: "learned rule",
    origin_distilled: "learned rule",
    origin_interaction: "an earlier interaction",
    origin_conversation: "digest of a conversation",
    origin_file: "a file of the project",
  },
  zh: {
    none: "没有待过目的内容",
    noneMore: "像是对模型下指令的记忆会停在这里，等你过目。",
    why: "这些文字像是在对模型下指令，所以没有进入任何提示词。保留的会作为资料引述，忘掉的就不再有。",
    keep: "保留并引述",
    forget: "忘掉",
    inFile: "它写在你的文件里：请到文件里修改。",
    origin_captured: "由代理或命令记下",
    origin_extracted: "对话中说的",
    origin_model: "模型推断",
    origin_migrated: "导入",
    origin_learned: "学到的规则",
    origin_distilled: "学到的规则",
    origin_interaction: "过往交互",
    origin_conversation: "对话摘要",
    origin_file: "项目文件",
  },
});
