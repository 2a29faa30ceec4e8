"""Conversations as ChatGPT exports them: a tree of messages and the leaf that was shown last."""

from __future__ import annotations

from typing import Any, Final

from mohen.knowledge.transcripts.exports import Talk, Turn
from mohen.knowledge.transcripts.message_log import Said
from mohen.knowledge.transcripts.model import Role
from mohen.knowledge.transcripts.timestamps import moment

_SAID: Final = ("text", "multimodal_text")
_ASIDE: Final = ("analysis", "commentary")  # channels that the user did not see


def is_one(conversation: dict[str, Any]) -> bool:
    return isinstance(conversation.get("mapping"), dict)


def parse(conversation: dict[str, Any]) -> Talk | None:
    """None where it is none, or its user asked that it should not be remembered."""
    mapping = conversation.get("mapping")
    id = conversation.get("conversation_id") or conversation.get("id")
    if not isinstance(mapping, dict) or not isinstance(id, str):
        return None
    if conversation.get("is_do_not_remember") is True:
        return None
    changed = moment(conversation.get("update_time")) or moment(conversation.get("create_time"))
    return Talk(id, changed or 0, [_turn(*each) for each in _way(conversation, mapping)])


def _way(conversation: dict[str, Any], mapping: dict[str, Any]) -> list[tuple[str, Any]]:
    """Messages from the first to the leaf that was shown last."""
    node = conversation.get("current_node")
    if node not in mapping:
        node = max(mapping, key=lambda each: _made(mapping[each]), default=None)
    way: list[tuple[str, Any]] = []
    seen: set[str] = set()
    while isinstance(node, str) and node in mapping and node not in seen:
        seen.add(node)
        found = mapping[node] if isinstance(mapping[node], dict) else {}
        if isinstance(found.get("message"), dict):
            way.append((node, found["message"]))
        node = found.get("parent")
    return way[::-1]


def _made(node: Any) -> int:
    message = node.get("message") if isinstance(node, dict) else None
    return (moment(message.get("create_time")) or 0) if isinstance(message, dict) else -1


def _turn(id: str, message: dict[str, Any]) -> Turn:
    author, content = _part(message, "author"), _part(message, "content")
    role = author.get("role")
    hidden = _part(message, "metadata").get("is_visually_hidden_from_conversation")
    told = message.get("recipient", "all") == "all" and message.get("channel") not in _ASIDE
    if role not in ("user", "assistant") or hidden or not told:
        return Turn(id, None)
    if content.get("content_type", "text") not in _SAID:
        return Turn(id, None)
    text = "\n".join(_texts(content.get("parts")))
    return Turn(id, Said(Role(role), text, moment(message.get("create_time"))))


def _texts(parts: Any) -> list[str]:
    """Of parts, what was written or spoken."""
    found = [
        part.get("text")
        if isinstance(part, dict) and part.get("content_type") == "audio_transcription"
        else part
        for part in (parts if isinstance(parts, list) else [])
    ]
    return [each for each in found if isinstance(each, str)]


def _part(message: dict[str, Any], name: str) -> dict[str, Any]:
    found = message.get(name)
    return found if isinstance(found, dict) else {}
