import type { Failure } from "../../channels/client.ts";
import type { Language } from "../../words/index.ts";

/** What a failure is to the author: what happened, and what can be done. */
export interface Explained {
  readonly title: string;
  readonly text: string;
}

type Both = Record<Language, Explained>;

/** A failure in words, for a notice or a toast. Reasons of the database have words of their own. */
export function explain(failure: Failure, language: Language): Explained {
  const { code, details } = failure;
  const special = `${code}/${details?.reason}`;
  if (Object.hasOwn(reasons, special)) {
    const { title, text } = (reasons[special] ?? unknown)[language];
    return { title, text: text.replace("{wait}", waiting(failure, language)) };
  }
  return ((Object.hasOwn(codes, code) && codes[code]) || unknown)[language];
}

/** How long a server wants to be left alone, if it says so. */
function waiting({ details }: Failure, language: Language): string {
  const ms = details?.retryAfterMs;
  if (typeof ms !== "number") return language === "zh" ? "请稍后再试" : "Try again in a moment";
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return language === "zh" ? `请等 ${seconds} 秒再试` : `Try again in ${seconds} s`;
}

const both = (en: readonly [string, string], zh: readonly [string, string]): Both => ({
  en: { title: en[0], text: en[1] },
  zh: { title: zh[0], text: zh[1] },
});

const unknown = both(
  [
    "That did not work",
    "Something happened that this page has no words for yet. The details say what.",
  ],
  ["没有成功", "出了一种本页还说不清的状况，详细信息里有说明。"],
);

