"""Sessions of Codex: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`."""

from __future__ import annotations

import re
from typing import Any, Final

from mohen.knowledge.transcripts import host_markup
from mohen.knowledge.transcripts.jsonl_sessions import first
from mohen.knowledge.transcripts.line_reader import Journal
from mohen.knowledge.transcripts.message_log import Hear, Said
from mohen.knowledge.transcripts.model import Role
from mohen.knowledge.transcripts.timestamps import moment

_ENDING: Final = ".jsonl"
_STAMP: Final = re.compile(r"rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-")


def session(name: str) -> str | None:
    if not name.endswith(_ENDING):
        return None
    name = name.removesuffix(_ENDING)
    return _STAMP.sub("", name, count=1) or name


def hearing(journal: Journal) -> Hear | None:
    """None of a subagent's session: nobody spoke there. Older sessions say when they began, and
    not when anything was said."""
    began = None
    for head in first(journal):
        meta = head.get("payload", head)
        if isinstance(meta, dict):
            if _is_subagent(meta):
                return None
            began = moment(meta.get("timestamp"))
    return lambda entry: hear(entry, began)


def _is_subagent(meta: dict[str, Any]) -> bool:
    source = meta.get("source")
    return meta.get("thread_source") == "subagent" or (
        isinstance(source, dict) and "subagent" in source
    )


def hear(entry: dict[str, Any], began: int | None) -> Said | None:
    """The user's words stand in a response item among what the harness adds to it; events repeat
    them and are passed over."""
    item = entry.get("payload") if entry.get("type") == "response_item" else entry
    if not isinstance(item, dict) or item.get("type") != "message":
        return None
    role = item.get("role")
    if role not in ("user", "assistant"):
        return None
    parts = host_markup.texts(item.get("content"), "input_text", "output_text", "text")
    if role == "user":
        parts = [host_markup.codex_user(each) for each in parts]
    text = "\n".join(each for each in parts if each)
    return Said(Role(role), text, moment(entry.get("timestamp")) or began)
