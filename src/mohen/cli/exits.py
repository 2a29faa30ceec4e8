"""Exit codes by kind of error: declared here, shown by `mohen --help`, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mohen.cli.i18n import Pair


class Kind(NamedTuple):
    """A kind of ending; `advice` is what to do when the message itself does not say."""

    exit: int
    meaning: Pair
    codes: tuple[str, ...] = ()
    advice: Pair = ("", "")


OK = Kind(0, ("done", "完成"))
INTERNAL = Kind(
    1,
    ("a failure inside Mohen, or `doctor` or `validate` found one", "墨痕内部出错，或检查未通过"),
    ("INTERNAL",),
    (
        "Run it again with MOHEN_DEBUG=1 and report what it shows.",
        "设 MOHEN_DEBUG=1 再运行一次，并把结果告诉我们。",
    ),
)
USAGE = Kind(
    2,
    ("a wrong argument, option or value", "参数、选项或取值有误"),
    (
        "INVALID_ARGUMENT",
        "CONTEXT_INPUT_TOO_LARGE",
        "DOCUMENT_TOO_LARGE",
        "UNSUPPORTED",
        "MEMORY_CONFIDENCE_OUT_OF_RANGE",
        "MEMORY_CLEAR_CONFIRM_REQUIRED",
    ),
    ("`{command} --help` shows how it is called.", "用法见 `{command} --help`。"),
)
NOT_FOUND = Kind(
    3,
    ("no such item", "没有这个条目"),
    ("NOT_FOUND", "MEMORY_TRACE_MISMATCH"),
    (
        "`mohen list --ids`, `search --ids`, `rules` and `notes` show the ids of a project, "
        "`mohen agents` the agents; --project names another one.",
        "`mohen list --ids`、`search --ids`、`rules` 与 `notes` 列出项目中的 id，"
        "`mohen agents` 列出 agent；"
        "用 --project 指定其他项目。",
    ),
)
CONFLICT = Kind(
    4,
    ("the state of things does not allow it", "当前状态不允许"),
    ("CONFLICT",),
)
DENIED = Kind(
    5,
    ("not allowed, or of another project", "不被允许，或属于其他项目"),
    (
        "PERMISSION_DENIED",
        "MEMORY_SCOPE_DENIED",
        "CONTEXT_SCOPE_VIOLATION",
        "CONTEXT_INSPECT_FORBIDDEN",
    ),
    ("Name the right project with --project.", "请用 --project 指定正确的项目。"),
)
LATER = Kind(
    6,
    ("try again later: busy, timed out or cancelled", "稍后再试：繁忙、超时或已取消"),
    ("MEMORY_BACKPRESSURE", "CONTEXT_BACKPRESSURE", "TIMEOUT", "CANCELED"),
    ("Try again in a moment.", "请稍后再试。"),
)
STORAGE = Kind(
    7,
    ("storage: database, file or capacity", "存储：数据库、文件或容量"),
    (
        "DB_ERROR",
        "IO_ERROR",
        "MEMORY_EPISODE_WRITE_FAILED",
        "MEMORY_CAPACITY_EXCEEDED",
        "MEMORY_CLEANUP_FAILED",
    ),
    ("`mohen doctor` names the cure.", "`mohen doctor` 会给出办法。"),
)
MODEL = Kind(
    8,
    ("the embedder, the language model, or their server", "嵌入器、语言模型或其服务"),
    ("ENCODING_FAILED", "MODEL_NOT_READY", "UPSTREAM_ERROR"),
    (
        "`mohen doctor` names the cure; `mohen config set embedder builtin` and `mohen config "
        "set model offline` always work.",
        "`mohen doctor` 会给出办法；`mohen config set embedder builtin` 与 `mohen config set "
        "model offline` 总是可用。",
    ),
)
INTERRUPTED = Kind(130, ("interrupted (Ctrl-C)", "被中断（Ctrl-C）"))

KINDS = (OK, INTERNAL, USAGE, NOT_FOUND, CONFLICT, DENIED, LATER, STORAGE, MODEL, INTERRUPTED)
_BY_CODE = {code: kind for kind in KINDS for code in kind.codes}
_BY_FIELD: dict[str, Pair] = {
    "port": (
        "End the other `mohen serve`, or name another port: --port 0 takes any that is free.",
        "结束另一个 `mohen serve`，或换一个端口：--port 0 使用任意空闲端口。",
    ),
    "skillId": (
        "`mohen skills` lists them; --project names the project of your own ones.",
        "`mohen skills` 列出技能；自己的技能用 --project 指定项目。",
    ),
}
_BY_ITSELF: dict[str, Pair] = {
    "CONTEXT_INSPECT_FORBIDDEN": (
        "`mohen config set context-inspection-enabled on` allows it.",
        "运行 `mohen config set context-inspection-enabled on` 即可允许。",
    ),
}


def of(error: Mapping[str, Any]) -> Kind:
    """The kind of an envelope's error. A busy file is no broken file, whatever met it."""
    if error.get("details", {}).get("reason") == "busy":
        return LATER
    return _BY_CODE.get(error["code"], INTERNAL)


def advice(error: Mapping[str, Any]) -> Pair:
    """What to do: by the code or the field where that says more than the kind of error."""
    if error["code"] in _BY_ITSELF:
        return _BY_ITSELF[error["code"]]
    field = error.get("details", {}).get("field")
    return _BY_FIELD[field] if field in _BY_FIELD else of(error).advice
