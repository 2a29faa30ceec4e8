"""Between the phases of a consolidation: fragments, statements, and where each agent stands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mohen.core.database import Rows
from mohen.knowledge.consolidation.model import (
    Act,
    Amends,
    Backlog,
    Fragment,
    Frame,
    Named,
    Near,
    OtherDay,
    Piece,
    Progress,
    Standpoint,
    Stated,
    Statement,
    Tag,
    Verdict,
)
from mohen.knowledge.model import Category, EntityType
from mohen.knowledge.transcripts.model import Role

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

Judged = tuple[int, Verdict, str, float | None]
"""A fragment's number, its verdict, why, and how much a model says it matters."""

Place = tuple[int, int, int]
"""Where a statement stands among all: when it was made, of which fragment, its number."""

_PIECE = (
    "pk, session, line, part, role, text, tag, at, quoted, frame, importance, previous, speaker"
)
_STATED = "pk, fragment, session, line, at, importance, body, previous"
_UNSIFTED = ""


class FragmentStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    # -- fragments

    def add(self, tx: Tx, project_id: str, fragments: Iterable[Fragment]) -> None:
        """A part of a line that is there already stays as it is."""
        tx.executemany(
            "INSERT OR IGNORE INTO fragments"
            " (project_id, session, line, part, role, text, tag, at, quoted, frame, previous,"
            " speaker) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                (
                    project_id, each.session, each.line, each.part, each.role, each.text,
                    each.tag, each.at, each.quoted, each.frame, each.previous, each.speaker,
                )
                for each in fragments
            ),
        )  # fmt: skip

    def unsifted(self, project_id: str, *, after: int, limit: int) -> list[Piece]:
        """In the order of reading, behind a number."""
        return self._page(project_id, _UNSIFTED, after, limit)

    def undecided(self, project_id: str, *, after: int, limit: int) -> list[Piece]:
        return self._page(project_id, Verdict.UNDECIDED, after, limit)

    def kept(self, project_id: str, *, after: int, limit: int) -> list[Piece]:
        """Whole messages: a little more than the limit where the last one would be cut."""
        found = self._page(project_id, Verdict.KEPT, after, limit)
        if len(found) < limit:
            return found
        last = found[-1]
        with self._database.read() as reader:
            rest = reader.execute(
                f"SELECT {_PIECE} FROM fragments WHERE project_id = ? AND session = ?"
                " AND line = ? AND verdict = ? AND pk > ? ORDER BY pk",
                (project_id, last.fragment.session, last.fragment.line, Verdict.KEPT, last.id),
            )
            return [*found, *map(_piece, rest)]

    def _page(self, project_id: str, verdict: str, after: int, limit: int) -> list[Piece]:
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {_PIECE} FROM fragments WHERE project_id = ? AND verdict = ?"
                " AND pk > ? ORDER BY pk LIMIT ?",
                (project_id, verdict, after, limit),
            )
            return [_piece(row) for row in found]

    def judge(self, tx: Tx, judged: Iterable[Judged]) -> None:
        tx.executemany(
            "UPDATE fragments SET verdict = ?, reason = ?, importance = ? WHERE pk = ?",
            ((verdict, reason, importance, id) for id, verdict, reason, importance in judged),
        )

    def drop(self, tx: Tx, ids: Iterable[int]) -> None:
        tx.executemany("DELETE FROM fragments WHERE pk = ?", ((id,) for id in ids))

    # -- statements

    def add_statements(
        self, tx: Tx, project_id: str, stated: Iterable[tuple[Piece, Statement, float]]
    ) -> None:
        """Each with the fragment it was made in and how much it matters."""
        tx.executemany(
            "INSERT INTO statements"
            " (project_id, fragment, session, line, at, importance, body, previous)"
            " VALUES (?,?,?,?,?,?,?,?)",
            (
                (
                    project_id, piece.id, piece.fragment.session, piece.fragment.line,
                    piece.fragment.at, importance, _body(statement), piece.fragment.previous,
                )
                for piece, statement, importance in stated
            ),
        )  # fmt: skip

    def statements(self, project_id: str, *, after: Place | None, limit: int) -> list[Stated]:
        """By the time they were made and then in the order of reading, behind a place."""
        behind = "" if after is None else "AND (at, fragment, pk) > (?, ?, ?)"
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {_STATED} FROM statements WHERE project_id = ? {behind}"
                " ORDER BY at, fragment, pk LIMIT ?",
                (project_id, *(after or ()), limit),
            )
            return [_stated(row) for row in found]

    def drop_statements(self, tx: Tx, project_id: str) -> None:
        tx.execute("DELETE FROM statements WHERE project_id = ?", (project_id,))

    # -- both

    def backlog(self, project_id: str) -> Backlog:
        with self._database.read() as reader:
            by_verdict = dict(
                reader.execute(
                    "SELECT verdict, count(*) FROM fragments WHERE project_id = ? GROUP BY verdict",
                    (project_id,),
                )
            )
            statements = reader.execute(
                "SELECT count(*) FROM statements WHERE project_id = ?", (project_id,)
            ).get
        return Backlog(
            fragments=by_verdict.get(_UNSIFTED, 0),
            kept=by_verdict.get(Verdict.KEPT, 0),
            statements=int(statements),
        )

    def drop_source(self, tx: Tx, project_id: str, session: str, line: int | None) -> None:
        """What a line said, or a whole session, and has not become knowledge yet."""
        for table in ("fragments", "statements"):
            tx.execute(
                f"DELETE FROM {table} WHERE project_id = ?1 AND session = ?2"
                " AND (?3 IS NULL OR line = ?3)",
                (project_id, session, line),
            )

    def clear(self, tx: Tx, project_id: str) -> None:
        """All of a project, and where it stands."""
        for table in ("fragments", "statements", "consolidations", "listening", "talkers"):
            tx.execute(f"DELETE FROM {table} WHERE project_id = ?", (project_id,))

    # -- how far was listened

    def listened(self, project_id: str, epoch: str) -> int:
        """The last message of the log that became fragments; 0 where the log is another."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT upto FROM listened WHERE project_id = ? AND epoch = ?", (project_id, epoch)
            ).get
        return int(found or 0)

    def put_listened(self, tx: Tx, project_id: str, epoch: str, upto: int) -> None:
        tx.execute(
            "INSERT OR REPLACE INTO listened (project_id, epoch, upto) VALUES (?,?,?)",
            (project_id, epoch, upto),
        )

    def user_mark(self, project_id: str) -> str:
        """The mark of who first spoke by name; empty where nobody did."""
        with self._database.read() as reader:
            return str(
                reader.execute(
                    "SELECT mark FROM talkers WHERE project_id = ? ORDER BY since, mark LIMIT 1",
                    (project_id,),
                ).get
                or ""
            )

    def put_talkers(self, tx: Tx, project_id: str, since: Mapping[str, int]) -> None:
        """Marks with the message in which each first spoke; who is known stays, and stays before
        the others where messages are numbered anew."""
        last = tx.execute(
            "SELECT COALESCE(MAX(since), 0) FROM talkers WHERE project_id = ?", (project_id,)
        ).get
        tx.executemany(
            "INSERT OR IGNORE INTO talkers (project_id, mark, since) VALUES (?,?,?)",
            ((project_id, mark, max(at, last + 1)) for mark, at in since.items()),
        )

    def standpoints(self, project_id: str, sessions: Iterable[str]) -> dict[str, Standpoint]:
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT session, told, played, heard_at FROM listening WHERE project_id = ?"
                " AND session IN (SELECT value FROM json_each(?))",
                (project_id, json.dumps(list(sessions))),
            )
            return {session: Standpoint(*row) for session, *row in found}

    def put_standpoints(
        self, tx: Tx, project_id: str, standpoints: Mapping[str, Standpoint]
    ) -> None:
        tx.executemany(
            "INSERT OR REPLACE INTO listening (project_id, session, told, played, heard_at)"
            " VALUES (?,?,?,?,?)",
            (
                (project_id, session, each.told, each.played, each.heard_at)
                for session, each in standpoints.items()
            ),
        )

    def leave(self, tx: Tx, project_id: str, session: str, place: int | None) -> None:
        """A place that was left opens nothing that is played, and is not what was said last."""
        tx.execute(
            "UPDATE listening SET told = CASE WHEN ?3 IS NULL OR told = ?3 THEN 0 ELSE told END,"
            " played = CASE WHEN ?3 IS NULL OR played = ?3 THEN 0 ELSE played END"
            " WHERE project_id = ?1 AND session = ?2",
            (project_id, session, place),
        )

    # -- progress

    def progress(self, project_id: str, tx: Tx | None = None) -> Progress:
        with self._database.view(tx) as reader:
            row = reader.execute(
                "SELECT last_run, last_success, current_phase, phase_data, retry_count"
                " FROM consolidations WHERE project_id = ?",
                (project_id,),
            ).fetchone()
        return Progress() if row is None else _progress(row)

    def put_progress(self, tx: Tx, project_id: str, progress: Progress) -> None:
        tx.execute(
            "INSERT OR REPLACE INTO consolidations (project_id, last_run, last_success,"
            " current_phase, phase_data, retry_count) VALUES (?,?,?,?,?,?)",
            (
                project_id, progress.last_run, progress.last_success, progress.current_phase,
                json.dumps(dict(progress.phase_data), ensure_ascii=False), progress.retry_count,
            ),
        )  # fmt: skip


def _progress(row: Any) -> Progress:
    last_run, last_success, phase, data, retries = row
    return Progress(last_run, last_success, phase, json.loads(data), retries)


def _piece(row: Any) -> Piece:
    id, session, line, part, role, text, tag, at, quoted, frame, importance, *rest = row
    who, kind = Role(role), Tag(tag)
    said = Fragment(session, line, part, who, text, kind, at, bool(quoted), Frame(frame), *rest)
    return Piece(id, said, importance)


def _body(statement: Statement) -> str:
    return json.dumps(asdict(statement), ensure_ascii=False)


def _stated(row: Any) -> Stated:
    id, fragment, session, line, at, importance, body, previous = row
    said = _statement(json.loads(body))
    return Stated(id, fragment, session, line, at, importance, said, previous)


def _statement(body: dict[str, Any]) -> Statement:
    other = body.get("other_day")
    known = {
        **body,
        "category": Category(body["category"]),
        "act": Act(body["act"]),
        "entities": tuple(_named(body["entities"])),
        "amends": Amends(body.get("amends", Amends.VALUE)),
        "other_day": other and OtherDay(**{**other, "near": Near(other["near"])}),
    }
    known.pop("stamp", None)  # an other day, as it was written before
    return Statement(**known)


def _named(entities: Iterable[dict[str, str]]) -> Iterator[Named]:
    for each in entities:
        yield Named(each["name"], EntityType(each["type"]))


ROWS = (
    Rows("fragments", f"SELECT pk, {_PIECE} FROM fragments", _piece),
    Rows("statements", f"SELECT pk, {_STATED} FROM statements", _stated),
)
