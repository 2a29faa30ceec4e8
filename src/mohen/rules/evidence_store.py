"""What episodes prove, read for the learner: evidence beside where and how it came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mohen.core.database import ALL, Rows
from mohen.core.values import dataclass
from mohen.episodes.style_evidence import FOREKNOWN

if TYPE_CHECKING:
    from mohen.core.database import Database


@dataclass(frozen=True, slots=True)
class Testimony:
    """One answered episode and the JSON of what was measured on it."""

    episode_id: str
    timestamp: int
    scene: str
    inferred: bool  # nobody named the scene
    skill: str
    selected_index: int | None
    undone: bool
    evidence: str

    def scene_before(self, version: int) -> str:
        """Empty where nothing but the text that was taken told it: evidence of such a version."""
        return "" if self.inferred and version < FOREKNOWN else self.scene


class Counts(NamedTuple):
    """Answered episodes of a project."""

    total: int
    seen: int
    new: int  # one that was seen and then undone is new again


def _heard(row: Sequence[str]) -> object:
    from mohen.rules.comparisons import Account  # arrays are made where a row asks for it only

    return Account.read(row[0])


ROWS = (Rows("evidence", "SELECT seq, body FROM evidence", _heard),)


_CHOSEN = (
    "FROM episodes e JOIN evidence v ON v.seq = e.seq"
    " WHERE e.project = (SELECT pk FROM projects WHERE id = ?)"
    " AND e.state = 'closed' AND e.selected_index >= 0"
)


class EvidenceStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def projects(self) -> list[str]:
        with self._database.read() as reader:
            return [row[0] for row in reader.execute("SELECT id FROM projects ORDER BY id")]

    def upto(self, project_id: str) -> int:
        """The last episode acknowledged in a project."""
        with self._database.read() as reader:
            last = reader.execute(
                "SELECT max(seq) FROM episodes WHERE project ="
                " (SELECT pk FROM projects WHERE id = ?)",
                (project_id,),
            ).get
        return int(last or 0)

    def of(self, project_id: str, *, upto: int, newest: int = ALL) -> Iterator[Testimony]:
        """In order of time, as of one moment: one statement is one frozen view. With `newest`,
        only so many of the latest."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT * FROM (SELECT e.id, e.timestamp, e.scene_type, e.scene_inferred,"
                " e.skill_used, e.selected_index, e.undone_at IS NOT NULL, v.body, e.seq"
                " FROM episodes e JOIN evidence v ON v.seq = e.seq"
                " WHERE e.project = (SELECT pk FROM projects WHERE id = ?) AND e.seq <= ?"
                " AND e.state = 'closed' ORDER BY e.timestamp DESC, e.seq DESC LIMIT ?) newest"
                " ORDER BY timestamp, seq",
                (project_id, upto, newest),
            )
            for id, at, scene, inferred, skill, selected, undone, body, _ in found:
                yield Testimony(id, at, scene, bool(inferred), skill, selected, bool(undone), body)

    def moment(self) -> tuple[int, int]:
        """Another one whenever anything in the file may have changed."""
        with self._database.read() as reader:
            count = reader.execute("SELECT count FROM commits").get
        return self._database.opened, int(count or 0)

    def choices(self, project_id: str) -> int:
        """How many measured ones there are."""
        with self._database.read() as reader:
            return int(reader.execute(f"SELECT count(*) {_CHOSEN}", (project_id,)).get)

    def chosen(self, project_id: str, *, after: int) -> Iterator[Testimony]:
        """Where one candidate was taken, in order of time, after so many of them."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT e.id, e.timestamp, e.scene_type, e.scene_inferred, e.skill_used,"
                f" e.selected_index, e.undone_at IS NOT NULL, v.body {_CHOSEN}"
                f" ORDER BY e.timestamp, e.seq LIMIT {ALL} OFFSET ?",
                (project_id, after),
            )
            for id, at, scene, inferred, skill, selected, undone, body in found:
                yield Testimony(id, at, scene, bool(inferred), skill, selected, bool(undone), body)

    def counts(self, project_id: str, *, after: int, undone_since: int) -> Counts:
        """News are those acknowledged after a number, or undone since a moment."""
        with self._database.read() as reader:
            row = reader.execute(
                "SELECT count(*), count(*) FILTER (WHERE seq <= ?2),"
                " count(*) FILTER (WHERE seq > ?2 OR undone_at > ?3)"
                " FROM episodes WHERE project = (SELECT pk FROM projects WHERE id = ?1)"
                " AND state = 'closed'",
                (project_id, after, undone_since),
            ).get
        return Counts(*map(int, row))
