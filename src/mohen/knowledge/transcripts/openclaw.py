"""Reads sessions of OpenClaw: files of lines or, since 2026.7.2, a database for each agent."""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import apsw

from mohen.core.values import dataclass
from mohen.errors import IoFailed, NotFound
from mohen.knowledge.policy import Transcripts as Bounds
from mohen.knowledge.transcripts import host_markup
from mohen.knowledge.transcripts.jsonl_sessions import JsonlSessions, first_entries
from mohen.knowledge.transcripts.message_log import (
    Hear,
    Line,
    Log,
    LogFile,
    Said,
    entry,
    hashed,
    moment,
    named,
)
from mohen.knowledge.transcripts.model import (
    Bookmark,
    Reading,
    Role,
    Source,
    SourceKind,
    Transcript,
)
from mohen.knowledge.transcripts.source_files import SourceFile, find_files, real
from mohen.text.lazy_pattern import LazyPattern

# -- a conversation that was gone back in is a tree: the way from its last entry to its first counts


_NONE: Final = -1
# As OpenClaw writes it; anything else is parsed.
_PLAIN: Final = LazyPattern(
    rb'\{"type":"([a-z_]+)","id":"([^"\\]+)","parentId":(?:"([^"\\]+)"|null)[,}]'
)


class Tree:
    """Implements `Way`. Grows with its log; begins anew when that was written anew."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._ids = array("q")
        self._parents = array("q")
        self._lines = array("q")
        self._messages = bytearray()
        self._forks = 0
        self._way: bytearray | None = None
        self._offset = self._number = 0
        self._mark = ""

    def follow(self, log: Log) -> None:
        if self._offset and (self._offset > log.size or log.mark(self._offset) != self._mark):
            self._clear()
        for line in log.lines(self._offset, self._number):
            if not self._take(line):
                break
            self._offset, self._number = line.end, line.number
            self._way = None
        self._mark = log.mark(self._offset)

    def holds(self, number: int) -> bool:
        """What has no place in the tree was not left behind either."""
        if not self._forks:
            return True
        place = bisect_left(self._lines, number)
        if place == len(self._lines) or self._lines[place] != number:
            return True
        return bool(self._flags()[place])

    def left(self, number: int) -> tuple[tuple[int, ...], bool]:
        if not self._forks:
            return (), False
        flags = self._flags()
        last = place = bisect_right(self._lines, number) - 1
        left = []
        while place != _NONE and not flags[place]:
            if self._messages[place]:
                left.append(self._lines[place])
            place = self._parents[place]
        came_back = flags.find(1, place + 1, last + 1) != _NONE
        return tuple(reversed(left)), came_back

    def _flags(self) -> bytearray:
        if self._way is None:
            flags = bytearray(len(self._ids))
            place = len(self._ids) - 1
            while place != _NONE:
                flags[place] = 1
                place = self._parents[place]
            self._way = flags
        return self._way

    def _take(self, line: Line) -> bool:
        """Whether it may be passed."""
        if line.raw is None:
            return line.whole
        if found := _PLAIN.match(line.raw):
            kind, id, parent = found.groups()
            if line.whole or entry(line.raw)[0] is not None:
                self._add(line.number, kind, id, parent, rooted=parent is None)
                return True
            return False
        value, _sound = entry(line.raw)
        if value is None:
            return line.whole
        kind = _bytes(value.get("type"))
        rooted = "parentId" in value and value["parentId"] is None
        self._add(
            line.number, kind, _bytes(value.get("id")), _bytes(value.get("parentId")), rooted=rooted
        )
        return True

    def _add(
        self, number: int, kind: bytes, id: bytes | None, parent: bytes | None, *, rooted: bool
    ) -> None:
        if kind == b"session":
            return
        before = len(self._ids) - 1
        place = _NONE if rooted and id else self._place(parent, before)
        self._forks += place != before
        self._ids.append(hash(id) if id else 0)
        self._parents.append(place)
        self._lines.append(number)
        self._messages.append(kind == b"message")

    def _place(self, parent: bytes | None, before: int) -> int:
        """Of a parent. One that is not there stood in a line that is broken: the entry before
        stands for it."""
        if not parent or before == _NONE:
            return before
        wanted = hash(parent)
        if self._ids[before] == wanted:
            return before
        try:
            return self._ids.index(wanted)
        except ValueError:
            return before


def _bytes(value: Any) -> bytes:
    return value.encode(errors="replace") if isinstance(value, str) else b""


# -- OpenClaw's database of an agent, read as the lines it took the place of.
#
# Its own SQL, and the only one outside of `store/`: the file is another program's, which has it
# open. It is opened to be read, and each reading sees one moment of it.


_NS_IN_MS: Final = 1_000_000
_SESSION: Final = "FROM transcript_events WHERE session_id = ?"
_EVENT: Final = "FROM transcript_events WHERE session_id = each.session_id AND seq = last"


@dataclass(frozen=True, slots=True)
class Session:
    session: str
    size: int
    changed_at: int


class Events:
    """Implements `Log`: an event is a line, and its number is its place."""

    def __init__(self, connection: apsw.Connection, found: Session, *, line_bytes: int) -> None:
        self._connection = connection
        self._session = found.session
        self._most = line_bytes
        self.size = found.size
        self.changed_at = found.changed_at

    def lines(self, offset: int = 0, _number: int = 0) -> Iterator[Line]:
        rows = self._connection.execute(
            "SELECT seq, CASE WHEN length(CAST(event_json AS BLOB)) <= ? THEN event_json END "
            f"{_SESSION} AND seq >= ? ORDER BY seq",
            (self._most, self._session, offset),
        )
        for seq, event in rows:
            raw = None if event is None else str(event).encode(errors="replace")
            yield Line(seq + 1, raw, seq + 1)

    def mark(self, offset: int) -> str:
        ends = self._connection.execute(
            f"SELECT event_json {_SESSION} AND seq IN ("
            f"(SELECT min(seq) {_SESSION}), (SELECT max(seq) {_SESSION} AND seq < ?)) ORDER BY seq",
            (self._session, self._session, self._session, offset),
        )
        return hashed(offset, *(str(event).encode(errors="replace") for (event,) in ends))


def sessions(database: Path) -> list[Session]:
    with _read(database) as connection:
        rows = connection.execute(
            # The inner part is answered by the index alone, whatever the events weigh.
            f"SELECT session_id, last + 1, (SELECT created_at {_EVENT}) FROM (SELECT session_id, "
            "max(seq) AS last FROM transcript_events GROUP BY session_id) AS each "
            "ORDER BY session_id"
        )
        return [Session(str(id), size, at * _NS_IN_MS) for id, size, at in rows]


@contextmanager
def opened(database: Path, session: str, *, line_bytes: int) -> Iterator[Events | None]:
    """The events of a session; None where the database has no such session."""
    with _read(database) as connection:
        last = connection.execute(
            f"SELECT seq, created_at {_SESSION} ORDER BY seq DESC LIMIT 1", (session,)
        ).fetchone()
        if last is None:
            yield None
            return
        found = Session(session, last[0] + 1, last[1] * _NS_IN_MS)
        yield Events(connection, found, line_bytes=line_bytes)


def is_one(database: Path) -> bool:
    """Whether a database holds transcripts: earlier versions kept other things under that name."""
    with _read(database) as connection:
        return bool(
            connection.execute(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'transcript_events'"
            ).fetchall()
        )


@contextmanager
def _read(database: Path) -> Iterator[apsw.Connection]:
    try:
        with closing(apsw.Connection(str(database), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
            connection.execute("BEGIN")
            yield connection
    except apsw.Error as error:
        raise IoFailed(f"a transcript could not be read ({type(error).__name__})") from None


# -- Sessions of OpenClaw, as files of lines or, since 2026.7.2, in a database for each agent.
#
# A session that was reset is still a conversation, and is read on under the name it had; one that
# was deleted was deleted by its user, and is not read. Backups, checkpoints and trajectories repeat
# what stands elsewhere.


_SESSIONS: Final = "sessions"
_DATABASE: Final = ("agent", "openclaw-agent.sqlite")
_FILE: Final = LazyPattern(
    r"(?P<session>.+?)\.jsonl(?:\.reset\.(?P<reset>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?Z))?"
)
_REPEATS: Final = LazyPattern(r"\.(?:checkpoint\.[0-9a-fA-F-]+|trajectory)\.jsonl$")


def session(name: str) -> str | None:
    found = _FILE.fullmatch(name)
    return None if found is None or _REPEATS.search(name) else found["session"]


def hearing(_journal: LogFile) -> Hear:
    return hear


def hear(entry: dict[str, Any]) -> Said | None:
    message = entry.get("message")
    if entry.get("type") != "message" or not isinstance(message, dict):
        return None
    role = message.get("role")
    text = "\n".join(host_markup.texts(message.get("content"), "text"))
    at = moment(message.get("timestamp")) or moment(entry.get("timestamp"))
    if role == "assistant":
        return Said(
            Role.ASSISTANT, host_markup.openclaw_assistant(text), at, named(entry.get("id"))
        )
    if role != "user" or _from_a_session(message):
        return None
    return Said(Role.USER, host_markup.openclaw_user(text), at, named(entry.get("id")))


def _from_a_session(message: dict[str, Any]) -> bool:
    """One agent's session may send to another's; that is nobody's voice."""
    provenance = message.get("provenance")
    return isinstance(provenance, dict) and provenance.get("kind") == "inter_session"


