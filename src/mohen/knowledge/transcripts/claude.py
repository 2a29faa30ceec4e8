"""Conversations as Claude exports them."""

from __future__ import annotations

from typing import Any, Final

from mohen.knowledge.transcripts.exports import Talk, Turn
from mohen.knowledge.transcripts.host_markup import texts
from mohen.knowledge.transcripts.message_log import Said
from mohen.knowledge.transcripts.model import Role
from mohen.knowledge.transcripts.timestamps import moment

_ROLES: Final = {
    "human": Role.USER,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
}


def is_one(conversation: dict[str, Any]) -> bool:
    return isinstance(conversation.get("chat_messages"), list)


def parse(conversation: dict[str, Any]) -> Talk | None:
    messages = conversation.get("chat_messages")
    id = conversation.get("uuid") or conversation.get("id")
    if not isinstance(messages, list) or not isinstance(id, str):
        return None
    changed = moment(conversation.get("updated_at")) or moment(conversation.get("created_at"))
    sound = [each for each in messages if isinstance(each, dict)]
    return Talk(id, changed or 0, [_turn(each) for each in _way(conversation, sound)])


def _way(conversation: dict[str, Any], messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All of them in their order; where they name their parents, those from the first to the
    leaf that was shown last."""
    by_id = {each["uuid"]: each for each in messages if isinstance(each.get("uuid"), str)}
    if not by_id or not any(each.get("parent_message_uuid") in by_id for each in messages):
        return messages
    leaf = conversation.get("current_leaf_message_uuid")
    node = leaf if leaf in by_id else messages[-1].get("uuid")
    way: list[dict[str, Any]] = []
    while isinstance(node, str) and node in by_id:
        found = by_id.pop(node)
        way.append(found)
        node = found.get("parent_message_uuid")
    return way[::-1]


def _turn(message: dict[str, Any]) -> Turn:
    role = _ROLES.get(message.get("sender") or message.get("role") or "")
    id = message.get("uuid") or message.get("id") or ""
    text = "\n".join(texts(message.get("content"), "text")).strip() or message.get("text")
    if role is None or not isinstance(text, str):
        return Turn(str(id), None)
    return Turn(str(id), Said(role, text, moment(message.get("created_at"))))
