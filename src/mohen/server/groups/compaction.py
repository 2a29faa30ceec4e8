"""Conversations, compacted and whole."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import compaction
from mohen.server.wire import Wire


def _save(desk: Desk, asked: compaction.SavePayload) -> Wire:
    turns = [each.turn() for each in asked.messages]
    return compaction.SaveData.of(
        desk.memory.conversations.save(asked.conversation_id, turns, asked.project_id)
    )


def _get(desk: Desk, asked: compaction.ConversationPayload) -> Wire:
    return compaction.CompactData.of(
        desk.memory.conversations.get(asked.conversation_id, asked.project_id)
    )


def _expand(desk: Desk, asked: compaction.ConversationPayload) -> Wire:
    return compaction.ExpandData.of(
        desk.memory.conversations.expand(asked.conversation_id, asked.project_id)
    )


def _list(desk: Desk, asked: compaction.ListPayload) -> Wire:
    return compaction.ListData.of(
        desk.memory.conversations.list(asked.project_id, before=asked.before(), limit=asked.limit)
    )


def _delete(desk: Desk, asked: compaction.DeletePayload) -> Wire:
    deleted, receipt = desk.memory.conversations.delete(
        asked.conversation_id,
        asked.project_id,
        dry_run=asked.dry_run,
        operator=asked.operator,
    )
    return compaction.DeleteData.of(asked.conversation_id, deleted, receipt)


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "compaction:save",
        "Keep a conversation as it is now: in full, and as the compact that prompts are given; "
        "once it is long, a model may word that. The same messages again change nothing.",
        compaction.SavePayload,
        compaction.SaveData,
        _save,
        in_order=True,
    ),
    Channel(
        "compaction:get",
        "The compact of a conversation, with where the whole is.",
        compaction.ConversationPayload,
        compaction.CompactData,
        _get,
    ),
    Channel(
        "compaction:expand",
        "The way back: every message, or why they cannot be had.",
        compaction.ConversationPayload,
        compaction.ExpandData,
        _expand,
    ),
    Channel(
        "compaction:list",
        "Compacts by the page, the newest first.",
        compaction.ListPayload,
        compaction.ListData,
        _list,
    ),
    Channel(
        "compaction:delete",
        "Delete a conversation for good, compact and whole. Deleting twice is fine.",
        compaction.DeletePayload,
        compaction.DeleteData,
        _delete,
        in_order=True,
    ),
)

PUSHES: tuple[Push, ...] = ()
