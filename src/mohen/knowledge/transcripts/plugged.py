"""Conversations that a package of others can read: each message once, in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mohen.core import plugins
from mohen.errors import IoFailed, NotFound
from mohen.knowledge.policy import Transcripts as Bounds
from mohen.knowledge.transcripts.message_log import Batch, Said, hashed, moment
from mohen.knowledge.transcripts.model import Bookmark, Reading, Role, Transcript

_ROLES = frozenset(Role)


def knows(path: str) -> bool:
    """Whether some package says that it can read what stands there."""
    return _reader(path) is not None


def _reader(path: str) -> plugins.Plugin | None:
    for each in plugins.loaded(plugins.READERS):
        if each.ask(lambda made: made.knows(path)) is True:
            return each
    return None


class PluggedReader:
    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds

    def sessions(self, path: str) -> Iterator[Transcript]:
        for session, said in self._talks(path).items():
            size = sum(len(each.text) for each in said if each is not None)
            # Nobody says when it was changed: another size or another text is another time.
            yield Transcript(session, session, size, int(_mark(said, len(said)), 16) >> 33)

    def read(self, path: str, key: str, after: Bookmark | None, *, most: int) -> Reading:
        talks = self._talks(path)
        if key not in talks:
            raise NotFound("the source has no such conversation", field="key")
        said = talks[key]
        begun = after is not None and after.line > 0
        rewritten = begun and after is not None and _mark(said, after.line) != after.mark
        line = after.line if after is not None and begun and not rewritten else 0
        batch, broken = Batch(key, most, self._bounds.batch_chars), list[int]()
        for each in said[line:]:
            line += 1
            if each is None:
                broken.append(line)
            else:
                batch.add(line, each)
            if batch.full:
                break
        done, mark = line >= len(said), _mark(said, line)
        changed = int(_mark(said, len(said)), 16) >> 33
        size = sum(len(each.text) for each in said if each is not None)
        bookmark = Bookmark(
            key, line, offset=size if done else 0, mark=mark, changed_at=changed if done else 0
        )
        return Reading(tuple(batch.utterances), bookmark, done, tuple(broken), rewritten=rewritten)

    def _talks(self, path: str) -> dict[str, list[Said | None]]:
        """By session, in the order of the source. What is no message is None, in its place."""
        reader = _reader(path)
        told = None if reader is None else reader.ask(lambda made: _listed(made, path))
        if told is None:
            raise IoFailed("the package that reads these conversations failed", reason="plugin")
        return {str(session): [_said(each) for each in said] for session, said in told}


def _listed(made: Any, path: str) -> list[tuple[Any, list[Any]]]:
    return [(session, list(said)) for session, said in made.conversations(path)]


def _said(message: Any) -> Said | None:
    if not isinstance(message, Mapping):
        return None
    role, text, id = message.get("role"), message.get("text"), message.get("id")
    if role not in _ROLES or not isinstance(text, str):
        return None
    return Said(Role(role), text, moment(message.get("at")), id if isinstance(id, str) else None)


def _mark(said: list[Said | None], upto: int) -> str:
    parts = (f"{each.role}\n{each.text}".encode() for each in said[:upto] if each is not None)
    return hashed(min(upto, len(said)), *parts)
