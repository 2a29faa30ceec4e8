"""Messages on talk.db."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from mohen.conversations.model import Kept, Message, Role, Said, Talk, Wanted
from mohen.core.database import ALL, Rows

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_KEPT = "pk, place, line, host_id, mark, at, heard_at, gone, speaker"
_COLUMNS = (
    *("{0}pk", "{0}session", "{0}place", "{0}role", "{0}speaker", "coalesce({0}at, {0}heard_at)"),
    *("{0}text", "{0}line", "{0}host_id"),
)
_MESSAGE = ", ".join(_COLUMNS).format("")
_ERASE = "UPDATE messages SET gone = 1, text = '', speaker = '', terms = ''"
_SESSION = "FROM messages WHERE project_id = ? AND session = ?"
_VALUE = {"mark": "value", "host_id": "value"}
_NUMBER = "CAST(value AS BIGINT)"
# A live host says good morning every day, each time under an id of its own: two of the same words
# with ids are two messages, unless one of them was read from a transcript.
_OTHERWISE_TOLD = " AND (host_id IS NULL OR line IS NOT NULL)"
_BESIDE = (
    " LEFT JOIN messages {0} ON {0}.pk = (SELECT o.pk FROM messages o"
    " WHERE o.project_id = m.project_id AND o.session = m.session AND o.place {1} m.place"
    " AND o.gone = 0 ORDER BY o.place {2} LIMIT 1)"
)
_QUOTED = (
    f"SELECT {', '.join(each.format(of) for of in ('m.', 'b.', 'a.') for each in _COLUMNS)}"
    " FROM json_each(?) j CROSS JOIN messages m ON m.pk = CAST(j.value AS BIGINT)"
    + _BESIDE.format("b", "<", "DESC")
    + _BESIDE.format("a", ">", "ASC")
    + " WHERE m.gone = 0"
)
# Session by session, which the index jumps to: no index has ids across sessions.
_ELSEWHERE = (
    "WITH RECURSIVE others (session) AS ("
    "SELECT min(session) FROM messages WHERE project_id = :project"
    " UNION ALL SELECT (SELECT min(session) FROM messages WHERE project_id = :project"
    " AND session > others.session) FROM others WHERE session IS NOT NULL)"
    " SELECT m.host_id, m.mark, m.at FROM others CROSS JOIN json_each(:ids) i CROSS JOIN messages m"
    " ON m.project_id = :project AND m.session = others.session AND m.host_id = i.value"
    " WHERE others.session <> :session"
)
_ROLES = {each.value: each for each in Role}


class TalkStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def is_there(self) -> bool:
        """Whether anything was ever heard: where not, nobody makes a file by asking."""
        return self._database.is_there

    def epoch(self) -> str:
        """Which file this is."""
        with self._database.read() as reader:
            return str(reader.execute("SELECT epoch FROM origin").get)

    # -- hearing; messages that are gone are still known by their marks

    def alike(
        self, tx: Tx, project_id: str, session: str, said: Sequence[tuple[Said, str]]
    ) -> list[Kept]:
        """Those with the mark, the id, the line or the place of one of these that may be it; in its
        place with its words."""
        asked: dict[str, list[Any]] = {
            "mark": [mark for _, mark in said],
            "host_id": [each.id for each, _ in said if each.id is not None],
            "line": [each.line for each, _ in said if each.line is not None],
            "place": [each.place for each, _ in said if each.place is not None],
        }
        named = {column: values for column, values in asked.items() if values}
        live = len(named) == 2 and len(asked["host_id"]) == len(said)
        alone = len(said) == 1
        found = tx.execute(
            _alike(tuple(named), alone, live),
            (
                *(project_id, session),
                *(each[0] if alone else json.dumps(each) for each in named.values()),
            ),
        )
        return [_kept(row) for row in found]

    def copied(
        self, tx: Tx, project_id: str, session: str, said: Sequence[tuple[Said, str]]
    ) -> frozenset[str]:
        """Ids of those that another session holds, by id, words and time."""
        ids = [each.id for each, _ in said if each.id is not None and each.line is not None]
        if not ids:  # of a live host: then nobody need look through all sessions
            return frozenset()
        for asked in (ids[:1], ids):  # who does not begin with a copy has none
            known = {
                tuple(row)
                for row in tx.execute(
                    _ELSEWHERE,
                    {"project": project_id, "session": session, "ids": json.dumps(asked)},
                )
            }
            if not known:
                return frozenset()
        return frozenset(
            each.id for each, mark in said if each.id and (each.id, mark, each.at) in known
        )

    def with_lines(self, tx: Tx, project_id: str, session: str, lines: Iterable[int]) -> list[Kept]:
        found = tx.execute(
            _alike(("line",), False, False), (project_id, session, json.dumps(list(lines)))
        )
        return [_kept(row) for row in found]

    def read_from_transcript(self, tx: Tx, project_id: str, session: str) -> list[Kept]:
        found = tx.execute(
            f"SELECT {_KEPT} {_SESSION} AND line IS NOT NULL ORDER BY place", (project_id, session)
        )
        return [_kept(row) for row in found]

    def tail(self, tx: Tx, project_id: str, session: str, most: int) -> list[Kept]:
        """The last messages, in order."""
        found = tx.execute(
            f"SELECT {_KEPT} {_SESSION} ORDER BY place DESC LIMIT ?", (project_id, session, most)
        )
        return [_kept(row) for row in found][::-1]

    def add(
        self,
        tx: Tx,
        project_id: str,
        session: str,
        said: Iterable[tuple[Said, str, int]],
        *,
        now: int,
    ) -> int:
        """Each with its mark and its place, in their order; answers the number of the last."""
        tx.executemany(
            "INSERT INTO messages (project_id, session, place, line, host_id, role, speaker, at,"
            " heard_at, mark, text, terms) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
            [
                (
                    project_id, session, place, each.line, each.id, each.role, each.speaker,
                    each.at, now, mark, each.text, each.terms,
                )
                for each, mark, place in said
            ],
        )  # fmt: skip
        return int(tx.last_insert_rowid())

    def know_as(self, tx: Tx, pk: int, *, line: int | None, id: str | None) -> None:
        """The same message was told in another way too."""
        tx.execute(
            "UPDATE messages SET line = coalesce(line, ?), host_id = coalesce(host_id, ?)"
            " WHERE pk = ?",
            (line, id, pk),
        )

    def drop(self, tx: Tx, pks: Iterable[int]) -> None:
        tx.executemany("DELETE FROM messages WHERE pk = ?", ((pk,) for pk in pks))

    def forget_lines(self, tx: Tx, pks: Iterable[int]) -> None:
        """They stand elsewhere in their transcript now, if anywhere."""
        tx.executemany("UPDATE messages SET line = NULL WHERE pk = ?", ((pk,) for pk in pks))

    # -- what is to be taken back

    def unsay(self, tx: Tx, project_id: str, session: str, places: Iterable[int]) -> None:
        tx.executemany(
            "INSERT OR IGNORE INTO unsaid (project_id, session, place) VALUES (?,?,?)",
            ((project_id, session, place) for place in places),
        )

    def unsaid(self, project_id: str) -> list[tuple[str, int]]:
        """(session, place); place 0 is the whole session."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT session, place FROM unsaid WHERE project_id = ? ORDER BY session, place",
                (project_id,),
            )
            return [(session, place) for session, place in found]

    def taken_back(self, tx: Tx, project_id: str, places: Iterable[tuple[str, int]]) -> None:
        tx.executemany(
            "DELETE FROM unsaid WHERE project_id = ? AND session = ? AND place = ?",
            ((project_id, session, place) for session, place in places),
        )

    # -- reading

    def since(
        self, project_id: str, pk: int, limit: int, *, chars: int | None = None
    ) -> list[Message]:
        """In the order of hearing, behind a number; no more when these have so many characters."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {_MESSAGE} FROM messages WHERE project_id = ? AND pk > ? AND gone = 0"
                " ORDER BY pk LIMIT ?",
                (project_id, pk, limit),
            )
            if chars is None:
                return [_message(row) for row in found]
            messages = list[Message]()
            for row in found:
                messages.append(_message(row))
                chars -= len(messages[-1].text)
                if chars <= 0:
                    break
            return messages

    def waiting(self, project_id: str, pk: int) -> int:
        """Messages of the user's behind a number."""
        with self._database.read() as reader:
            return int(
                reader.execute(
                    "SELECT count(*) FROM messages WHERE project_id = ? AND pk > ? AND gone = 0"
                    " AND role = ?",
                    (project_id, pk, Role.USER),
                ).get
            )

    def projects(self) -> list[str]:
        """Whose conversations there are."""
        with self._database.read() as reader:
            found = reader.execute("SELECT DISTINCT project_id FROM messages ORDER BY 1")
            return [project for (project,) in found]

    def page(self, project_id: str, session: str, *, after: int, limit: int) -> list[Message]:
        """In their order, behind a place."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {_MESSAGE} {_SESSION} AND place > ? AND gone = 0 ORDER BY place LIMIT ?",
                (project_id, session, after, limit),
            )
            return [_message(row) for row in found]

    def page_before(
        self, project_id: str, session: str, *, before: int, limit: int
    ) -> list[Message]:
        """The last ones before a place, in their order."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {_MESSAGE} {_SESSION} AND place < ? AND gone = 0"
                " ORDER BY place DESC LIMIT ?",
                (project_id, session, before, limit),
            )
            return [_message(row) for row in found][::-1]

    def sessions(
        self, project_id: str, *, chars: int, limit: int, after: str | None = None
    ) -> list[Talk]:
        """Those in which something was said last come first; those behind a session."""
        with self._database.read() as reader:
            found = reader.execute(
                "WITH talks AS (SELECT session, min(coalesce(at, heard_at)) first_at,"
                " max(coalesce(at, heard_at)) last_at, count(*) messages,"
                " coalesce(json_group_array(DISTINCT speaker) FILTER (WHERE speaker <> ''), '[]')"
                " speakers"
                " FROM messages WHERE project_id = ?1 AND gone = 0 GROUP BY session)"
                " SELECT t.*, (SELECT text FROM messages first"
                " WHERE first.project_id = ?1 AND first.session = t.session"
                " AND first.gone = 0 ORDER BY first.role <> 'user', first.place LIMIT 1)"
                " FROM talks t LEFT JOIN talks b ON b.session = ?3 WHERE ?3 IS NULL"
                " OR t.last_at < b.last_at OR (t.last_at = b.last_at AND t.session > b.session)"
                " ORDER BY t.last_at DESC, t.session LIMIT ?2",
                (project_id, limit, after),
            )
            return [
                Talk(
                    session=session,
                    first_at=first,
                    last_at=last,
                    messages=count,
                    opening=said[:chars],
                    speakers=tuple(sorted(json.loads(speakers))),
                )
                for session, first, last, count, speakers, said in found
            ]

    # -- what it is found by

    def reached(self, project_id: str) -> tuple[int, int]:
        """Numbers of the last message and of the last removal."""
        with self._database.read() as reader:
            said, removed = reader.execute(
                "SELECT coalesce((SELECT max(pk) FROM messages WHERE project_id = ?1), 0),"
                " coalesce((SELECT max(id) FROM removed WHERE project_id = ?1), 0)",
                (project_id,),
            ).get
            return said, removed

    def count_since(self, project_id: str, pk: int, most: int) -> int:
        """How many messages stand behind one, erased ones too, as far as it matters."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT count(*) FROM"
                " (SELECT 1 FROM messages WHERE project_id = ? AND pk > ? LIMIT ?)",
                (project_id, pk, most),
            ).get
            return int(found)

    def removed_since(self, project_id: str, after: int) -> list[tuple[int, int]]:
        """Numbers of removals behind one, each with the message that went."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT id, message FROM removed WHERE project_id = ? AND id > ? ORDER BY id",
                (project_id, after),
            )
            return [(id, message) for id, message in found]

    def worded_since(self, project_id: str, pk: int, limit: int) -> list[tuple[Message, str]]:
        """As `since`, each with its terms."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {_MESSAGE}, terms FROM messages WHERE project_id = ? AND pk > ?"
                " AND gone = 0 ORDER BY pk LIMIT ?",
                (project_id, pk, limit),
            )
            return [(_message(row[:-1]), row[-1]) for row in found]

    def speakers(self, project_id: str) -> list[str]:
        """Names under which somebody speaks."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT DISTINCT speaker FROM messages WHERE project_id = ? AND gone = 0"
                " AND speaker <> ''",
                (project_id,),
            )
            return [speaker for (speaker,) in found]

    def terms(self, project_id: str) -> list[tuple[int, str, str]]:
        """(number, session, terms) of everything that was said."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT pk, session, terms FROM messages WHERE project_id = ? AND gone = 0"
                " ORDER BY pk",
                (project_id,),
            )
            return [(pk, session, terms) for pk, session, terms in found]

    def chosen(self, project_id: str, wanted: Wanted, limit: int | None = None) -> list[int]:
        """Numbers of messages that pass, the last that were said first."""
        session = "AND session = ?2" if wanted.session is not None else ""
        with self._database.read() as reader:
            names = self._names(reader, project_id, wanted.written)
            found = reader.execute(
                "SELECT coalesce(json_group_array(pk), '[]') FROM (SELECT pk FROM messages"
                f" WHERE project_id = ?1 {session} AND gone = 0"
                " AND (?3 IS NULL OR role = ?3 OR speaker IN (SELECT value FROM json_each(?7)))"
                " AND (?4 IS NULL OR coalesce(at, heard_at) >= ?4)"
                " AND (?5 IS NULL OR coalesce(at, heard_at) < ?5)"
                " ORDER BY coalesce(at, heard_at) DESC, pk DESC LIMIT ?6) found",
                (
                    project_id,
                    wanted.session,
                    wanted.speaker,
                    wanted.since,
                    wanted.until,
                    ALL if limit is None else limit,
                    names,
                ),
            ).get
            return list(json.loads(found))  # as one row: each is a turn at Python's one lock

    def last_time(self, project_id: str, now: int, *, apart_ms: int) -> int | None:
        """When something was last said before what is being said now: before the last pause that
        was so long."""
        with self._database.read() as reader:
            last = reader.execute(
                "SELECT max(said) FROM (SELECT said, lead(said, 1, CAST(?2 AS BIGINT))"
                " OVER (ORDER BY said) AS later FROM (SELECT coalesce(at, heard_at) AS said"
                " FROM messages WHERE project_id = ?1 AND gone = 0"
                " AND coalesce(at, heard_at) <= ?2) messages) pauses WHERE later - said > ?3",
                (project_id, now, apart_ms),
            ).get
            return None if last is None else int(last)

    def quoted(
        self, pks: Iterable[int]
    ) -> dict[int, tuple[Message, Message | None, Message | None]]:
        """Each of these with what was said just before and after it in its session."""
        with self._database.read() as reader:
            found: list[Any] = reader.execute(_QUOTED, (json.dumps(list(pks)),)).fetchall()
        wide = len(_COLUMNS)
        return {
            row[0]: (
                _message(row[:wide]),
                None if row[wide] is None else _message(row[wide : 2 * wide]),
                None if row[2 * wide] is None else _message(row[2 * wide :]),
            )
            for row in found
        }

    def in_places(self, project_id: str, places: Iterable[tuple[str, int]]) -> list[int]:
        """Numbers of what was said in these places of sessions."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT m.pk FROM json_each(?2) p CROSS JOIN messages m"
                " ON m.project_id = ?1 AND m.session = p.value ->> 0 AND m.place"
                " = CAST(p.value ->> 1 AS BIGINT)"
                " WHERE m.gone = 0",
                (project_id, json.dumps(list(places))),
            )
            return [pk for (pk,) in found]

    def some(self, pks: Iterable[int]) -> dict[int, Message]:
        with self._database.read() as reader:
            return self._some(reader, pks)

    @staticmethod
    def _some(reader: Tx, pks: Iterable[int]) -> dict[int, Message]:
        found = reader.execute(
            f"SELECT {_MESSAGE} FROM json_each(?) CROSS JOIN messages"
            " ON pk = CAST(value AS BIGINT) WHERE gone = 0",
            (json.dumps(list(pks)),),
        )
        return {row[0]: _message(row) for row in found}

    # -- going

    def standing(self, project_id: str, session: str, place: int) -> list[int]:
        """Places of a session that still say something: one, or with 0 all."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT place {_SESSION} AND (?3 = 0 OR place = ?3) AND gone = 0",
                (project_id, session, place),
            )
            return [place for (place,) in found]

    def is_gone(self, project_id: str, session: str, place: int) -> bool:
        """Whether something was said there that is not kept any more."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT gone {_SESSION} AND place = ?", (project_id, session, place)
            ).get
        return bool(found)

    def told_by(
        self,
        project_id: str,
        *,
        written: Sequence[str] = (),
        since: int | None = None,
        until: int | None = None,
    ) -> list[tuple[str, int]]:
        """(session, place) of what somebody said, whose name may stand there so, or what was said
        in a span."""
        with self._database.read() as reader:
            names = self._names(reader, project_id, written)
            found = reader.execute(
                "SELECT session, place FROM messages WHERE project_id = ?1 AND gone = 0"
                " AND (?2 = 0 OR speaker IN (SELECT value FROM json_each(?5)))"
                " AND (?3 IS NULL OR coalesce(at, heard_at) >= ?3)"
                " AND (?4 IS NULL OR coalesce(at, heard_at) < ?4) ORDER BY pk",
                (project_id, len(written), since, until, names),
            )
            return [(session, place) for session, place in found]

    def _names(self, reader: Tx, project_id: str, written: Sequence[str]) -> str:
        """How somebody is written who is named, as they are kept."""
        wanted = {each.lower() for each in written}
        there = self.speakers(project_id) if wanted else []
        same = [each for each in there if each.lower() in wanted]
        return json.dumps([self._database.named(reader, each) for each in same])

    def erase(self, tx: Tx, project_id: str, session: str, place: int) -> int:
        """The words go, the mark stays. Place 0: of a whole session. Answers how many there
        were."""
        tx.execute(
            f"{_ERASE} WHERE project_id = ?1 AND session = ?2 AND (?3 = 0 OR place = ?3)"
            " AND gone = 0",
            (project_id, session, place),
        )
        return int(tx.changes())

    def erase_upto(self, tx: Tx, project_id: str, pk: int) -> None:
        tx.execute(
            f"{_ERASE} WHERE project_id = ? AND pk <= ? AND gone = 0",
            (project_id, pk),
        )

    def expire(self, tx: Tx, before: int, *, limit: int) -> int:
        """What was heard before a moment."""
        tx.execute(
            f"{_ERASE} WHERE pk IN"
            " (SELECT pk FROM messages WHERE gone = 0 AND heard_at < ? ORDER BY pk LIMIT ?)",
            (before, limit),
        )
        return int(tx.changes())

    def oldest(self) -> tuple[str, str] | None:
        """Project and session in which nothing was heard for longest."""
        with self._database.read() as reader:
            row = reader.execute(
                "SELECT project_id, session FROM messages WHERE gone = 0"
                " GROUP BY project_id, session ORDER BY max(heard_at), max(pk) LIMIT 1"
            ).get
        return None if row is None else (row[0], row[1])

    def clear(self, tx: Tx, project_id: str) -> int:
        """All of a project, or with '' of all, marks too: it hears anew."""
        every = "(?1 = '' OR project_id = ?1)"
        count = tx.execute(
            f"SELECT count(*) FROM messages WHERE {every} AND gone = 0", (project_id,)
        ).get
        for table in ("messages", "unsaid"):
            tx.execute(f"DELETE FROM {table} WHERE {every}", (project_id,))
        return int(count)

    def count(self, project_id: str | None = None) -> int:
        with self._database.read() as reader:
            return int(
                reader.execute(
                    "SELECT count(*) FROM messages WHERE (?1 IS NULL OR project_id = ?1)"
                    " AND gone = 0",
                    (project_id,),
                ).get
            )

    def used_bytes(self) -> int:
        return self._database.used_bytes()


