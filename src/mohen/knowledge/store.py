"""What is known: the table knowledge of mind.db, and what stands beside it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from mohen.core.database import ALL
from mohen.core.settings import Memo
from mohen.knowledge import profiles, store_rows
from mohen.knowledge.identities import FAMILIES, Fact, Identities, Span
from mohen.knowledge.model import INITIALS, USER, Fading, Item, Mention, State
from mohen.knowledge.store_rows import SELECT, WHOLE, WITHIN, Said

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.scope import Scope
    from mohen.knowledge.consolidation.model import Named

# -- The first of many: which items a prompt may choose from, and which a list shows.


_WHERE = (
    "(k.project_id IS NULL OR k.project_id = ?1) AND k.state = 'active'"
    " AND (?2 IS NULL OR k.type = ?2)"
    " AND (?3 IS NULL OR CASE WHEN k.project_id IS NULL THEN 0 ELSE 1 END = ?3)"
)
_RANK = "coalesce((SELECT key FROM json_each(?4) WHERE value = k.type), json_array_length(?4))"


class Asked(NamedTuple):
    project_id: str | None
    kind: str | None = None
    own: bool | None = None


def listed(tx: Tx, asked: Asked, ranks: Sequence[str], limit: int) -> list[Item]:
    """The project's before the global, by type, newest first: sorted before they are read whole."""
    first = (
        f"SELECT k.pk FROM knowledge k WHERE {_WHERE}"
        f" ORDER BY k.project_id IS NULL, {_RANK}, k.updated_at DESC, k.id LIMIT ?5"
    )
    found = tx.execute(
        f"{store_rows.SELECT} WHERE k.pk IN ({first})", (*asked, json.dumps(list(ranks)), limit)
    )
    return store_rows.items(found)


def number(tx: Tx, asked: Asked) -> int:
    return int(tx.execute(f"SELECT count(*) FROM knowledge k WHERE {_WHERE}", tuple(asked)).get)


def most_known(tx: Tx, scope: Scope, limit: int) -> list[Item]:
    part = "SELECT pk, score FROM knowledge WHERE project_id {} AND state = 'active'"
    best = " UNION ALL ".join(
        f"SELECT * FROM ({part.format(whose)} ORDER BY score DESC, pk LIMIT ?2) best"
        for whose in ("= ?1", "IS NULL")
    )
    found = tx.execute(
        f"{store_rows.SELECT} WHERE k.pk IN "
        f"(SELECT pk FROM ({best}) known ORDER BY score DESC, pk LIMIT ?2) ORDER BY k.pk",
        (scope.project_id, limit),
    )
    return store_rows.items(found)


Score = tuple[str, float, int, State]
"""An item's id, its score, as of when, and the state that it has with it."""

_LIVE = "('active', 'archived')"
_SEEN = "(k.project_id IS NULL OR k.project_id = ?)"