class OpenClaw(JsonlSessions):
    def __init__(self, bounds: Bounds) -> None:
        super().__init__(SourceKind.OPENCLAW, bounds, session, hearing)
        self._lock = threading.Lock()
        self._tree: tuple[str, str, Tree] | None = None  # of the session read last

    def sessions(self, path: str) -> Iterator[Transcript]:
        files = {each.key: each for each in self._files(path)}
        kept = database(path)
        if kept is not None:
            for each in sessions(kept):
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
            with opened(kept, _name(key), line_bytes=bound) as found:
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

    def _found(self, path: str) -> dict[str, SourceFile]:
        """By key. The file that lives has its session's plain key, or the one that was reset
        last; any older ones of that name are sessions of their own."""
        chosen: dict[str, SourceFile] = {}
        for place in sorted(self.listed(path), key=_rank):
            name = session(place.name) or place.name
            key = f"{self.kind.value}/{name}.jsonl"
            if key in chosen:
                key = f"{self.kind.value}/{place.name}"
            chosen.setdefault(key, place)
        self._known = {at: place for at, place in self._known.items() if at[0] != path}
        self._known.update({(path, key): place for key, place in chosen.items()})
        return chosen

    def listed(self, path: str) -> Iterator[SourceFile]:
        root = real(path)
        if root is not None and (root / _SESSIONS).is_dir():
            path = str(root / _SESSIONS)
        elif root is not None and root.name == _DATABASE[-1]:
            return iter(())
        return find_files(path, lambda name: session(name) is not None, depth=1)


def _rank(place: SourceFile) -> tuple[bool, tuple[int, ...], str]:
    """Files that live come first, then those that were reset, the newest first."""
    found = _FILE.fullmatch(place.name)
    reset = (found["reset"] if found else None) or ""
    return bool(reset), tuple(-ord(each) for each in reset), place.ref


def _name(key: str) -> str:
    """What a session is called: the host's id of it."""
    return key.partition("/")[2].replace(".jsonl.reset.", "@").removesuffix(".jsonl")


def database(path: str) -> Path | None:
    """The database of the agent whose folder, sessions or database this is."""
    root = real(path)
    if root is None:
        return None
    if root.is_file():
        return root if root.name == _DATABASE[-1] else None
    agent = root.parent if root.name == _SESSIONS else root
    found = agent.joinpath(*_DATABASE)
    return found if found.is_file() and is_one(found) else None


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
            for header in first_entries(log):
                if isinstance(cwd := header.get("cwd"), str):
                    yield cwd
