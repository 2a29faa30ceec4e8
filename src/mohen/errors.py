"""What can go wrong, each with one stable code.

    MohenError
    ├── InvalidArgument        INVALID_ARGUMENT
    │   ├── ConfidenceOutOfRange  MEMORY_CONFIDENCE_OUT_OF_RANGE
    │   ├── InputTooLarge      CONTEXT_INPUT_TOO_LARGE
    │   └── DocumentTooLarge   DOCUMENT_TOO_LARGE
    ├── NotFound               NOT_FOUND
    ├── TraceMismatch          MEMORY_TRACE_MISMATCH
    ├── Conflict               CONFLICT
    │   └── AtWork                 (retryable)
    ├── PermissionDenied       PERMISSION_DENIED
    │   ├── ScopeDenied        MEMORY_SCOPE_DENIED
    │   ├── ScopeViolation     CONTEXT_SCOPE_VIOLATION
    │   └── InspectForbidden   CONTEXT_INSPECT_FORBIDDEN
    ├── Unsupported            UNSUPPORTED
    ├── Timeout                TIMEOUT
    ├── Canceled               CANCELED
    ├── Backpressure           MEMORY_BACKPRESSURE
    │   └── ContextBackpressure  CONTEXT_BACKPRESSURE
    ├── CapacityExceeded       MEMORY_CAPACITY_EXCEEDED
    ├── EpisodeWriteFailed     MEMORY_EPISODE_WRITE_FAILED
    ├── ClearConfirmRequired   MEMORY_CLEAR_CONFIRM_REQUIRED
    ├── CleanupFailed          MEMORY_CLEANUP_FAILED
    ├── IoFailed               IO_ERROR
    ├── StoreError             DB_ERROR
    │   ├── StoreBusy              (reason: busy)
    │   ├── StoreCorrupt           (reason: corrupt)
    │   ├── StoreFull              (reason: full)
    │   ├── StoreReadOnly          (reason: read-only)
    │   ├── StoreClosed            (reason: closed)
    │   ├── SchemaTooNew           (reason: newer-schema)
    │   └── StoreSealed            (reason: sealed)
    ├── EmbedderError          ENCODING_FAILED
    │   ├── EmbedderNotReady   MODEL_NOT_READY
    │   └── UpstreamFailed     UPSTREAM_ERROR
    ├── ModelError             UPSTREAM_ERROR
    │   ├── ModelNotReady      MODEL_NOT_READY
    │   └── ModelTimeout       TIMEOUT
    ├── Unreachable            UNREACHABLE
    ├── BadAnswer              BAD_ANSWER
    └── Internal               INTERNAL

A message names the field or the thing and what to do. It never holds episode text, a prompt,
a token or an absolute path. Third-party exceptions are translated once, at the border they
come in through: `core/sqlite/errors.py` for SQLite, `embedders/foreign_errors.py` for embedders.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

Detail = str | int | float | bool | None | list["Detail"] | dict[str, "Detail"]


class MohenError(Exception):
    """Any failure Mohen reports. `retryable` says whether the same call may succeed later."""

    code: ClassVar[str] = "INTERNAL"
    retryable: ClassVar[bool] = False
    meaning: ClassVar[tuple[str, str]] = (
        "Something failed inside Mohen.",
        "墨痕内部出错。",
    )

    def __init__(self, message: str, **details: Detail) -> None:
        super().__init__(message)
        self.message = message
        self.details: Mapping[str, Detail] = details

    def plain(self) -> dict[str, Detail]:
        """As every door says it."""
        said: dict[str, Detail] = {
            "code": self.code,
            "message": self.message,
            "retryable": self.retryable,
        }
        if self.details:
            said["details"] = dict(self.details)
        return said


class InvalidArgument(MohenError):
    code = "INVALID_ARGUMENT"
    meaning = (
        "The request is malformed: `details.field` names the field. Correct it and call again.",
        "请求有误：`details.field` 指出了字段，改正后重试。",
    )


class ConfidenceOutOfRange(InvalidArgument):
    code = "MEMORY_CONFIDENCE_OUT_OF_RANGE"
    meaning = (
        "A confidence is not between 0 and 1; nothing was written.",
        "置信度不在 0 到 1 之间，没有写入任何内容。",
    )


class InputTooLarge(InvalidArgument):
    code = "CONTEXT_INPUT_TOO_LARGE"
    meaning = (
        "What was sent does not fit into a prompt: send less of the text around the selection.",
        "发送的内容超出提示词上限：请减少选区前后的文本。",
    )


class DocumentTooLarge(InvalidArgument):
    code = "DOCUMENT_TOO_LARGE"
    meaning = (
        "A document is larger than `details.limitBytes`; nothing was written. Keep it in pieces.",
        "文档超过 `details.limitBytes` 字节，没有写入任何内容。请分成几份保存。",
    )


class TraceMismatch(MohenError):
    code = "MEMORY_TRACE_MISMATCH"
    meaning = (
        "There is no sound trace of that generation. Check the id; old traces are deleted.",
        "没有该次生成的完整溯源记录。请检查 id；过旧的记录会被清理。",
    )


class NotFound(MohenError):
    code = "NOT_FOUND"
    meaning = ("No such item in this scope. Check the id.", "该作用域内没有此条目，请检查 id。")


class Conflict(MohenError):
    code = "CONFLICT"
    meaning = (
        "The item is not in a state that allows this. Read it again, then decide.",
        "条目当前状态不允许此操作，请重新读取后再决定。",
    )


class AtWork(Conflict):
    """Somebody else is at it just now."""

    retryable = True
    meaning = (
        "Somebody else is at it just now: the same call may succeed in a moment.",
        "别处正在进行同类操作：稍后再试即可。",
    )


class PermissionDenied(MohenError):
    code = "PERMISSION_DENIED"
    meaning = (
        "The caller is not allowed in: token, Host or Origin is wrong. Or a team's token may not "
        "do this: `details.scope` names one that may.",
        "拒绝访问：令牌、Host 或 Origin 不正确；或团队的令牌权限不足，所需权限见 `details.scope`。",
    )


class ScopeDenied(PermissionDenied):
    code = "MEMORY_SCOPE_DENIED"
    meaning = (
        "The item belongs to another project. Nothing of it is shown.",
        "条目属于另一个项目，不显示任何内容。",
    )


class ScopeViolation(PermissionDenied):
    code = "CONTEXT_SCOPE_VIOLATION"
    meaning = (
        "Something of another project would have gone into the prompt; nothing was assembled.",
        "提示词中将混入另一个项目的内容，已停止组装。",
    )


class InspectForbidden(PermissionDenied):
    code = "CONTEXT_INSPECT_FORBIDDEN"
    meaning = (
        "Whole prompts are shown only when the setting contextInspectionEnabled is on.",
        "仅当设置 contextInspectionEnabled 打开时才显示完整提示词。",
    )


class Unsupported(MohenError):
    code = "UNSUPPORTED"
    meaning = (
        "No such channel or feature in this version. See docs/channels.md.",
        "此版本没有这个通道或功能，参见 docs/channels.md。",
    )


class Timeout(MohenError):
    code = "TIMEOUT"
    retryable = True
    meaning = (
        "The call ran out of time. Nothing it asked for was done or will be.",
        "调用超时。它要求的事没有做，之后也不会做。",
    )


class Canceled(MohenError):
    code = "CANCELED"
    meaning = (
        "The caller cancelled. Nothing it asked for was done or will be.",
        "调用已取消。它要求的事没有做，之后也不会做。",
    )


class Backpressure(MohenError):
    code = "MEMORY_BACKPRESSURE"
    retryable = True
    meaning = (
        "Too many queries at once, or too many calls of one author of a team. Wait "
        "`details.retryAfterMs`, then call again.",
        "同时查询过多，或团队中一位作者的调用过于频繁。等待 `details.retryAfterMs` 毫秒后重试。",
    )


class ContextBackpressure(Backpressure):
    code = "CONTEXT_BACKPRESSURE"
    meaning = (
        "Too many assemblies of one document at once. Wait `details.retryAfterMs`, then call "
        "again.",
        "同一文档同时组装过多。等待 `details.retryAfterMs` 毫秒后重试。",
    )


class CapacityExceeded(MohenError):
    code = "MEMORY_CAPACITY_EXCEEDED"
    meaning = (
        "The project is full and everything in it is confirmed or a core setting. "
        "Unconfirm or delete some episodes, or raise the cap.",
        "项目已满，且全部条目都已确认或是核心设定。请取消确认或删除一些，或提高上限。",
    )


class EpisodeWriteFailed(MohenError):
    code = "MEMORY_EPISODE_WRITE_FAILED"
    retryable = True
    meaning = (
        "The episode could not be written after all retries; nothing is queued. "
        "`details.reason` says why; `mohen doctor` names the cure.",
        "多次重试后仍无法写入，没有任何内容在排队。原因见 `details.reason`，"
        "`mohen doctor` 会给出办法。",
    )

    @classmethod
    def because(cls, error: StoreError, *, what: str) -> EpisodeWriteFailed:
        return cls(
            f"{what} was not written: {error.message}",
            reason=error.reason,
            retryCount=error.details.get("retryCount", 0),
        )


class ClearConfirmRequired(MohenError):
    code = "MEMORY_CLEAR_CONFIRM_REQUIRED"
    meaning = (
        "Nothing was deleted. Show `details.would`, ask the user, then call again with "
        "`details.confirmToken`.",
        "没有删除任何内容。请展示 `details.would` 并询问用户，再带上 "
        "`details.confirmToken` 调用一次。",
    )


class CleanupFailed(MohenError):
    code = "MEMORY_CLEANUP_FAILED"
    retryable = True
    meaning = (
        "The cleanup stopped: `details.reason` says why. What was done stays done; it is tried "
        "again at the next window.",
        "清理中断，原因见 `details.reason`。已完成的部分保留，下一个时间窗会重试。",
    )

    @classmethod
    def because(cls, error: StoreError) -> CleanupFailed:
        return cls(
            f"the cleanup stopped: {error.message}",
            reason=error.reason,
            retryCount=error.details.get("retryCount", 0),
        )


class IoFailed(MohenError):
    code = "IO_ERROR"
    meaning = (
        "A file could not be read or written. Check that the disk is there and writable.",
        "文件读写失败，请检查磁盘与权限。",
    )


class StoreError(MohenError):
    """SQLite said no. `reason` is stable and stands in `details.reason`."""

    code = "DB_ERROR"
    reason: ClassVar[str] = "failed"
    meaning = (
        "The database refused: `details.reason` is busy, corrupt, full, read-only, closed, "
        "newer-schema, sealed or failed. `mohen doctor` names the cure.",
        "数据库拒绝：`details.reason` 为 busy、corrupt、full、read-only、closed、newer-schema、"
        "sealed 或 failed。`mohen doctor` 会给出办法。",
    )

    def __init__(self, message: str, **details: Detail) -> None:
        super().__init__(message, reason=self.reason, **details)


class StoreBusy(StoreError):
    reason = "busy"
    retryable = True


class StoreCorrupt(StoreError):
    reason = "corrupt"


class StoreFull(StoreError):
    reason = "full"
    retryable = True


class StoreReadOnly(StoreError):
    reason = "read-only"


class StoreClosed(StoreError):
    reason = "closed"


class SchemaTooNew(StoreError):
    reason = "newer-schema"


class StoreSealed(StoreError):
    """The author's key is not there, or it is not the one that sealed what is kept."""

    reason = "sealed"


