"""Detects which kind of conversations a file or a folder holds, and picks its reader."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mohen.errors import InvalidArgument
from mohen.knowledge.policy import Transcripts as Bounds
from mohen.knowledge.transcripts import exports, jsonl_sessions, openclaw, plugged, text
from mohen.knowledge.transcripts.exports import Exports
from mohen.knowledge.transcripts.jsonl_sessions import JsonlSessions, first_entries
from mohen.knowledge.transcripts.message_log import LogFile
from mohen.knowledge.transcripts.model import Bookmark, Reading, Source, SourceKind, Transcript
from mohen.knowledge.transcripts.openclaw import Homes, OpenClaw, discover
from mohen.knowledge.transcripts.plugged import PluggedReader
from mohen.knowledge.transcripts.source_files import SourceFile, find_files, opened
from mohen.knowledge.transcripts.text import Text

_LINES: Final = ".jsonl"
_PROBED: Final = 20  # entries: what is written first says little
_CODEX: Final = frozenset({"session_meta", "response_item", "event_msg", "turn_context"})


def detect(path: str, bounds: Bounds) -> SourceKind:
    """The kind of a file, or of the first that says what it is. Raises `InvalidArgument`."""
    if openclaw.database(path) is not None:
        return SourceKind.OPENCLAW
    seen: set[SourceKind] = set()
    for place in find_files(path, _may_be_one, depth=bounds.depth):
        found = _kind(place, bounds)
        if found is not None and found is not SourceKind.TEXT:
            return found
        seen.update([found] if found else [])
    if seen:
        return SourceKind.TEXT
    raise InvalidArgument(
        "path must be a transcript: sessions of OpenClaw, Claude Code or Codex (.jsonl), an "
        "export of ChatGPT or Claude (conversations.json or its zip), Markdown or plain text, "
        "or a folder of these",
        field="path",
    )


def _may_be_one(name: str) -> bool:
    return (
        openclaw.session(name) is not None
        or exports.is_export(name)
        or text.session(name) is not None
    )


def _kind(place: SourceFile, bounds: Bounds) -> SourceKind | None:
    if place.name.lower().endswith((".zip", ".json")):
        return next(_exported(place, bounds), None)
    if text.session(place.name) is not None:
        return SourceKind.TEXT
    with opened(place) as file:
        journal = LogFile(file, line_bytes=bounds.line_bytes, mark_bytes=bounds.mark_bytes)
        for entry in first_entries(journal, _PROBED):
            if (found := _host(entry)) is not None:
                return found
    return None


def _exported(place: SourceFile, bounds: Bounds) -> Iterator[SourceKind]:
    for value in exports.peek(place, bounds):
        if exports.is_claude(value):
            yield SourceKind.CLAUDE
        elif exports.is_chatgpt(value):
            yield SourceKind.CHATGPT


def _host(entry: dict[str, Any]) -> SourceKind | None:
    kind = entry.get("type")
    if kind == "session" and isinstance(entry.get("id"), str):
        return SourceKind.OPENCLAW
    if kind in _CODEX and isinstance(entry.get("payload"), dict):
        return SourceKind.CODEX
    if "sessionId" in entry or "parentUuid" in entry or "leafUuid" in entry:
        return SourceKind.CLAUDE_CODE
    if kind == "message" and "parentId" in entry:
        return SourceKind.OPENCLAW
    if kind == "message" and "role" in entry:
        return SourceKind.CODEX
    if "instructions" in entry and "timestamp" in entry:
        return SourceKind.CODEX
    return None


# -- One reader for each kind of source.


class Readers:
    """What reads transcripts: it never changes anything (R181)."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._openclaw = OpenClaw(bounds)
        self.of: dict[SourceKind, JsonlSessions | Exports | PluggedReader] = {
            SourceKind.OPENCLAW: self._openclaw,
            SourceKind.CLAUDE_CODE: JsonlSessions(
                SourceKind.CLAUDE_CODE,
                bounds,
                jsonl_sessions.claude_code_session,
                jsonl_sessions.claude_code_reader,
            ),
            SourceKind.CODEX: JsonlSessions(
                SourceKind.CODEX, bounds, jsonl_sessions.codex_session, jsonl_sessions.codex_reader
            ),
            SourceKind.CHATGPT: Exports(SourceKind.CHATGPT, bounds, exports.parse_chatgpt),
            SourceKind.CLAUDE: Exports(SourceKind.CLAUDE, bounds, exports.parse_claude),
            SourceKind.TEXT: Text(bounds),
            SourceKind.PLUGIN: PluggedReader(bounds),
        }

    def sessions(self, source: Source) -> Iterator[Transcript]:
        return self.of[source.kind].sessions(source.path)

    def read(self, source: Source, key: str, after: Bookmark | None, *, most: int) -> Reading:
        return self.of[source.kind].read(source.path, key, after, most=most)

    def detect(self, path: str) -> SourceKind:
        if plugged.knows(path):
            return SourceKind.PLUGIN
        return detect(path, self._bounds)

    def discover(self, workspace: str) -> tuple[Source, ...]:
        homes = Homes.of(os.environ.get("OPENCLAW_STATE_DIR"), _users_home())
        found = discover(self._openclaw, homes, workspace, probed=self._bounds.probed)
        return tuple(found)


def _users_home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:  # a user without one
        return None
