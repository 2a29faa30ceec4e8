"""What was said of one attribute, and in one session: as reconciliation asks for knowledge."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mohen.knowledge import store_rows
from mohen.knowledge.store_rows import SELECT, WHOLE, Said

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.knowledge.model import Item

_LIVE = "('active', 'archived')"
_HELD = "('active', 'archived', 'superseded')"
_FAMILY = "substr(k.attribute, 1, instr(k.attribute || ':', ':') - 1)"


class HistoryStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def lineage(
        self,
        tx: Tx,
        project_id: str | None,
        subject: str,
        attribute: str,
        kind: str,
    ) -> list[Item]:
        """Every value that an attribute has or had, in the order they were entered; what was
        withdrawn or denied was none."""
        found = tx.execute(
            f"{SELECT} WHERE k.project_id IS ? AND k.subject = ? AND k.attribute = ?"
            " AND k.attribute <> '' AND k.type = ?"
            " AND k.state IN ('active', 'archived', 'superseded') ORDER BY k.pk",
            (
                project_id,
                self._database.named(tx, subject),
                self._database.named(tx, attribute),
                kind,
            ),
        )
        return store_rows.items(found)

    def heard(self, tx: Tx, ids: Iterable[str]) -> dict[str, list[Said]]:
        """Where each item was said and when, the oldest first."""
        found = tx.execute(
            "SELECT k.id, s.session, s.line, s.at FROM json_each(?) e JOIN knowledge k"
            " ON k.id = e.value"
            " JOIN knowledge_sources s ON s.item = k.pk ORDER BY s.at, s.session, s.line",
            (json.dumps([*ids]),),
        )
        said: dict[str, list[Said]] = {}
        for id, *place in found:
            session, line, at = place
            said.setdefault(id, []).append((session, line, at))
        return said

    def is_said(self, tx: Tx, id: str, session: str, line: int) -> bool:
        """Whether an item was said in that very message."""
        return bool(
            tx.execute(
                "SELECT EXISTS (SELECT 1 FROM knowledge_sources WHERE session = ?2 AND line = ?3"
                " AND item = (SELECT pk FROM knowledge WHERE id = ?1))",
                (id, session, line),
            ).get
        )

    def is_heard(
        self,
        tx: Tx,
        project_id: str | None,
        session: str,
        line: int,
        at: int,
        *,
        mark: str,
        value: str,
    ) -> bool:
        """Whether a message was read before and said these words, whatever became of them; or,
        where they are only a value, gave something this value."""
        said = tx.execute(
            "SELECT EXISTS (SELECT 1 FROM knowledge_sources s JOIN knowledge k ON k.pk = s.item"
            " WHERE s.session = ?2 AND s.line = ?3 AND s.at = ?4 AND k.project_id IS ?1"
            " AND (k.mark = ?5 OR (?6 <> '' AND k.value = ?6)))",
            (
                project_id,
                session,
                line,
                at,
                self._database.named(tx, mark),
                self._database.named(tx, value),
            ),
        ).get
        return bool(said)

    def said_before(
        self,
        tx: Tx,
        project_id: str | None,
        session: str,
        line: int,
        *,
        from_line: int,
        since: int,
    ) -> list[tuple[int, Item]]:
        """What holds or held and was said in a session before a line, not too long ago: the line
        and the item, the latest first, and within one message the last first. What held counts,
        for an old session may be read after newer ones."""
        found = tx.execute(
            f"SELECT {WHOLE}, s.line FROM knowledge_sources s JOIN knowledge k ON k.pk = s.item"
            " WHERE s.session = ?1 AND s.line < ?2 AND s.line >= ?3 AND s.at >= ?4"
            f" AND k.project_id IS ?5 AND k.state IN {_HELD} ORDER BY s.line DESC, k.pk DESC",
            (session, line, from_line, since, project_id),
        )
        return [(where, store_rows.item(row)) for *row, where in found]

    def told_of(
        self, tx: Tx, project_id: str | None, name: str, *, until: int
    ) -> list[tuple[tuple[str, int], Item]]:
        """What holds, has a name in it and was said by then: session and line, and the item."""
        heard = "k.pk IN (SELECT item FROM knowledge_sources WHERE at <= ?2)"
        every = tx.execute(
            f"SELECT k.pk, k.content FROM knowledge k WHERE k.project_id IS ?1"
            f" AND k.state IN {_LIVE} AND {heard}",
            (project_id, until),
        )
        said = [pk for pk, content in every if name.lower() in content.lower()]
        found = tx.execute(
            f"SELECT {WHOLE}, s.session, s.line FROM knowledge k"
            " JOIN knowledge_sources s ON s.item = k.pk WHERE k.pk IN"
            " (SELECT CAST(value AS BIGINT) FROM json_each(?1)) AND s.at <= ?2"
            " ORDER BY k.pk, s.at, s.session, s.line",
            (json.dumps(said), until),
        )
        return [((session, line), store_rows.item(row)) for *row, session, line in found]

    def themes(self, project_id: str | None) -> list[tuple[str, str, int]]:
        """How many facts hold of each subject by family of attribute: preference of
        preference:香菜."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT k.subject, {_FAMILY}, count(*) FROM knowledge k WHERE k.project_id IS ?"
                f" AND k.type = 'fact' AND k.state IN {_LIVE} AND k.subject <> ''"
                " GROUP BY 1, 2",
                (project_id,),
            )
            return sorted((subject, kind, count) for subject, kind, count in found)

    def of_families(
        self,
        tx: Tx,
        project_id: str | None,
        subject: str,
        families: Sequence[str],
        *,
        limit: int,
    ) -> list[Item]:
        """Facts that hold of a subject, of these families of attributes, what matters most
        first."""
        order = "k.importance DESC, coalesce(k.valid_from, k.created_at), k.id"
        found = tx.execute(
            # Whole rows are read for those that are wanted only.
            f"{SELECT} WHERE k.pk IN (SELECT k.pk FROM knowledge k WHERE k.project_id IS ?1"
            f" AND k.subject = ?2 AND k.type = 'fact' AND k.state IN {_LIVE}"
            f" AND {_FAMILY} IN (SELECT value FROM json_each(?3)) ORDER BY {order} LIMIT ?4)"
            f" ORDER BY {order}",
            (
                project_id,
                self._database.named(tx, subject),
                _list(self._database.named(tx, each) for each in families),
                limit,
            ),
        )
        return store_rows.items(found)


def _list(values: Iterable[str]) -> str:
    return json.dumps(list(values))
