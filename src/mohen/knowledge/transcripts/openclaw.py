"""Sessions of OpenClaw, as files of lines or, since 2026.7.2, in a database for each agent.

A session that was reset is still a conversation, and is read on under the name it had; one that
was deleted was deleted by its user, and is not read. Backups, checkpoints and trajectories repeat
what stands elsewhere.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mohen.errors import IoFailed, NotFound
from mohen.knowledge.policy import Transcripts as Bounds
from mohen.knowledge.transcripts import host_markup, openclaw_db
from mohen.knowledge.transcripts.branches import Tree
from mohen.knowledge.transcripts.jsonl_sessions import Journals, first
from mohen.knowledge.transcripts.line_reader import Journal, Log
from mohen.knowledge.transcripts.message_log import Hear, Said
from mohen.knowledge.transcripts.model import (
    Bookmark,
    Reading,
    Role,
    Source,
    SourceKind,
    Transcript,
)
from mohen.knowledge.transcripts.source_files import Place, places, real
from mohen.knowledge.transcripts.timestamps import moment

_SESSIONS: Final = "sessions"
_DATABASE: Final = ("agent", "openclaw-agent.sqlite")
_FILE: Final = re.compile(
    r"(?P<session>.+?)\.jsonl(?:\.reset\.(?P<reset>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?Z))?"
)
_REPEATS: Final = re.compile(r"\.(?:checkpoint\.[0-9a-fA-F-]+|trajectory)\.jsonl$")


def session(name: str) -> str | None:
    found = _FILE.fullmatch(name)
    return None if found is None or _REPEATS.search(name) else found["session"]


def hearing(_journal: Journal) -> Hear:
    return hear


def hear(entry: dict[str, Any]) -> Said | None:
    message = entry.get("message")
    if entry.get("type") != "message" or not isinstance(message, dict):
        return None
    role = message.get("role")
    text = "\n".join(host_markup.texts(message.get("content"), "text"))
    at = moment(message.get("timestamp")) or moment(entry.get("timestamp"))
    if role == "assistant":
        return Said(Role.ASSISTANT, host_markup.openclaw_assistant(text), at)
    if role != "user" or _from_a_session(message):
        return None
    return Said(Role.USER, host_markup.openclaw_user(text), at)


def _from_a_session(message: dict[str, Any]) -> bool:
    """One agent's session may send to another's; that is nobody's voice."""
    provenance = message.get("provenance")
    return isinstance(provenance, dict) and provenance.get("kind") == "inter_session"


class OpenClaw(Journals):
    def __init__(self, bounds: Bounds) -> None:
        super().__init__(SourceKind.OPENCLAW, bounds, session, hearing)
        self._lock = threading.Lock()
        self._tree: tuple[str, str, Tree] | None = None  # of the session read last

    def sessions(self, path: str) -> Iterator[Transcript]:
        files = {each.key: each for each in self._files(path)}
        kept = database(path)
        if kept is not None:
            for each in openclaw_db.sessions(kept):
                key = f"{self.kind.value}/{each.session}.jsonl"
                files[key] = Transcript(each.session, key, each.size, each.changed_at)
        return iter(sorted(files.values(), key=lambda each: each.key))

    def _files(self, path: str) -> Iterator[Transcript]:
        for key, place in self._found(path).items():
            yield Transcript(_name(key), key, place.size, place.changed_at)

    def read(self, path: str, key: str, after: Bookmark | None, *, most: int) -> Reading:
        with self.log(path, key) as log:
            return self._follow(log, path, key, after, most)

    @contextmanager
    def log(self, path: str, key: str) -> Iterator[Log]:
        """A session's lines, wherever they are kept."""
        kept = database(path)
        if kept is not None:
            bound = self._bounds.line_bytes
            with openclaw_db.opened(kept, _name(key), line_bytes=bound) as found:
                if found is not None:
                    yield found
                    return
        with self.journal(self.place(path, key)) as journal:
            yield journal

    def _follow(self, log: Log, path: str, key: str, after: Bookmark | None, most: int) -> Reading:
        with self._lock:  # a tree grows while it is asked
            if self._tree is None or self._tree[:2] != (path, key):
                self._tree = path, key, Tree()
            tree = self._tree[2]
            return self.gather(log, _name(key), after, most, hear, tree)

    def _found(self, path: str) -> dict[str, Place]:
        """By key. The file that lives has its session's plain key, or the one that was reset
        last; any older ones of that name are sessions of their own."""
        chosen: dict[str, Place] = {}
        for place in sorted(self.listed(path), key=_rank):
            name = session(place.name) or place.name
            key = f"{self.kind.value}/{name}.jsonl"
            if key in chosen:
                key = f"{self.kind.value}/{place.name}"
            chosen.setdefault(key, place)
        self._known = {at: place for at, place in self._known.items() if at[0] != path}
        self._known.update({(path, key): place for key, place in chosen.items()})
        return chosen

    def listed(self, path: str) -> Iterator[Place]:
        root = real(path)
        if root is not None and (root / _SESSIONS).is_dir():
            path = str(root / _SESSIONS)
        elif root is not None and root.name == _DATABASE[-1]:
            return iter(())
        return places(path, lambda name: session(name) is not None, depth=1)