class KnowledgeStore:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._who: Memo[Identities] = Memo()

    # -- writing

    def number(self, tx: Tx, kind: str, at: int) -> str:
        """The next id of its type and day (C53). None is ever given twice, and one that came
        from elsewhere is passed over."""
        series = f"{INITIALS[kind]}_{_day(at)}"
        while True:
            last = tx.execute(
                "INSERT INTO knowledge_numbers (series, last) VALUES (?, 1)"
                " ON CONFLICT (series) DO UPDATE SET last = knowledge_numbers.last + 1"
                " RETURNING last",
                (series,),
            ).get
            id = f"{series}_{last:03d}"
            if store_rows.row_of(tx, id) is None:
                return id

    def add(
        self,
        tx: Tx,
        item: Item,
        *,
        mark: str = "",
        entities: Sequence[Named] = (),
        sources: Sequence[Said] = (),
    ) -> None:
        """With its sources, its links and its entities, those that it names itself and those
        that are told beside it."""
        pk = store_rows.insert(tx, item, mark)
        store_rows.put_sources(tx, pk, sources or store_rows.told(item))
        store_rows.put_links(tx, pk, item.source_facts)
        store_rows.put_entities(tx, pk, item, entities)

    def rewrite(
        self, tx: Tx, item: Item, *, mark: str | None = None, entities: Sequence[Named] = ()
    ) -> None:
        """Everything it says as it says it now. Its sources and links stay: they only grow."""
        pk = store_rows.update(tx, item, mark)
        if pk is not None:
            store_rows.put_entities(tx, pk, item, entities)

    def put_state(
        self,
        tx: Tx,
        id: str,
        state: State,
        *,
        now: int,
        valid_to: int | None = None,
        superseded_by: str | None = None,
        put_away: bool = False,
    ) -> None:
        """What comes back after it was superseded holds again, without an end."""
        tx.execute(
            "UPDATE knowledge SET state = ?1, updated_at = ?2, version = version + 1,"
            " valid_to = CASE WHEN ?3 IS NOT NULL THEN ?3"
            "   WHEN ?1 = 'active' AND superseded_by IS NOT NULL THEN NULL ELSE valid_to END,"
            " superseded_by = CASE ?1 WHEN 'active' THEN NULL ELSE coalesce(?4, superseded_by) END,"
            " put_away = ?6 WHERE id = ?5",
            (state.value, now, valid_to, superseded_by, id, int(put_away)),
        )

    def put_scores(self, tx: Tx, scores: Iterable[Score]) -> None:
        """As fading left them; nobody said anything, so their version stays."""
        tx.executemany(
            "UPDATE knowledge SET score = ?, faded_at = ?, state = ? WHERE id = ?",
            ((score, at, state.value, id) for id, score, at, state in scores),
        )

    def put_accesses(self, tx: Tx, scores: Iterable[Score], *, now: int) -> None:
        """As being of use left them."""
        tx.executemany(
            "UPDATE knowledge SET score = ?, faded_at = ?, state = ?, accessed_at = ?,"
            " accesses = accesses + 1 WHERE id = ?",
            ((score, at, state.value, now, id) for id, score, at, state in scores),
        )

    def put_stale(self, tx: Tx, ids: Iterable[str], *, stale: bool = True) -> None:
        tx.executemany(
            "UPDATE knowledge SET stale = ? WHERE id = ?", ((int(stale), id) for id in ids)
        )

    def add_source(self, tx: Tx, id: str, session: str, line: int, at: int) -> None:
        pk = store_rows.row_of(tx, id)
        if pk is not None:
            store_rows.put_sources(tx, pk, [(session, line, at)])

    def drop_source(self, tx: Tx, id: str, session: str, line: int | None) -> None:
        """One line of a session, or with None all that it has of the session."""
        tx.execute(
            "DELETE FROM knowledge_sources WHERE item = (SELECT pk FROM knowledge WHERE id = ?1)"
            " AND session = ?2 AND (?3 IS NULL OR line = ?3)",
            (id, session, line),
        )

    def link(self, tx: Tx, id: str, sources: Iterable[str]) -> None:
        """It was derived from these."""
        pk = store_rows.row_of(tx, id)
        if pk is not None:
            store_rows.put_links(tx, pk, sources)

    def unlink(self, tx: Tx, source: str) -> None:
        """Nothing is derived from this one any more."""
        tx.execute("DELETE FROM knowledge_links WHERE source = ?", (source,))

    def remove(self, tx: Tx, id: str) -> None:
        """The row and all that stands beside it."""
        tx.execute("DELETE FROM knowledge WHERE id = ?", (id,))

    # -- one, and what belongs to it

    def find(self, tx: Tx, id: str) -> Item | None:
        """One item, whichever project it is of: the caller looks before it shows anything."""
        row = tx.execute(f"{SELECT} WHERE k.id = ?", (id,)).fetchone()
        return None if row is None else store_rows.item(row)

    def get(self, id: str) -> Item | None:
        with self._database.read() as reader:
            return self.find(reader, id)

    def chain(self, tx: Tx, id: str) -> list[Item]:
        """What it superseded, itself, and what superseded it, however far, the oldest first."""
        found = tx.execute(
            "WITH RECURSIVE later (id) AS (SELECT id FROM knowledge WHERE id = ?"
            " UNION SELECT n.superseded_by FROM knowledge n JOIN later ON n.id = later.id"
            "   WHERE n.superseded_by IS NOT NULL),"
            " near (id) AS (SELECT id FROM later"
            " UNION SELECT o.id FROM knowledge o JOIN near ON o.superseded_by = near.id)"
            f" {SELECT} WHERE k.id IN (SELECT id FROM near)"
            " ORDER BY coalesce(k.valid_from, k.created_at), k.pk",
            (id,),
        )
        return store_rows.items(found)

    def superseded(self, tx: Tx, id: str) -> list[str]:
        """The ids of all that it took the place of, however far back."""
        found = tx.execute(
            "WITH RECURSIVE old (id) AS (SELECT id FROM knowledge WHERE superseded_by = ?1"
            " UNION SELECT o.id FROM knowledge o JOIN old ON o.superseded_by = old.id)"
            " SELECT id FROM old WHERE id <> ?1",
            (id,),
        )
        return [each for (each,) in found]

    def replaced_by(self, tx: Tx, id: str) -> list[Item]:
        """What it took the place of itself."""
        found = tx.execute(
            f"{SELECT} WHERE k.superseded_by = ? AND k.state = 'superseded' ORDER BY k.pk", (id,)
        )
        return store_rows.items(found)

    def said(self, tx: Tx, id: str) -> list[Said]:
        """Where it was said and when, the oldest first."""
        found = tx.execute(
            "SELECT s.session, s.line, s.at FROM knowledge_sources s"
            " JOIN knowledge k ON k.pk = s.item WHERE k.id = ? ORDER BY s.at, s.session, s.line",
            (id,),
        )
        return [(session, line, at) for session, line, at in found]

    def derived_from(self, tx: Tx, id: str) -> list[Item]:
        found = tx.execute(
            f"{SELECT} WHERE k.pk IN (SELECT item FROM knowledge_links WHERE source = ?)"
            " ORDER BY k.pk",
            (id,),
        )
        return store_rows.items(found)

    # -- is it known already

    def of_attribute(
        self, tx: Tx, project_id: str | None, subject: str, attribute: str
    ) -> list[Item]:
        """What holds of one attribute, in the archive too."""
        found = tx.execute(
            # Whole rows are not sorted: that would cost more than all the rest.
            f"{SELECT} WHERE k.pk IN (SELECT pk FROM knowledge WHERE project_id IS ?"
            f" AND subject = ? AND attribute = ? AND attribute <> '' AND state IN {_LIVE})"
            " ORDER BY k.pk",
            (project_id, self._named(tx, subject), self._named(tx, attribute)),
        )
        return store_rows.items(found)

    def with_mark(self, tx: Tx, project_id: str | None, mark: str) -> Item | None:
        """What says this and holds, in the archive too; the newest, where there are several."""
        found = tx.execute(
            f"{SELECT} WHERE k.pk IN (SELECT pk FROM knowledge WHERE project_id IS ?"
            f" AND mark = ? AND mark <> '' AND state IN {_LIVE}) ORDER BY k.pk",
            (project_id, self._named(tx, mark)),
        )
        held = sorted(store_rows.items(found), key=lambda each: each.state is State.ACTIVE)
        return held[-1] if held else None

    def saying(self, tx: Tx, project_id: str | None, mark: str) -> list[Item]:
        """All that ever said this, whatever became of it."""
        found = tx.execute(
            f"{SELECT} WHERE k.pk IN (SELECT pk FROM knowledge WHERE project_id IS ?"
            " AND mark = ? AND mark <> '') ORDER BY k.pk",
            (project_id, self._named(tx, mark)),
        )
        return store_rows.items(found)

    def sharing(
        self,
        tx: Tx,
        project_id: str | None,
        names: Iterable[str],
        *,
        types: Sequence[str] = (),
        limit: int,
    ) -> list[Item]:
        """What is active and speaks of one of these entities, the newest first."""
        found = tx.execute(
            f"{SELECT} WHERE k.pk IN (SELECT item FROM knowledge_entities"
            "   WHERE project_id = ?1 AND name IN (SELECT value FROM json_each(?2)))"
            " AND k.state = 'active' AND (?3 = '[]' OR k.type IN (SELECT value FROM json_each(?3)))"
            " ORDER BY k.pk DESC LIMIT ?4",
            (project_id or "", self._names(tx, names), _list(types), limit),
        )
        return store_rows.items(found)

    def of_source(
        self, tx: Tx, project_id: str | None, session: str, line: int | None
    ) -> list[Item]:
        """What was said there, whatever became of it; with no line, anywhere in the session."""
        found = tx.execute(
            f"{SELECT} WHERE k.project_id IS ?1 AND k.pk IN (SELECT item FROM knowledge_sources"
            "   WHERE session = ?2 AND (?3 IS NULL OR line = ?3)) ORDER BY k.pk",
            (project_id, session, line),
        )
        return store_rows.items(found)

    def outdated(self, project_id: str, places: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
        """Of these places, (session, line), those where something was said that does not hold any
        more."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT DISTINCT s.session, s.line FROM json_each(?2) p"
                " CROSS JOIN knowledge_sources s ON s.session = p.value ->> 0"
                " AND s.line = CAST(p.value ->> 1 AS BIGINT)"
                " CROSS JOIN knowledge k ON k.pk = s.item"
                " WHERE k.project_id IS ?1 AND k.state = 'superseded'",
                (project_id, json.dumps(list(places), ensure_ascii=False)),
            )
            return [(session, line) for session, line in found]

    def unmarked(self, tx: Tx, scope: Scope) -> list[str]:
        """What says the visible without a mark: rows from before there were any."""
        found = tx.execute(
            f"SELECT k.content FROM knowledge k WHERE {_SEEN} AND k.mark = ''", (scope.project_id,)
        )
        return [content for (content,) in found]

    # -- many

    def stamp(self) -> tuple[Any, ...]:
        """Differs when any item says or is something else, whoever changed it; a score that
        fades is no difference (C97)."""
        with self._database.read() as reader:
            return (reader.execute("SELECT revision FROM knowledge_revision").get,)

    def most_known(self, scope: Scope, limit: int) -> list[Item]:
        """The best of what is active by score, in the order it came: the project's own and what
        is global; with the global scope, only that."""
        with self._database.read() as reader:
            return most_known(reader, scope, limit)

    def listed(
        self,
        scope: Scope,
        *,
        ranks: Sequence[str],
        kind: str | None = None,
        own: bool | None = None,
        limit: int,
    ) -> tuple[list[Item], int]:
        """The same as lists show it, types in the order of `ranks`, and how many there are.
        `own`: without what is global; False: only that."""
        with self._database.read() as reader:
            asked = Asked(scope.project_id, kind, own)
            return listed(reader, asked, ranks, limit), number(reader, asked)

    def ids(self, tx: Tx, project_id: str | None) -> list[str]:
        """Of all that is or was known."""
        found = tx.execute("SELECT id FROM knowledge WHERE project_id IS ?", (project_id,))
        return [str(id) for (id,) in found]

    def some(self, tx: Tx, ids: Iterable[str]) -> list[Item]:
        """Those of them that are there, whichever project they are of and whatever their state."""
        found = tx.execute(
            f"{SELECT} WHERE k.id IN (SELECT value FROM json_each(?)) ORDER BY k.pk", (_list(ids),)
        )
        return store_rows.items(found)

    def page(
        self,
        scope: Scope,
        *,
        states: Sequence[State] = (),
        types: Sequence[str] = (),
        source: tuple[str, int] | None = None,
        after: str = "",
        limit: int,
        own: bool = True,
        reader: Tx | None = None,
    ) -> list[Item]:
        """By id, beginning behind one. `own`: without what is global. No state, no type: any.
        `source`: a session, and a line of it or 0."""
        whose = "+k.project_id IS ?1" if own else "(+k.project_id IS ?1 OR k.project_id IS NULL)"
        by = "k.id > ?2"  # `+`: by id, not sorted for each page
        if source is not None:  # or by what was said there, which is little
            by = (
                "+k.id > ?2 AND k.pk IN (SELECT item FROM knowledge_sources"
                " WHERE session = ?6 AND (?7 = 0 OR line = ?7))"
            )
        with self._database.view(reader) as tx:
            found = tx.execute(
                f"{SELECT} WHERE {by} AND {whose}"
                " AND (?3 = '[]' OR k.state IN (SELECT value FROM json_each(?3)))"
                " AND (?4 = '[]' OR k.type IN (SELECT value FROM json_each(?4)))"
                " ORDER BY k.id LIMIT ?5",
                (
                    scope.project_id, after, _list(s.value for s in states), _list(types), limit,
                    *(source or ()),
                ),
            )  # fmt: skip
            return store_rows.items(found)

    def fading(
        self, tx: Tx, project_id: str | None, *, before: int, after: str, limit: int
    ) -> list[Fading]:
        """What is active and was last faded before a time, by id, beginning behind one."""
        found = tx.execute(
            "SELECT id, type, origin, state, category, importance, score, faded_at, created_at"
            " FROM knowledge WHERE id > ? AND +project_id IS ? AND state = 'active'"
            " AND faded_at < ? ORDER BY id LIMIT ?",
            (after, project_id, before, limit),
        )
        return [store_rows.fading(row) for row in found]

    def lowest(self, tx: Tx, project_id: str | None, beyond: int) -> list[Item]:
        """What is active beyond so many of the best."""
        found = tx.execute(
            f"{SELECT} WHERE k.project_id IS ? AND k.state = 'active'"
            f" ORDER BY k.score DESC, k.pk LIMIT {ALL} OFFSET ?",
            (project_id, beyond),
        )
        return store_rows.items(found)

    def counts(self, project_id: str | None) -> Counter[tuple[State, str, float]]:
        """How many there are by state, type and importance."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT state, type, importance, count(*) FROM knowledge WHERE project_id IS ?"
                " GROUP BY state, type, importance",
                (project_id,),
            )
            return Counter(
                {(store_rows.state(state), kind, held): n for state, kind, held, n in found}
            )

    # -- entities

    def entities(self, scope: Scope, *, own: bool = False) -> list[tuple[str, str, int]]:
        """(name, type, items) of who and what is spoken of, in the archive too, by name."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT e.name, e.type, count(*) FROM knowledge_entities e"
                " JOIN knowledge k ON k.pk = e.item"
                " WHERE (e.project_id = ?1 OR (?2 = 1 AND e.project_id = ''))"
                f" AND k.state IN {_LIVE} GROUP BY e.name, e.type",
                (scope.project_id or "", not own),
            )
            return sorted((name, kind, number) for name, kind, number in found)

    def of_entity(self, scope: Scope, names: Sequence[Span]) -> list[tuple[Item, str]]:
        """Items that speak of it by any of its names and hold, in the archive too, with what kind
        of entity each takes it for."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {WHOLE}, s.type FROM (SELECT k.pk, min(e.type) AS type"
                " FROM json_each(?2) n CROSS JOIN knowledge_entities e"
                " ON e.project_id IN (?1, '') AND e.name = n.value ->> 0"
                f" JOIN knowledge k ON k.pk = e.item WHERE k.state IN {_LIVE} AND {WITHIN}"
                " GROUP BY k.pk) s JOIN knowledge k ON k.pk = s.pk ORDER BY k.pk",
                (
                    scope.project_id or "",
                    json.dumps([(self._named(reader, name), *span) for name, *span in names]),
                ),
            )
            return [(store_rows.item(row), kind) for *row, kind in found]

    def mentions(self, scope: Scope, *, own: bool = False) -> list[Mention]:
        """Who and what is spoken of, each once, whatever their names."""
        who = self.identities(scope)
        roles = who.words()
        counted = [each for each in self.entities(scope, own=own) if each[0] not in roles]
        return profiles.mentions(counted, self.called(scope, roles) if roles else (), who)

    def called(self, scope: Scope, names: Iterable[str]) -> list[tuple[str, str, int, list[str]]]:
        """(name, type, since when it holds, all names it holds) of what speaks of these."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT e.name, e.type, coalesce(k.valid_from, k.created_at), (SELECT"
                " coalesce(json_group_array(o.name), '[]') FROM knowledge_entities o"
                " WHERE o.item = e.item)"
                " FROM json_each(?2) n CROSS JOIN knowledge_entities e ON e.project_id IN (?1, '')"
                f" AND e.name = n.value JOIN knowledge k ON k.pk = e.item WHERE k.state IN {_LIVE}",
                (scope.project_id or "", self._names(reader, names)),
            )
            return [(name, kind, at, json.loads(every)) for name, kind, at, every in found]

    def identities(self, scope: Scope, *, reader: Tx | None = None) -> Identities:
        """Who is who, by what holds and what held: read each time, and understood once."""
        with self._database.view(reader) as tx:
            found = tx.execute(
                "SELECT k.attribute, k.value, k.entities, coalesce(k.valid_from, k.created_at),"
                " k.valid_to FROM json_each(?1) f CROSS JOIN json_each(?2) p"
                " CROSS JOIN knowledge k ON k.project_id IS NOT DISTINCT FROM nullif(p.value, '')"
                " AND k.subject = ?3"
                " AND k.attribute <> '' AND k.attribute >= f.value || ':' AND k.attribute <"
                " f.value || ';'"
                " WHERE k.type = 'fact' AND k.state IN ('active', 'archived', 'superseded')"
                " ORDER BY k.pk",
                (
                    self._names(tx, FAMILIES),
                    _list({scope.project_id or "", ""}),
                    self._named(tx, USER),
                ),
            ).fetchall()
            return self._who.get(
                found,
                lambda: Identities.of(
                    Fact(key, value, store_rows.names(named), began, until)
                    for key, value, named, began, until in found
                ),
            )

    def _named(self, tx: Tx, name: str) -> str:
        return self._database.named(tx, name)

    def _names(self, tx: Tx, names: Iterable[str]) -> str:
        return _list(self._named(tx, each) for each in names)


def _list(values: Iterable[str]) -> str:
    return json.dumps(list(values))


def _day(at: int) -> str:
    """The day of a moment, as ids have it; of a moment that no calendar has, zeros."""
    try:
        day = datetime.fromtimestamp(at // 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return "00000000"
    return f"{day.year:04d}{day.month:02d}{day.day:02d}"
