"""Sessions of Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`."""

from __future__ import annotations

from typing import Any, Final

from mohen.adapters.transcripts import wrappings
from mohen.adapters.transcripts.lines import Journal
from mohen.adapters.transcripts.moments import moment
from mohen.adapters.transcripts.reading import Hear, Said
from mohen.model.transcript import Role

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
        wrappings.claude_code(each) for each in wrappings.texts(message.get("content"), "text")
    )
    return Said(Role(role), text, moment(entry.get("timestamp")))