def _rank(place: Place) -> tuple[bool, tuple[int, ...], str]:
    """Files that live come first, then those that were reset, the newest first."""
    found = _FILE.fullmatch(place.name)
    reset = (found["reset"] if found else None) or ""
    return bool(reset), tuple(-ord(each) for each in reset), place.ref


def _name(key: str) -> str:
    """What a session is called: the host's id of it."""
    return key.partition("/")[2].replace(".jsonl.reset.", "@").removesuffix(".jsonl")


def database(path: str) -> Path | None:
    """Of the agent whose folder, sessions or database this is."""
    root = real(path)
    if root is None:
        return None
    if root.is_file():
        return root if root.name == _DATABASE[-1] else None
    agent = root.parent if root.name == _SESSIONS else root
    found = agent.joinpath(*_DATABASE)
    return found if found.is_file() and openclaw_db.is_one(found) else None


# -- whose sessions they are


@dataclass(frozen=True, slots=True)
class Homes:
    """Folders that OpenClaw may keep its state in, in the order it prefers them."""

    folders: tuple[Path, ...]

    @classmethod
    def of(cls, named: str | None, users: Path | None) -> Homes:
        if named:
            return cls((Path(named).expanduser(),))
        if users is None:
            return cls(())
        return cls(tuple(users / each for each in (".openclaw", ".clawdbot", ".moltbot")))

    def agents(self) -> Iterator[Path]:
        """Their folders, behind links: an old name of the state is a link to the new one."""
        for folder in self.folders:
            with suppress(OSError):
                for each in sorted((folder / "agents").resolve(strict=True).iterdir()):
                    if each.is_dir():
                        yield each


def discover(reader: OpenClaw, homes: Homes, workspace: str, *, probed: int) -> list[Source]:
    """Agents of OpenClaw that work in a folder. What cannot be read is not found."""
    wanted = real(workspace)
    found: dict[Path, Source] = {}
    for agent in homes.agents():
        with suppress(IoFailed, NotFound):
            if wanted in {real(cwd) for cwd in _workspaces(reader, agent, probed)}:
                found.setdefault(agent, Source(SourceKind.OPENCLAW, str(agent)))
    return list(found.values())


def _workspaces(reader: OpenClaw, agent: Path, probed: int) -> Iterator[str]:
    """Of an agent's newest sessions."""
    newest = sorted(reader.sessions(str(agent)), key=lambda each: -each.changed_at)
    for each in newest[:probed]:
        with reader.log(str(agent), each.key) as log:
            for header in first(log):
                if isinstance(cwd := header.get("cwd"), str):
                    yield cwd
