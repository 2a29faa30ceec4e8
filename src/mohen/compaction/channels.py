"""Shapes of conversations, in full and compact (R165, R166)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.compaction.model import Compact, Compacts, Expanded, Saved, Turn
from mohen.core.erasure import Receipt
from mohen.core.shapes import Milliseconds
from mohen.episodes.channels import PageData
from mohen.errors import InvalidArgument
from mohen.notes.channels import Counts, Operator, Wiped, counts
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import Wire

_CURSOR = re.compile(r"([0-9]{1,18})\.([A-Za-z0-9_-]{1,80})", re.ASCII)

ProjectId = Annotated[str | None, Field(description="absent: conversations of no project")]
ConversationId = Annotated[
    str, Field(description="1 to 80 letters, digits, dashes and underscores")
]


class MessageData(Wire):
    role: Literal["user", "assistant", "system"]
    content: str
    skill_id: Annotated[str | None, Field(description="the skill that was run")] = None
    at: Milliseconds | None = None

    def turn(self) -> Turn:
        return Turn(self.role, self.content, self.skill_id, self.at)

    @classmethod
    def of(cls, turn: Turn) -> MessageData:
        return cls.model_validate(
            {
                "role": turn.role,
                "content": turn.content,
                "skill_id": turn.skill_id,
                "at": turn.at,
            }
        )


class ConversationPayload(Wire):
    project_id: ProjectId = None
    conversation_id: ConversationId


class SavePayload(ConversationPayload):
    messages: Annotated[
        list[MessageData], Field(description="all of them: they take the place of those before")
    ]


class CompactData(Wire):
    conversation_id: str
    project_id: str | None = None
    summary: str
    quality: Annotated[
        Literal["model", "heuristic", "placeholder"], Field(description="who made the summary")
    ]
    full_ref: Annotated[
        str | None,
        Field(
            description="where the whole is: a file of the project, or `db:…`; "
            "absent: it was not kept"
        ),
    ] = None
    message_count: int
    tokens: Annotated[int, Field(description="of the whole, estimated")]
    compacted: Annotated[bool, Field(description="false: still short enough to be read in full")]
    created_at: Milliseconds
    updated_at: Milliseconds

    @classmethod
    def of(cls, compact: Compact) -> CompactData:
        return cls.model_validate(
            {
                "conversation_id": compact.id,
                "project_id": compact.project_id,
                "summary": compact.summary,
                "quality": compact.quality.value,
                "full_ref": compact.full_ref or None,
                "message_count": compact.messages,
                "tokens": compact.tokens,
                "compacted": compact.compacted,
                "created_at": compact.created_at,
                "updated_at": compact.updated_at,
            }
        )


class TroubleData(Wire):
    code: Annotated[
        str,
        Field(description="NOT_FOUND, IO_ERROR, TOO_LARGE, INVALID_FORMAT, OUTSIDE or NOT_KEPT"),
    ]


def _trouble(code: str | None) -> TroubleData | None:
    return None if code is None else TroubleData(code=str(code))


class SaveData(Wire):
    compact: CompactData
    trouble: Annotated[
        TroubleData | None, Field(description="why the whole is not in the project's folder")
    ] = None

    @classmethod
    def of(cls, saved: Saved) -> SaveData:
        return cls(compact=CompactData.of(saved.compact), trouble=_trouble(saved.trouble))


class ExpandData(Wire):
    compact: CompactData
    messages: list[MessageData]
    trouble: Annotated[TroubleData | None, Field(description="why the messages cannot be had")] = (
        None
    )

    @classmethod
    def of(cls, expanded: Expanded) -> ExpandData:
        return cls(
            compact=CompactData.of(expanded.compact),
            messages=[MessageData.of(each) for each in expanded.turns],
            trouble=_trouble(expanded.trouble),
        )


class ListPayload(Wire):
    project_id: ProjectId = None
    cursor: Annotated[str | None, Field(description="`nextCursor` of the page before")] = None
    limit: Annotated[int | None, Field(description="at most 200; default 50")] = None

    def before(self) -> tuple[int, str] | None:
        if self.cursor is None:
            return None
        found = _CURSOR.fullmatch(self.cursor)
        if found is None:
            raise InvalidArgument(
                "cursor is not one of ours: start again without it", field="cursor"
            )
        return int(found[1]), found[2]


class ListData(Wire):
    items: list[CompactData]
    page: PageData

    @classmethod
    def of(cls, found: Compacts) -> ListData:
        cursor = None if found.next is None else f"{found.next[0]}.{found.next[1]}"
        return cls(
            items=[CompactData.of(each) for each in found.items],
            page=PageData(limit=found.limit, next_cursor=cursor),
        )


class DeletePayload(ConversationPayload):
    operator: Operator = None
    dry_run: Annotated[bool, Field(description="only say what would go")] = False


class DeleteData(Wire):
    conversation_id: str
    deleted: Annotated[bool, Field(description="false: there was none, or a dry run")]
    receipt: Counts
    wiped: Wiped

    @classmethod
    def of(cls, id: str, deleted: bool, receipt: Receipt) -> DeleteData:
        return cls(
            conversation_id=id, deleted=deleted, receipt=counts(receipt), wiped=receipt.wiped
        )


# -- Conversations, compacted and whole.


def _save(desk: Desk, asked: SavePayload) -> Wire:
    turns = [each.turn() for each in asked.messages]
    return SaveData.of(desk.memory.compaction.save(asked.conversation_id, turns, asked.project_id))


def _get(desk: Desk, asked: ConversationPayload) -> Wire:
    return CompactData.of(desk.memory.compaction.get(asked.conversation_id, asked.project_id))


def _expand(desk: Desk, asked: ConversationPayload) -> Wire:
    return ExpandData.of(desk.memory.compaction.expand(asked.conversation_id, asked.project_id))


def _list(desk: Desk, asked: ListPayload) -> Wire:
    return ListData.of(
        desk.memory.compaction.list(asked.project_id, before=asked.before(), limit=asked.limit)
    )


def _delete(desk: Desk, asked: DeletePayload) -> Wire:
    deleted, receipt = desk.memory.compaction.delete(
        asked.conversation_id,
        asked.project_id,
        dry_run=asked.dry_run,
        operator=asked.operator,
    )
    return DeleteData.of(asked.conversation_id, deleted, receipt)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "compaction:save",
        "Keep a conversation as it is now: in full, and as the compact that prompts are given; "
        "once it is long, a model may word that. The same messages again change nothing.",
        SavePayload,
        SaveData,
        _save,
        in_order=True,
    ),
    Channel(
        "compaction:get",
        "The compact of a conversation, with where the whole is.",
        ConversationPayload,
        CompactData,
        _get,
    ),
    Channel(
        "compaction:expand",
        "The way back: every message, or why they cannot be had.",
        ConversationPayload,
        ExpandData,
        _expand,
    ),
    Channel(
        "compaction:list",
        "Compacts by the page, the newest first.",
        ListPayload,
        ListData,
        _list,
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

PUSHES: tuple[Push, ...] = ()
