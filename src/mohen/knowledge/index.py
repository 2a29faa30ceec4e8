"""Finding knowledge again: a table of words, vectors as blobs searched in memory.

Everything that was ever known has its words and its vector, superseded values too: what held
when can be asked. Losing the index loses no item, and `recreate` makes it anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from mohen.core.database import ALL, FLOAT_BYTES, Database, Tx
from mohen.core.scope import Scope
from mohen.episodes import store
from mohen.episodes.index import token
from mohen.episodes.model import Coverage
from mohen.knowledge.model import GLOBAL, Glimpse, Wanted
from mohen.knowledge.store_rows import WITHIN

if TYPE_CHECKING:
    from mohen.core.fulltext import Found, Word
    from mohen.core.vectors import Floats, Matrices, Measured

_GLIMPSE = "k.pk, k.id, k.score, k.created_at, k.subject, k.content"
_BARE = "pk, id, score, created_at, subject, content"
_WHOSE = "coalesce(k.project_id, '')"


class KnowledgeIndex:
    """`matrices` is asked for at the first search by meaning: numpy is slow to import."""

    def __init__(
        self,
        database: Database,
        matrices: Callable[[], Matrices],
    ) -> None:
        self._database = database
        self._matrices = cache(matrices)
        self._words = database.words("knowledge_search")

    # -- putting in and taking out

    def put(self, tx: Tx, words: Mapping[str, str]) -> bool:
        """The words of items by their ids, in the place of those they had; their vectors are to
        be made anew. False when the words are out of order: they are owed."""
        found: list[Any] = tx.execute(
            f"SELECT k.pk, k.id, {_WHOSE} FROM knowledge k"
            " WHERE k.id IN (SELECT value FROM json_each(?))",
            (_list(words),),
        ).fetchall()
        scopes = {of: token(self._scope(tx, of)) for of in sorted({row[2] for row in found})}
        for pk, _, _ in found:
            self._drop_vector(tx, pk)
        kept = self._words.put(tx, [(pk, scopes[of], words[id]) for pk, id, of in found])
        tx.executemany(
            "INSERT OR REPLACE INTO knowledge_pending (item, wordless) VALUES (?,?)",
            [(pk, not kept) for pk, _, _ in found],
        )
        return kept

    def remove(self, tx: Tx, id: str) -> None:
        """Before its row goes: words are found by the row's number."""
        pk = tx.execute("SELECT pk FROM knowledge WHERE id = ?", (id,)).get
        if pk is not None:
            self._words.remove(tx, [pk])
            self._drop_vector(tx, pk)
            tx.execute("DELETE FROM knowledge_pending WHERE item = ?", (pk,))

    def _scope(self, tx: Tx, project: str) -> int:
        tx.execute("INSERT OR IGNORE INTO knowledge_scopes (id) VALUES (?)", (project,))
        return int(tx.execute("SELECT pk FROM knowledge_scopes WHERE id = ?", (project,)).get)

    @staticmethod
    def _drop_vector(tx: Tx, pk: int) -> None:
        gone = tx.execute("DELETE FROM knowledge_vectors WHERE seq = ? RETURNING project", (pk,))
        for (scope,) in gone.fetchall():
            tx.execute("UPDATE knowledge_scopes SET removals = removals + 1 WHERE pk = ?", (scope,))

    # -- what is still to be done

    def pending(
        self, *, of: str | None = None, after: int = 0, limit: int
    ) -> list[tuple[int, str, bool]]:
        """(pk, id, wordless) of what has no vector yet, the oldest first; of one scope, or with
        None of all."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT p.item, k.id, p.wordless FROM knowledge_pending p"
                " CROSS JOIN knowledge k ON k.pk = p.item WHERE p.item > ?1"
                f" AND (?2 IS NULL OR {_WHOSE} = ?2) ORDER BY p.item LIMIT ?3",
                (after, of, limit),
            )
            return [(pk, id, bool(wordless)) for pk, id, wordless in found]

    def worded(self, *, after: int, limit: int) -> list[tuple[int, str]]:
        """(pk, id) of what has its words, the oldest first."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT k.pk, k.id FROM knowledge k WHERE k.pk > ? AND k.pk NOT IN"
                " (SELECT item FROM knowledge_pending WHERE wordless = 1) ORDER BY k.pk LIMIT ?",
                (after, limit),
            )
            return [(pk, id) for pk, id in found]

    def recreate_words(self, tx: Tx) -> None:
        """An empty full-text table, whatever is left of the old one."""
        self._words.recreate(tx)

    def owes(self) -> bool:
        """Whether anything is still to be done."""
        with self._database.read() as reader:
            return bool(reader.execute("SELECT EXISTS (SELECT 1 FROM knowledge_pending)").get)

    def put_words(self, tx: Tx, words: Sequence[tuple[int, str]]) -> bool:
        """(pk, terms) of what was wordless."""
        found: Iterable[Any] = tx.execute(
            f"SELECT k.pk, {_WHOSE} FROM knowledge k"
            " WHERE k.pk IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
            (json.dumps([pk for pk, _ in words]),),
        ).fetchall()
        whose = {pk: token(self._scope(tx, of)) for pk, of in found}
        kept = self._words.put(tx, [(pk, whose[pk], said) for pk, said in words if pk in whose])
        if kept:
            tx.executemany(
                "UPDATE knowledge_pending SET wordless = 0 WHERE item = ?", ((pk,) for pk in whose)
            )
        return kept

    def unembedded(self, name: str, *, after: int, limit: int) -> list[tuple[int, str, bool]]:
        """As `pending`, of what has vectors, but none of this embedder."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT k.pk, k.id FROM knowledge k WHERE k.pk > ?"
                " AND k.pk NOT IN (SELECT item FROM knowledge_pending)"
                " AND NOT EXISTS (SELECT 1 FROM knowledge_vectors v JOIN knowledge_embedders m"
                " ON m.pk = v.embedder WHERE v.seq = k.pk AND m.name = ?) ORDER BY k.pk LIMIT ?",
                (after, name, limit),
            )
            return [(pk, id, False) for pk, id in found]

    def has_others(self, name: str) -> bool:
        """Whether there is anything of another embedder."""
        asked = "SELECT EXISTS (SELECT 1 FROM knowledge_embedders WHERE name <> ?)"
        with self._database.read() as reader:
            return bool(reader.execute(asked, (name,)).get)

    def keep_vectors_of(self, tx: Tx, name: str) -> None:
        """Drop those of every other embedder."""
        tx.execute(
            "DELETE FROM knowledge_vectors WHERE embedder NOT IN"
            " (SELECT pk FROM knowledge_embedders WHERE name = ?)",
            (name,),
        )
        tx.execute("DELETE FROM knowledge_embedders WHERE name <> ?", (name,))

    def add_vectors(self, tx: Tx, name: str, pks: Sequence[int], vectors: Floats) -> None:
        """What was removed or embedded by another process meanwhile is passed over."""
        dims = vectors.shape[1]
        tx.execute(
            "INSERT OR IGNORE INTO knowledge_embedders (name, dims) VALUES (?,?)", (name, dims)
        )
        embedder = tx.execute(
            "SELECT pk FROM knowledge_embedders WHERE name = ? AND dims = ?", (name, dims)
        ).get
        tx.executemany(
            "INSERT OR IGNORE INTO knowledge_vectors (seq, project, embedder, vector)"
            " SELECT k.pk, s.pk, ?2, ?3 FROM knowledge k JOIN knowledge_scopes s"
            f" ON s.id = {_WHOSE} WHERE k.pk = ?1",
            ((pk, embedder, row.tobytes()) for pk, row in zip(pks, vectors, strict=True)),
        )
        tx.executemany(
            "DELETE FROM knowledge_pending WHERE item = ? AND wordless = 0", ((pk,) for pk in pks)
        )

    def recreate(self, tx: Tx) -> None:
        """An empty index: everything is to be put in anew."""
        self._words.recreate(tx)
        tx.execute("DELETE FROM knowledge_vectors")
        tx.execute("DELETE FROM knowledge_embedders")
        tx.execute("UPDATE knowledge_scopes SET removals = removals + 1000000")
        tx.execute(
            "INSERT OR REPLACE INTO knowledge_pending (item, wordless) SELECT pk, 1 FROM knowledge"
        )

    def unload(self) -> None:
        """Forget the vectors in memory; the next search reads what is left of them."""
        self._matrices.cache_clear()

    def merge_words(self, tx: Tx) -> None:
        self._words.merge(tx)

    def squeeze_words(self, tx: Tx, *, first: bool) -> bool:
        """See `Words.squeeze`."""
        return self._words.squeeze(tx, first=first)

    # -- is it in order

    def words_in_order(self) -> bool:
        """Whether the full-text table is there, sound, and finds every item it should."""
        with self._database.one_view() as reader:
            expected = reader.execute(
                "SELECT s.pk, count(*) FROM knowledge k JOIN knowledge_scopes s"
                f" ON s.id = {_WHOSE} WHERE k.pk NOT IN"
                " (SELECT item FROM knowledge_pending WHERE wordless = 1) GROUP BY s.pk"
            ).fetchall()
            return self._words.in_order([(token(pk), n) for pk, n in expected], reader)

    def coverage(self, name: str, dims: int) -> Coverage:
        with self._database.read() as reader:
            row = reader.execute(
                "SELECT (SELECT count(*) FROM knowledge),"
                " count(*) FILTER (WHERE usable = 1), count(*) FILTER (WHERE usable = 0) FROM"
                " (SELECT max(CASE WHEN m.name = ?1 AND m.dims = ?2"
                " AND length(v.vector) = ?2 * ?3 THEN 1 ELSE 0 END) AS usable"
                " FROM knowledge_vectors v JOIN knowledge_embedders m ON m.pk = v.embedder"
                " GROUP BY v.seq) each",
                (name, dims, FLOAT_BYTES),
            ).get
        return Coverage(*row)

    # -- finding

    def spread(self, terms: Sequence[str]) -> dict[str, int]:
        return self._words.spread(terms)

    def by_words(
        self, words: Sequence[Word], wanted: Wanted, *, limit: int, among: int | None = None
    ) -> list[tuple[Glimpse, float]]:
        """What matches, with its BM25, higher is better. `among`: only the best so many of all
        projects are looked at, which is much quicker and mostly enough."""
        return self._matching(self._words.ranked(words, limit=among), wanted, limit)

    def newest_with_words(
        self, words: Sequence[Word], wanted: Wanted, *, limit: int, among: int
    ) -> list[tuple[Glimpse, float]]:
        """Of the newest so many those with the highest scores, all of them equally good matches.
        Where a word is everywhere, ranking would take all the time and tell nothing."""
        scopes = [token(each) for each in self._scopes(wanted.scopes)]
        if not scopes:
            return []
        return self._matching(self._words.newest(words, scopes=scopes, limit=among), wanted, limit)

    def _matching(self, found: Found, wanted: Wanted, limit: int) -> list[tuple[Glimpse, float]]:
        asked, values = self._where(wanted)
        sql = (
            f"SELECT {_GLIMPSE}, s.best FROM ({found.sql}) s"
            f" CROSS JOIN knowledge k ON k.pk = s.seq WHERE {asked}"
            " ORDER BY s.best DESC, k.score DESC, k.pk LIMIT ?"
        )
        rows = self._gathered(f"{_BARE}, best", sql, (*found.values, *values, limit))
        return [(Glimpse(*row[:-1]), row[-1]) for row in rows]

    def _scopes(self, projects: Iterable[str]) -> list[int]:
        sql = "SELECT pk FROM knowledge_scopes WHERE id IN (SELECT value FROM json_each(?))"
        return [row[0] for row in self._gathered("pk", sql, (_list(projects),))]

    def measured(
        self, scopes: Iterable[str], name: str, query: Floats, limit: int
    ) -> list[tuple[Measured, bool]]:
        """How near a question is to what each scope holds, and whether other embedders' vectors
        had to be left out. Long, and nearly all of it outside Python."""
        scans = [self._matrices().scan(Scope(scope), name, query) for scope in scopes]
        return [(scan.measured(limit), scan.foreign) for scan in scans]

    def held(self, scopes: Iterable[str], name: str, dims: int) -> int | None:
        """How many vectors of these scopes are in memory; None where one was never read."""
        found = [self._matrices().held(Scope(scope), name, dims) for scope in scopes]
        return None if None in found else sum(each or 0 for each in found)

    @staticmethod
    def nearest(
        measured: Iterable[tuple[Measured, bool]], limit: int, *, also: Iterable[int]
    ) -> tuple[dict[int, float], bool]:
        """Cosines by pk of the nearest of each scope and of those named `also`, and whether
        anything had to be left out."""
        cosines: dict[int, float] = {}
        left_out, named = False, list(also)
        for found, foreign in measured:
            left_out = left_out or foreign
            if found.rows.length:  # most have nothing that is global
                cosines |= found.cosines([*found.best(limit).tolist(), *named])
        return cosines, left_out

    def by_score(self, wanted: Wanted, limit: int) -> list[Glimpse]:
        """The highest that the filters let through."""
        asked, values = self._where(wanted)
        states = _states(wanted)
        parts, given = [], []
        for scope in wanted.scopes:
            for state in states:
                whose = "IS NULL" if scope == GLOBAL else "= ?"
                parts.append(
                    f"SELECT * FROM (SELECT {_GLIMPSE} FROM knowledge k WHERE k.project_id {whose}"
                    f" AND k.state = ? AND {asked} ORDER BY k.score DESC, k.pk LIMIT ?) best"
                )
                given += [*([] if scope == GLOBAL else [scope]), state, *values, limit]
        sql = f"{' UNION ALL '.join(parts)} ORDER BY score DESC, pk LIMIT ?"
        return [Glimpse(*row) for row in self._gathered(_BARE, sql, (*given, limit))]

    def glimpses(self, wanted: Wanted, pks: Iterable[int]) -> list[Glimpse]:
        """Of these what the filters let through."""
        asked, values = self._where(wanted)
        sql = (
            f"SELECT {_GLIMPSE} FROM knowledge k WHERE k.pk IN"
            f" (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND {asked}"
        )
        return [
            Glimpse(*row) for row in self._gathered(_BARE, sql, (json.dumps(list(pks)), *values))
        ]

    def named(self, scopes: Sequence[str], guesses: Sequence[str]) -> dict[str, str]:
        """Which of these are names that somebody spoke of, and of what type."""
        sql = (
            "SELECT * FROM (SELECT g.value AS name, (SELECT e.type FROM knowledge_entities e"
            " WHERE e.project_id = s.value AND e.name = g.value LIMIT 1) AS type"
            " FROM json_each(?) s CROSS JOIN json_each(?) g) named WHERE type IS NOT NULL"
        )

        def read(reader: Tx) -> dict[str, str]:
            given = _list(scopes), self._names(reader, guesses)
            return dict(json.loads(reader.execute(store.gathered("name, type", sql), given).get))

        # Who puts something beside a message asks for the names in it twice.
        return dict(self._database.remembered(("named", *scopes, *guesses), read))

    def size(self) -> int:
        """About how many items there are."""
        with self._database.read() as reader:
            return int(reader.execute("SELECT coalesce(max(pk), 0) FROM knowledge").get)

    def names_of(self, pks: Iterable[int]) -> dict[int, list[str]]:
        """Of whom and what each of these speaks."""
        sql = (
            "SELECT item, json_group_array(name) AS names FROM knowledge_entities"
            " WHERE item IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) GROUP BY item"
        )
        found = self._gathered("item, json(names)", sql, (json.dumps(list(pks)),))
        return dict(found)

    def about(
        self, wanted: Wanted, names: Sequence[str], *, newest: int, limit: int
    ) -> list[Glimpse]:
        """The highest that speak of these and pass the filters, of the newest so many of each."""
        asked, values = self._where(wanted)
        with self._database.read() as reader:
            kept = [self._database.named(reader, each) for each in names]
        pairs = [(scope, name) for scope in wanted.scopes for name in kept]
        each = " UNION ".join(
            "SELECT * FROM (SELECT item FROM knowledge_entities WHERE project_id = ? AND name = ?"
            f" ORDER BY item DESC LIMIT {newest}) newest"
            for _ in pairs
        )
        sql = f"SELECT {_GLIMPSE} FROM ({each}) e CROSS JOIN knowledge k ON k.pk = e.item"
        given = [value for pair in pairs for value in pair]
        sql += f" WHERE {asked} ORDER BY k.score DESC, k.pk LIMIT ?"
        found = self._gathered(_BARE, sql, (*given, *values, limit))
        return [Glimpse(*row) for row in found]

    def answering(
        self, wanted: Wanted, subjects: Sequence[str], keys: Sequence[str], limit: int
    ) -> list[Glimpse]:
        """What is kept of these under such keys: `pet` finds pet:cat too, `schedule:fly` what is
        under schedule:fly to Lisbon. Where names are sealed, what stands behind the colon is sealed
        as a whole, so that it is compared once it is read."""
        asked, values = self._where(wanted)
        families = dict.fromkeys(each.partition(":")[0] for each in keys)
        sql = (
            f"SELECT {_GLIMPSE}, k.attribute FROM json_each(?) s CROSS JOIN json_each(?) u"
            " CROSS JOIN json_each(?) a CROSS JOIN knowledge k"
            " ON k.project_id IS NOT DISTINCT FROM nullif(s.value, '') AND k.subject = u.value"
            " AND k.attribute <> '' AND k.attribute >= a.value AND k.attribute < a.value || ';'"
            f" WHERE {asked} ORDER BY k.score DESC, k.pk LIMIT ?"
        )
        most = ALL if any(":" in each for each in keys) else limit
        with self._database.read() as reader:
            asked_of = self._names(reader, subjects), self._names(reader, families)
            given = (_list(wanted.scopes), *asked_of, *values, most)
            found = self._gathered(f"{_BARE}, attribute", sql, given)
        kept = (
            row for *row, attribute in found if any(key <= attribute < f"{key};" for key in keys)
        )
        return [Glimpse(*row) for row in islice(kept, limit)]

    def on_days(self, wanted: Wanted, days: tuple[int, int], limit: int) -> list[Glimpse]:
        """What is known to be, or to have been, between two moments, the next first."""
        asked, values = self._where(wanted)
        sql = (
            f"SELECT {_GLIMPSE} FROM json_each(?) s CROSS JOIN knowledge k"
            " ON k.project_id IS NOT DISTINCT FROM nullif(s.value, '')"
            " AND k.event_at IS NOT NULL AND k.event_at >= ? AND k.event_at < ?"
            f" WHERE {asked} ORDER BY k.event_at, k.pk LIMIT ?"
        )
        return [
            Glimpse(*row)
            for row in self._gathered(_BARE, sql, (_list(wanted.scopes), *days, *values, limit))
        ]

    def _names(self, reader: Tx, names: Iterable[str]) -> str:
        return _list(self._database.named(reader, each) for each in names)

    def _where(self, wanted: Wanted) -> tuple[str, list[Any]]:
        """What passes the filters, of a row called `k`."""
        states = ", ".join(f"'{each}'" for each in _states(wanted))
        asked = [
            f"{_WHOSE} IN (SELECT value FROM json_each(?))",
            f"k.state IN ({states}) AND (k.state <> 'superseded' OR k.valid_to IS NOT NULL)",
            *([] if wanted.archived else ["NOT (k.state = 'archived' AND k.put_away = 1)"]),
            "(k.valid_to IS NULL OR k.valid_to > ?)",
        ]
        values: list[Any] = [_list(wanted.scopes), wanted.holds_at]
        if wanted.past:
            asked.append("coalesce(k.valid_from, k.created_at) <= ?")
            values.append(wanted.holds_at)
        if wanted.entity:
            asked.append(_NAMED)
            with self._database.read() as reader:
                named = [
                    (self._database.named(reader, name), *span) for name, *span in wanted.entity
                ]
            values.append(json.dumps(named))
        for column, given in (("type", wanted.types), ("category", wanted.categories)):
            if given:
                asked.append(f"k.{column} IN (SELECT value FROM json_each(?))")
                values.append(_list(given))
        if wanted.since is not None or wanted.until is not None:
            within = "(k.{0} >= coalesce(?, k.{0}) AND k.{0} < coalesce(?, k.{0} + 1))"
            asked.append(f"({within.format('created_at')} OR {within.format('event_at')})")
            values += [wanted.since, wanted.until] * 2
        return " AND ".join(asked), values

    def _gathered(self, columns: str, sql: str, values: Sequence[Any]) -> list[Any]:
        with self._database.read() as reader:
            return list(json.loads(reader.execute(store.gathered(columns, sql), values).get))


_NAMED = (
    "EXISTS (SELECT 1 FROM json_each(?) n CROSS JOIN knowledge_entities e"
    f" ON e.item = k.pk AND e.name = n.value ->> 0 WHERE {WITHIN})"
)


def _states(wanted: Wanted) -> list[str]:
    """What was superseded held once, and is asked for by naming the time."""
    archived, past = (["archived"] * (wanted.archived is not False)), ["superseded"] * wanted.past
    return ["active", *archived, *past]


def _list(values: Iterable[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)
