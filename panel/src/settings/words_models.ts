import { words } from "../words/index.ts";

/** What is said while a model is chosen. */
export const said = words({
  en: {
    custom: "Another server (by its address)",
    here: (name: string) => `${name} (on this machine)`,
    nearHint: "What you write goes there and nowhere else.",
    farHint: "What a skill works on is sent there over the internet.",
    addressHint: "Such as http://192.168.1.20:8000/v1; it must speak OpenAI's language.",
    key: "Key",
    keyHint: (page: string | undefined) =>
      page ? `Paste it here. You get one at ${page}` : "Paste it here, if the server wants one.",
    keyKept: (four: string, where: string) =>
      where === "keyring"
        ? `…${four} is kept in the system's keyring. Paste another one to replace it.`
        : `…${four} is kept in a file that only you can read. Paste another one to replace it.`,
    forgetKey: "Forget",
    keyEnvHint:
      "In the place of a pasted key: the name of a variable, such as MY_KEY. Empty: none.",
    list: "List models",
    listed: (number: number) => (number === 1 ? "The server has 1." : `The server has ${number}.`),
    choose: "Choose one …",
    noModels: "The server runs and has no model yet.",
    more: "More",
    find: "Find models on this machine",
    findHint: "Looks for Ollama, LM Studio, llama.cpp and vLLM, here only.",
    foundNone: "None is running. Start one of them, or choose a service above and paste its key.",
    useHint: "Try it, and use it if it works",
    tryAndSave: "Try and save",
    trying: "Asking for one sentence …",
    saveAnyway: "Save all the same",
    triedWell: "It works.",
    savedWell: "It works, and is used from now on.",
    firstWord: (ms: number) => `First word after ${(ms / 1000).toFixed(1)} s`,
    onlyThought: "It thought first and had no room left to write",
    streamed: "Comes word by word",
    notStreamed: "Comes all at once",
    windowTold: (tokens: string) => `Reads ${tokens} tokens`,
    windowUntold: "Does not say how much it reads",
    windowSmall: (tokens: string) => `It reads ${tokens} tokens only`,
    windowSmallText: (least: string) =>
      `Prompts are made for ${least} and more, and such a server cuts them off without a word. Give it a larger context: Ollama by OLLAMA_CONTEXT_LENGTH, llama.cpp by -c, LM Studio where the model is loaded.`,
    install: "Not installed here. In a terminal:",
  },
  zh: {
    custom: "其他服务（填写地址）",
    here: (name: string) => `${name}（本机）`,
    nearHint: "你写的内容只发到这里，不去别处。",
    farHint: "技能所处理的文字会经互联网发送到该服务。",
    addressHint: "例如 http://192.168.1.20:8000/v1，须兼容 OpenAI 接口。",
    key: "密钥",
    keyHint: (page: string | undefined) =>
      page ? `粘贴到这里。可在 ${page} 获取` : "如果服务需要密钥，粘贴到这里。",
    keyKept: (four: string, where: string) =>
      where === "keyring"
        ? `已存入系统钥匙串，尾号 ${four}。粘贴新的即可替换。`
        : `已存入仅你可读的文件，尾号 ${four}。粘贴新的即可替换。`,
    forgetKey: "删除密钥",
    keyEnvHint: "不想粘贴密钥时，可填存放密钥的环境变量名，例如 MY_KEY。留空则不用。",
    list: "列出模型",
    listed: (number: number) => `该服务有 ${number} 个模型。`,
    choose: "请选择……",
    noModels: "服务在运行，但还没有模型。",
    more: "更多",
    find: "查找本机的模型",
    findHint: "只在本机查找 Ollama、LM Studio、llama.cpp 和 vLLM。",
    foundNone: "没有找到正在运行的服务。请先启动其中之一，或在上方选择一个在线服务并粘贴密钥。",
    useHint: "试用，可用即启用",
    tryAndSave: "试用并保存",
    trying: "正在请它写一句话……",
    saveAnyway: "仍然保存",
    triedWell: "可以使用。",
    savedWell: "可以使用，现已启用。",
    firstWord: (ms: number) => `${(ms / 1000).toFixed(1)} 秒后出第一个字`,
    onlyThought: "它先思考，没来得及写出文字",
    streamed: "逐字输出",
    notStreamed: "一次性输出",
    windowTold: (tokens: string) => `能读 ${tokens} 词元`,
    windowUntold: "未说明能读多长",
    windowSmall: (tokens: string) => `它只能读 ${tokens} 词元`,
    windowSmallText: (least: string) =>
      `提示词按 ${least} 词元以上准备，超出的部分会被服务悄悄截去。请调大上下文：Ollama 用 OLLAMA_CONTEXT_LENGTH，llama.cpp 用 -c，LM Studio 在加载模型时设置。`,
    install: "本机尚未安装。在终端运行：",
  },
});