def words(terms: Sequence[str]) -> str:
    """Terms as they are stored: ' a b '. A blank on both sides, so that each is found whole."""
    return f" {' '.join(terms)} " if terms else " "


@cache
def _alike(columns: tuple[str, ...], alone: bool, live: bool) -> str:
    """Messages of a session with any of the values of these columns, or with the one there is."""
    queries = []
    for number, column in enumerate(columns, start=3):
        wanted = f"(SELECT {_VALUE.get(column, _NUMBER)} FROM json_each(?{number}))"
        queries.append(
            f"SELECT {_KEPT}, {'text' if column == 'place' else repr('')} FROM messages"
            f" WHERE project_id = ?1 AND session = ?2"
            f" AND {column} {f'= ?{number}' if alone else f'IN {wanted}'}"
        )
    if live:
        queries[0] += _OTHERWISE_TOLD
    return " UNION ALL ".join(queries)


def _kept(row: Any) -> Kept:
    pk, place, line, id, mark, at, heard_at, gone, *rest = row
    return Kept(pk, place, line, id, mark, at, heard_at, bool(gone), *rest)


def _message(row: Any) -> Message:
    pk, session, place, role, speaker, at, text, line, id = row
    return Message(
        pk=pk,
        session=session,
        place=place,
        role=_ROLES[role],
        speaker=speaker,
        at=at,
        text=text,
        line=line,
        id=id,
    )


ROWS = (
    Rows("messages", f"SELECT pk, {_MESSAGE}, terms FROM messages", lambda row: _message(row[:-1])),
)
