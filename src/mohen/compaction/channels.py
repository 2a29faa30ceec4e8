"""Channels of conversations, in full and compact (R165, R166)."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from mohen.compaction.model import Compact, Compacts, Expanded, Quality, Saved, Turn
from mohen.errors import InvalidArgument
from mohen.notes.channels import Counts, Operator, Wiped
from mohen.server.channels import Channel, Desk
from mohen.server.shapes import ITSELF, At, Beside, Milliseconds, PageData, Wire

_CURSOR = re.compile(r"([0-9]{1,18})\.([A-Za-z0-9_-]{1,80})", re.ASCII)

ProjectId = Annotated[str | None, "absent: conversations of no project"]
ConversationId = Annotated[str, "1 to 80 letters, digits, dashes and underscores"]


class MessageData(Wire, of=Turn, builds=Turn):
    role: Literal["user", "assistant", "system"]
    content: str
    skill_id: Annotated[str | None, "the skill that was run"] = None
    at: Milliseconds | None = None


class ConversationPayload(Wire):
    project_id: ProjectId = None
    conversation_id: Annotated[ConversationId, At("id")]


class SavePayload(ConversationPayload):
    messages: Annotated[
        list[MessageData], At("turns"), "all of them: they take the place of those before"
    ]


class CompactData(Wire, of=Compact):
    conversation_id: Annotated[str, At("id")]
    project_id: str | None = None
    summary: str
    quality: Annotated[Quality, "who made the summary"]
    full_ref: Annotated[
        str | None,
        At(lambda compact: compact.full_ref or None),
        "where the whole is: a file of the project, or `db:…`; absent: it was not kept",
    ] = None
    message_count: Annotated[int, At("messages")]
    tokens: Annotated[int, "of the whole, estimated"]
    compacted: Annotated[bool, "false: still short enough to be read in full"]
    created_at: Milliseconds
    updated_at: Milliseconds


class TroubleData(Wire):
    code: Annotated[
        str, ITSELF, "NOT_FOUND, IO_ERROR, TOO_LARGE, INVALID_FORMAT, OUTSIDE or NOT_KEPT"
    ]


class SaveData(Wire, of=Saved):
    compact: CompactData
    trouble: Annotated[TroubleData | None, "why the whole is not in the project's folder"] = None


class ExpandData(Wire, of=Expanded):
    compact: CompactData
    messages: Annotated[list[MessageData], At("turns")]
    trouble: Annotated[TroubleData | None, "why the messages cannot be had"] = None


def _place(cursor: str | None) -> tuple[int, str] | None:
    if cursor is None:
        return None
    found = _CURSOR.fullmatch(cursor)
    if found is None:
        raise InvalidArgument("cursor is not one of ours: start again without it", field="cursor")
    return int(found[1]), found[2]


class ListPayload(Wire):
    project_id: ProjectId = None
    cursor: Annotated[str | None, At("before", _place), "`nextCursor` of the page before"] = None
    limit: Annotated[int | None, "at most 200; default 50"] = None


def _cursor(found: Compacts) -> str | None:
    return None if found.next is None else f"{found.next[0]}.{found.next[1]}"


class ListData(Wire, of=Compacts):
    items: list[CompactData]
    page: Annotated[PageData, At(lambda found: Beside(found, after=_cursor(found)))]


class DeletePayload(ConversationPayload):
    operator: Operator = None
    dry_run: Annotated[bool, "only say what would go"] = False


class DeleteData(Wire):
    conversation_id: str
    deleted: Annotated[bool, "false: there was none, or a dry run"]
    receipt: Counts
    wiped: Wiped


def _delete(desk: Desk, asked: DeletePayload) -> object:
    deleted, receipt = desk.memory.compaction.delete(**asked.arguments())
    return Beside(receipt, conversation_id=asked.conversation_id, deleted=deleted)


TABLE: tuple[Channel, ...] = (
    Channel(
        "compaction:save",
        "Keep a conversation as it is now: in full, and as the compact that prompts are given; "
        "once it is long, a model may word that. The same messages again change nothing.",
        SavePayload,
        SaveData,
        "compaction.save",
        in_order=True,
    ),
    Channel(
        "compaction:get",
        "The compact of a conversation, with where the whole is.",
        ConversationPayload,
        CompactData,
        "compaction.get",
    ),
    Channel(
        "compaction:expand",
        "The way back: every message, or why they cannot be had.",
        ConversationPayload,
        ExpandData,
        "compaction.expand",
    ),
    Channel(
        "compaction:list",
        "Compacts by the page, the newest first.",
        ListPayload,
        ListData,
        "compaction.list",
    ),
    Channel(
        "compaction:delete",
        "Delete a conversation for good, compact and whole. Deleting twice is fine.",
        DeletePayload,
        DeleteData,
        _delete,
        in_order=True,
    ),
)
