"""Sessions of Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`."""

from __future__ import annotations

from typing import Any, Final

from mohen.knowledge.transcripts import host_markup
from mohen.knowledge.transcripts.line_reader import Journal
from mohen.knowledge.transcripts.message_log import Hear, Said
from mohen.knowledge.transcripts.model import Role
from mohen.knowledge.transcripts.timestamps import moment

_ENDING: Final = ".jsonl"
_OTHERS: Final = ("isMeta", "isSidechain", "isCompactSummary", "isApiErrorMessage")


def session(name: str) -> str | None:
    """What a subagent was told and answered is not the user's conversation."""
    ours = name.endswith(_ENDING) and not name.startswith("agent-")
    return name.removesuffix(_ENDING) if ours else None


def hearing(_journal: Journal) -> Hear:
    return hear


def hear(entry: dict[str, Any]) -> Said | None:
    message = entry.get("message")
    if not isinstance(message, dict) or any(entry.get(flag) for flag in _OTHERS):
        return None
    role = message.get("role")
    if role != entry.get("type") or role not in ("user", "assistant"):
        return None
    origin = entry.get("origin")
    if isinstance(origin, dict) and origin.get("kind", "human") != "human":
        return None
    if message.get("model") == "<synthetic>":
        return None
    text = "\n".join(
        host_markup.claude_code(each) for each in host_markup.texts(message.get("content"), "text")
    )
    return Said(Role(role), text, moment(entry.get("timestamp")))
