"""Reads sessions kept as JSON Lines, as Claude Code and Codex do: one reader for such hosts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from mohen.errors import NotFound
from mohen.knowledge.policy import Transcripts as Bounds
from mohen.knowledge.transcripts import host_markup, message_log
from mohen.knowledge.transcripts.message_log import (
    Branch,
    Hear,
    Log,
    LogFile,
    Said,
    entry,
    moment,
    named,
)
from mohen.knowledge.transcripts.model import Bookmark, Reading, Role, SourceKind, Transcript
from mohen.knowledge.transcripts.source_files import SourceFile, find_files, is_there, opened
from mohen.text.lazy_pattern import LazyPattern


class JsonlSessions:
    """The sessions of one host. `session` is what it calls the one in a file of that name, or
    None where such a file holds none. A key is made of a name alone: hosts give sessions names
    of their own, and folders tell of the machine."""

    def __init__(
        self,
        kind: SourceKind,
        bounds: Bounds,
        session: Callable[[str], str | None],
        hear: Callable[[LogFile], Hear | None],
    ) -> None:
        self.kind = kind
        self._bounds = bounds
        self._session = session
        self._hear = hear
        self._known: dict[tuple[str, str], SourceFile] = {}

    def sessions(self, path: str) -> Iterator[Transcript]:
        for key, place in self._found(path).items():
            session = self._session(place.name) or place.name
            yield Transcript(session, key, place.size, place.changed_at)

    def read(self, path: str, key: str, after: Bookmark | None, *, most: int) -> Reading:
        place = self.place(path, key)
        with self.journal(place) as journal:
            return self._read(journal, self._session(place.name) or place.name, after, most)

    def _read(self, journal: LogFile, session: str, after: Bookmark | None, most: int) -> Reading:
        hear = self._hear(journal) or (lambda _entry: None)
        return self.gather(journal, session, after, most, hear)

    def gather(
        self,
        journal: Log,
        session: str,
        after: Bookmark | None,
        most: int,
        hear: Hear,
        way: Branch | None = None,
    ) -> Reading:
        chars = self._bounds.batch_chars
        return message_log.read(journal, session, after, most=most, chars=chars, hear=hear, way=way)

    def place(self, path: str, key: str) -> SourceFile:
        """Where a session is; looked for anew if it is not known to be there."""
        place = self._known.get((path, key))
        if place is None or not is_there(place):
            self._found(path)
            place = self._known.get((path, key))
        if place is None:
            raise NotFound("the source has no such session", field="key")
        return place

    @contextmanager
    def journal(self, place: SourceFile) -> Iterator[LogFile]:
        with opened(place) as file:
            bounds = self._bounds
            yield LogFile(file, line_bytes=bounds.line_bytes, mark_bytes=bounds.mark_bytes)

    def _found(self, path: str) -> dict[str, SourceFile]:
        """By key. Where two files have one name, one is a copy: the first stands for both."""
        found: dict[str, SourceFile] = {}
        for place in self.listed(path):
            found.setdefault(f"{self.kind.value}/{place.name}", place)
        self._known = {at: place for at, place in self._known.items() if at[0] != path}
        self._known.update({(path, key): place for key, place in found.items()})
        return found

    def listed(self, path: str) -> Iterator[SourceFile]:
        return find_files(
            path, lambda name: self._session(name) is not None, depth=self._bounds.depth
        )


def first_entries(journal: Log, most: int = 1) -> Iterator[dict[str, object]]:
    """The first entries of a log."""
    for line in journal.lines():
        if line.number > most:
            return
        value, _sound = entry(line.raw) if line.raw is not None else (None, False)
        if value is not None:
            yield value


# -- Sessions of Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`.


_ENDING: Final = ".jsonl"
_OTHERS: Final = ("isMeta", "isSidechain", "isCompactSummary", "isApiErrorMessage")


def claude_code_session(name: str) -> str | None:
    """What a subagent was told and answered is not the user's conversation."""
    ours = name.endswith(_ENDING) and not name.startswith("agent-")
    return name.removesuffix(_ENDING) if ours else None


def claude_code_reader(_journal: LogFile) -> Hear:
    return _claude_code_message


def _claude_code_message(entry: dict[str, Any]) -> Said | None:
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
    return Said(Role(role), text, moment(entry.get("timestamp")), named(entry.get("uuid")))


# -- Sessions of Codex: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`.


_STAMP: Final = LazyPattern(r"rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-")


def codex_session(name: str) -> str | None:
    if not name.endswith(_ENDING):
        return None
    name = name.removesuffix(_ENDING)
    return _STAMP.sub("", name, count=1) or name


def codex_reader(journal: LogFile) -> Hear | None:
    """None of a subagent's session: nobody spoke there. Older sessions say when they began, and
    not when anything was said."""
    began = None
    for head in first_entries(journal):
        meta = head.get("payload", head)
        if isinstance(meta, dict):
            if _is_subagent(meta):
                return None
            began = moment(meta.get("timestamp"))
    return lambda entry: _codex_message(entry, began)


def _is_subagent(meta: dict[str, Any]) -> bool:
    source = meta.get("source")
    return meta.get("thread_source") == "subagent" or (
        isinstance(source, dict) and "subagent" in source
    )


def _codex_message(entry: dict[str, Any], began: int | None) -> Said | None:
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