/** Every code of docs/errors.md, and the client's own. */
export const codes: Readonly<Record<string, Both>> = {
  UNREACHABLE: both(
    [
      "Mohen cannot be reached",
      "Check that `mohen serve` is still running on this computer. Nothing is lost.",
    ],
    ["连不上墨痕", "请确认本机的 mohen serve 还在运行。已有的内容不会丢失。"],
  ),
  BAD_ANSWER: both(
    [
      "An answer this page cannot read",
      "Page and server are probably not of one version. Reload the page.",
    ],
    ["收到看不懂的应答", "页面和服务的版本可能不一致，请刷新页面。"],
  ),
  CANCELED: both(
    ["Stopped", "Nothing was done, and nothing will be."],
    ["已停下", "什么也没有做，之后也不会做。"],
  ),
  INVALID_ARGUMENT: both(
    ["Something in it is not right", "Correct it and try again. The details name the field."],
    ["填写的内容有误", "改正后再试一次，详细信息里指出了是哪一项。"],
  ),
  MEMORY_CONFIDENCE_OUT_OF_RANGE: both(
    ["A confidence lies between 0 and 1", "Nothing was written."],
    ["置信度要在 0 到 1 之间", "没有写入任何内容。"],
  ),
  CONTEXT_INPUT_TOO_LARGE: both(
    ["The passage is too long", "Select less text and try again."],
    ["这一段太长了", "请少选一些文字再试。"],
  ),
  DOCUMENT_TOO_LARGE: both(
    ["The document is too large", "Keep it in pieces."],
    ["文档太大了", "请分成几份保存。"],
  ),
  MEMORY_TRACE_MISMATCH: both(
    ["Where this text came from is no longer known", "Old traces are cleared away in time."],
    ["这段文字的来历已查不到", "过旧的溯源记录会被清理。"],
  ),
  NOT_FOUND: both(
    ["It is no longer there", "It may have been deleted somewhere else. Load the list again."],
    ["已经不在了", "可能在别处被删除了，请重新载入列表。"],
  ),
  CONFLICT: both(
    ["It has changed in the meantime", "Look at it again, then decide."],
    ["其间已有变动", "请重新看一眼，再作决定。"],
  ),
  PERMISSION_DENIED: both(
    ["No access", "Open the address once more that `mohen serve` shows in its terminal."],
    ["没有访问权限", "请重新打开 mohen serve 在终端里给出的地址。"],
  ),
  MEMORY_SCOPE_DENIED: both(
    ["It belongs to another project", "Nothing of it is shown here."],
    ["这一条属于另一个项目", "不会在这里显示。"],
  ),
  CONTEXT_SCOPE_VIOLATION: both(
    [
      "Stopped at the border of the project",
      "Something of another project would have gone to the AI. Nothing was sent.",
    ],
    ["已在项目边界处停下", "另一个项目的内容差点混入提示词，什么也没有发送。"],
  ),
  CONTEXT_INSPECT_FORBIDDEN: both(
    ["Prompts are not shown", "Turn on “inspect context” in the settings to see whole prompts."],
    ["提示词未开放查看", "在设置里打开「上下文检查」后，才能看到完整的提示词。"],
  ),
  UNSUPPORTED: both(
    ["This version cannot do that", "Page and server are probably not of one version."],
    ["此版本没有这个功能", "页面和服务的版本可能不一致。"],
  ),
  TIMEOUT: both(
    ["It took too long", "Nothing was done. Try again in a moment."],
    ["超时了", "什么也没有做，请稍后再试。"],
  ),
  MEMORY_BACKPRESSURE: both(
    ["A little too much at once", "Try again in a moment."],
    ["一时忙不过来", "请稍等片刻再试。"],
  ),
  CONTEXT_BACKPRESSURE: both(
    ["This document is being worked on already", "Try again in a moment."],
    ["这篇文档正在处理中", "请稍等片刻再试。"],
  ),
  MEMORY_CAPACITY_EXCEEDED: both(
    [
      "The memory of this project is full",
      "Everything in it is confirmed or a core setting. Delete some of it, or raise the limit.",
    ],
    ["这个项目的记忆已满", "里面全是已确认的内容或核心设定。请删去一些，或者调高上限。"],
  ),
  MEMORY_EPISODE_WRITE_FAILED: both(
    [
      "It could not be remembered",
      "Several attempts failed. `mohen doctor` says what to do about it.",
    ],
    ["没能记下来", "多次尝试都未写入，运行 mohen doctor 可以查到办法。"],
  ),
  MEMORY_CLEAR_CONFIRM_REQUIRED: both(
    ["This wants to be confirmed", "Nothing was deleted yet."],
    ["需要先确认", "目前没有删除任何内容。"],
  ),
  MEMORY_CLEANUP_FAILED: both(
    ["Tidying up was interrupted", "What is done stays done; the rest is tried again later."],
    ["清理中断", "已完成的部分不受影响，其余的稍后会再试。"],
  ),
  IO_ERROR: both(
    ["A file could not be read or written", "Check that the disk is there and can be written to."],
    ["文件读写失败", "请检查磁盘是否在位、是否可写。"],
  ),
  DB_ERROR: both(
    ["The memory's database refused", "`mohen doctor` says what to do about it."],
    ["记忆库拒绝了这次操作", "运行 mohen doctor 可以查到办法。"],
  ),
  ENCODING_FAILED: both(
    ["Text could not be compared by meaning", "Search goes on by words and scene."],
    ["无法按语义比较文本", "检索仍按词语与场景进行。"],
  ),
  MODEL_NOT_READY: both(
    [
      "The model is not ready",
      "It is not installed or not set up. The details say what is missing.",
    ],
    ["模型还没有就绪", "尚未安装或配置，详细信息里说明了缺什么。"],
  ),
  UPSTREAM_ERROR: both(
    [
      "The model did not answer",
      "Check its address in the settings, and that it runs. Everything else works on.",
    ],
    ["模型没有应答", "请检查设置里的地址，以及模型服务是否在运行。其余功能不受影响。"],
  ),
  INTERNAL: both(
    ["Something failed inside Mohen", "If it happens again, the details help to find out why."],
    ["墨痕内部出错", "如果再次出现，详细信息有助于查找原因。"],
  ),
};