class EmbedderError(MohenError):
    code = "ENCODING_FAILED"
    meaning = (
        "The embedder could not turn text into vectors. Search goes on by words and scene.",
        "嵌入器无法把文本变成向量。检索仍按词与场景进行。",
    )


class EmbedderNotReady(EmbedderError):
    code = "MODEL_NOT_READY"
    meaning = (
        "The embedder is not installed or not configured. The message says what to install.",
        "嵌入器未安装或未配置，错误信息说明了需要安装什么。",
    )


class UpstreamFailed(EmbedderError):
    code = "UPSTREAM_ERROR"
    retryable = True
    meaning = (
        "The model server did not answer as it should. Check its address and that it runs.",
        "模型服务没有正常应答，请检查地址以及服务是否在运行。",
    )


class ModelError(MohenError):
    """A language model did not answer, or answered what cannot be used."""

    code = "UPSTREAM_ERROR"
    retryable = True
    meaning = (
        "The language model did not answer as it should. What rules and statistics say stands.",
        "语言模型没有正常应答。规则与统计的结果不受影响。",
    )


class ModelNotReady(ModelError):
    code = "MODEL_NOT_READY"
    retryable = False
    meaning = (
        "The language model is not installed or not configured. The message says what to do.",
        "语言模型未安装或未配置，错误信息说明了办法。",
    )


class ModelTimeout(ModelError):
    code = "TIMEOUT"
    meaning = (
        "The language model did not answer in time. What rules and statistics say stands.",
        "语言模型未及时应答。规则与统计的结果不受影响。",
    )


class Unreachable(MohenError):
    """Said by clients alone."""

    code = "UNREACHABLE"
    retryable = True
    meaning = (
        "Said by a client: no server answers. Start `mohen serve`; after a line that broke, see "
        "whether it was done.",
        "由客户端给出：没有服务应答。请启动 `mohen serve`；若连接中断，请先查看是否已完成。",
    )


class BadAnswer(MohenError):
    """Said by clients alone."""

    code = "BAD_ANSWER"
    meaning = (
        "Said by a client: what answered is not this server. Check the address.",
        "由客户端给出：应答的不是这个服务，请检查地址。",
    )


class Internal(MohenError):
    code = "INTERNAL"