const reasons: Readonly<Record<string, Both>> = {
  "DB_ERROR/busy": both(
    ["The memory is busy", "Another program is writing. Try again in a moment."],
    ["记忆库正忙", "另一个程序正在写入，请稍后再试。"],
  ),
  "DB_ERROR/corrupt": both(
    ["The memory's database is damaged", "`mohen doctor` checks it and helps to restore it."],
    ["记忆库损坏", "运行 mohen doctor 可以检查并协助恢复。"],
  ),
  "DB_ERROR/full": both(
    ["The disk is full", "Make room, then try again."],
    ["磁盘已满", "请腾出空间后再试。"],
  ),
  "DB_ERROR/read-only": both(
    ["The memory can only be read", "Its file is not writable. Check who owns it."],
    ["记忆库只能读取", "文件不可写，请检查权限。"],
  ),
  "DB_ERROR/closed": both(
    ["The memory is closed", "Mohen is just ending. Start it again."],
    ["记忆库已关闭", "墨痕正在退出，请重新启动。"],
  ),
  "MODEL_NOT_READY/key-missing": both(
    [
      "The key is not there",
      "The environment variable that is named for it is not set. Set it and start Mohen again, or paste the key in the settings.",
    ],
    ["没有找到密钥", "所填的环境变量尚未设置。请设置后重启墨痕，或在设置里直接粘贴密钥。"],
  ),
  "MODEL_NOT_READY/key-refused": both(
    [
      "The key was refused",
      "The model's server does not accept it. Paste a valid one in the settings.",
    ],
    ["密钥被拒绝", "模型服务不接受这个密钥，请在设置里换成有效的。"],
  ),
  "MODEL_NOT_READY/out-of-credit": both(
    [
      "There is no credit left",
      "The account at the model's server is used up. Add credit there, or choose another model.",
    ],
    ["账户余额不足", "模型服务的账户已没有余额。请充值，或换一个模型。"],
  ),
  "MODEL_NOT_READY/no-such-model": both(
    [
      "The server does not have this model",
      "Choose one in the settings that it has: “List models” shows them.",
    ],
    ["服务里没有这个模型", "请在设置里点「列出模型」，选一个它已有的。"],
  ),
  "MODEL_NOT_READY/not-here": both(
    ["The model is not on this machine", "Get it in the settings, or choose another."],
    ["模型不在本机", "请在设置里获取，或换一个模型。"],
  ),
  "MODEL_NOT_READY/not-installed": both(
    ["What runs the model is not installed", "The settings show the command that installs it."],
    ["还没有安装运行模型的组件", "设置里给出了安装命令。"],
  ),
  "MODEL_NOT_READY/not-loaded": both(
    ["The model could not be loaded", "It may need more memory: choose a smaller one."],
    ["模型无法载入", "可能内存不足，请换一个更小的。"],
  ),
  "MODEL_NOT_READY/context-too-long": both(
    [
      "Too long for this model",
      "The prompt is longer than it can read. Set its window in the settings, so that prompts are made to fit, or choose a model that reads more.",
    ],
    [
      "超出模型能读的长度",
      "提示词太长了。请在设置里填写它的窗口大小，提示词会按此裁剪；或换一个能读更多的模型。",
    ],
  ),
  "MODEL_NOT_READY/refused": both(
    ["The server refused the question", "Check the model and the address in the settings."],
    ["模型服务拒绝了请求", "请检查设置里的模型与地址。"],
  ),
  "UPSTREAM_ERROR/too-many-requests": both(
    ["Too many requests", "The model's server wants a pause. {wait}."],
    ["请求过于频繁", "模型服务要求暂停一下。{wait}。"],
  ),
  "UPSTREAM_ERROR/cut-off": both(
    ["It broke off", "The model's server stopped in the middle of its answer. Try again."],
    ["写到一半中断了", "模型服务中途断开，请再试一次。"],
  ),
  "UPSTREAM_ERROR/wrote-nothing": both(
    [
      "The model wrote nothing",
      "One that thinks first may have used up its length before the first word. Try again, or choose another.",
    ],
    ["模型什么也没写", "先思考再作答的模型可能在动笔前就用完了长度。请再试一次，或换一个模型。"],
  ),
  "UPSTREAM_ERROR/restarted": both(
    ["It was cut off", "Mohen was started again before anything was finished."],
    ["写作中断了", "还没有写完，墨痕就重新启动了。"],
  ),
  "UPSTREAM_ERROR/unreachable": both(
    [
      "The model's server cannot be reached",
      "Check that it runs, and its address in the settings.",
    ],
    ["连不上模型服务", "请确认它在运行，并检查设置里的地址。"],
  ),
  "UPSTREAM_ERROR/server-failed": both(
    ["The model's server failed", "The failure is on its side. Try again in a moment."],
    ["模型服务出错", "问题出在对方，请稍后再试。"],
  ),
  "TIMEOUT/silent": both(
    ["The model fell silent", "It said nothing for too long. Try again, or choose a faster one."],
    ["模型没有动静", "等了很久没有回答。请再试一次，或换一个更快的模型。"],
  ),
  "DB_ERROR/newer-schema": both(
    ["A newer Mohen wrote this memory", "Update Mohen to open it."],
    ["这份记忆由更新的版本写成", "请升级墨痕后再打开。"],
  ),
  "DB_ERROR/sealed": both(
    ["The key of this memory is missing", "Whoever runs the server has to bring it back."],
    ["缺少这份记忆的密钥", "需要由服务器的管理者放回。"],
  ),
};
