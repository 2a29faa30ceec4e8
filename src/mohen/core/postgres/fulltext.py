"""A table of words in plain tables, with FTS5's BM25 to the last bit: both engines rank alike.

Words stand in it as marks, which can be compared and not be read. A first character that is no
ASCII is marked too, since a question of one Chinese character asks for what begins with it; any
other beginning is found as a whole word only. Marks of a few hundred rows share a key: when one of
these rows goes, the others are marked anew under another, and nobody can guess any more what it
said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mohen.core import sealing
from mohen.core.database import Database, Tx, Words
from mohen.core.fulltext import Found, Word

_BEGINS = "*"  # no term has one
_SHARING = 256
"""Rows whose marks share a key: each more makes a search dearer, each fewer a deletion."""

# How FTS5 reckons: k1 and b as it has them, every step in its order.
_WEIGHT = """
WITH asked AS (
  SELECT * FROM unnest(?::text[], ?::bigint[]) AS a (term, n)
), hits AS MATERIALIZED (
  SELECT a.n, p.seq, sum(p.tf)::float8 AS freq, min(p.length)::float8 AS length,
    min(p.scope) AS scope
  FROM asked a JOIN {table}_postings p ON p.term = a.term
  GROUP BY a.n, p.seq
), weights AS (
  SELECT h.n, CASE WHEN ln((t.rows - count(*) + 0.5::float8) / (count(*) + 0.5::float8)) <= 0
    THEN 1e-6::float8 ELSE ln((t.rows - count(*) + 0.5::float8) / (count(*) + 0.5::float8))
    END AS idf, t.words::float8 / t.rows::float8 AS usual
  FROM hits h CROSS JOIN {table}_totals t GROUP BY h.n, t.rows, t.words
)
SELECT h.seq AS seq, sum(w.idf * ((h.freq * (1.2::float8 + 1.0::float8))
  / (h.freq + 1.2::float8 * (1 - 0.75::float8 + 0.75::float8 * h.length / w.usual)))
  ORDER BY h.n) AS best
FROM hits h JOIN weights w ON w.n = h.n{scoped} GROUP BY h.seq
"""


class FullText(Words):
    """The tables `<table>_rows`, `_postings`, `_totals` and `_keys` of a store."""

    def __init__(self, database: Database, *, table: str, spread_most: int) -> None:
        self._database = database
        self._table = table
        self._spread: dict[str, int] = {}
        self._spread_most = spread_most
        self._spread_of = 0
        self._last: tuple[object, int, bytes] | None = None  # key that was used
        database.on_rollback.append(self._forget)

    # -- writing

    def add(self, tx: Tx, seq: int, scope: str, terms: str) -> bool:
        counted = Counter(terms.split())
        length = counted.total() + 1  # its scope is one
        for term, times in list(counted.items()):
            if not term[0].isascii():
                counted[term[0] + _BEGINS] += times
        marks = sealing.marks(self._key(tx, seq // _SHARING), list(counted))
        # As one text each: arrays are slow to say, and a text may have hundreds of words.
        often = " ".join(map(str, counted.values()))
        table, given = self._table, (seq, scope, length, " ".join(marks), often, terms)
        tx.execute(
            f"INSERT INTO {table}_rows (seq, scope, length, terms, said)"
            " VALUES (?1, ?2, ?3, string_to_array(?4, ' '), ?6)",
            given,
        )
        tx.execute(
            f"INSERT INTO {table}_postings (term, seq, tf, length, scope)"
            " SELECT term, ?1::bigint, tf, ?3::bigint, ?2::text"
            " FROM unnest(string_to_array(?4, ' '), string_to_array(?5, ' ')::bigint[])"
            " AS counted (term, tf)",
            given,
        )
        self._move(tx, 1, length)
        return True

    def put(self, tx: Tx, rows: Sequence[tuple[int, str, str]]) -> bool:
        self.remove(tx, [row[0] for row in rows])
        for row in rows:
            self.add(tx, *row)
        return True

    def drop(self, tx: Tx, seqs: Sequence[int]) -> bool:
        return self.remove(tx, seqs)

    def remove(self, tx: Tx, seqs: Sequence[int]) -> bool:
        table, gone = self._table, (list(seqs),)
        tx.execute(
            f"DELETE FROM {table}_postings p USING {table}_rows r, unnest(r.terms) AS of (term)"
            " WHERE r.seq = ANY(?::bigint[]) AND p.term = of.term AND p.seq = r.seq",
            gone,
        )
        lost = tx.execute(
            f"DELETE FROM {table}_rows WHERE seq = ANY(?::bigint[]) RETURNING seq, length", gone
        ).fetchall()
        if lost:
            self._move(tx, -len(lost), -sum(length for _, length in lost))
            tx.execute(
                f"UPDATE {table}_keys SET stale = 1 WHERE segment = ANY(?::bigint[])",
                ([*{seq // _SHARING for seq, _ in lost}],),
            )
        return True

    def _key(self, tx: Tx, segment: int) -> bytes:
        """That of the marks of some rows. It is remembered while nobody else writes: rows come one
        after the other."""
        written = self._database.foreign_writes(tx)
        if self._last is not None and self._last[:2] == (written, segment):
            return self._last[2]
        asked = f"SELECT key FROM {self._table}_keys WHERE segment = ?"
        if (key := tx.execute(asked, (segment,)).get) is None:
            key = sealing.new_key()
            tx.execute(
                f"INSERT INTO {self._table}_keys (segment, key, stale) VALUES (?, ?, 0)",
                (segment, key),
            )
        self._last = written, segment, bytes(key)
        return bytes(key)

    def _forget(self) -> None:
        self._last = None

    def _move(self, tx: Tx, rows: int, words: int) -> None:
        tx.execute(
            f"INSERT INTO {self._table}_totals AS t (one, rows, words) VALUES (1, ?, ?)"
            " ON CONFLICT (one)"
            " DO UPDATE SET rows = t.rows + excluded.rows, words = t.words + excluded.words",
            (rows, words),
        )

    def merge(self, tx: Tx) -> None:
        """Nothing to do: PostgreSQL keeps its indexes by itself."""

    def squeeze(self, tx: Tx, *, first: bool) -> bool:  # noqa: ARG002 - every step is alike
        """Rows are deleted outright; those that shared a key with one are marked anew."""
        table = self._table
        stale = f"SELECT min(segment) FROM {table}_keys WHERE stale = 1"
        if (segment := tx.execute(stale).get) is None:
            return False
        left = tx.execute(
            f"SELECT seq, scope, said FROM {table}_rows WHERE seq >= ? AND seq < ?",
            (segment * _SHARING, (segment + 1) * _SHARING),
        ).fetchall()
        self.remove(tx, [seq for seq, _, _ in left])
        tx.execute(f"DELETE FROM {table}_keys WHERE segment = ?", (segment,))
        self._forget()
        for row in left:
            self.add(tx, *row)
        return True

    def recreate(self, tx: Tx) -> None:
        self._forget()
        for part in ("postings", "rows", "totals", "keys"):
            tx.execute(f"DELETE FROM {self._table}_{part}")

    # -- reading

    def spread(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many rows each term stands. What was counted once is not counted again in this
        process while it is common: common words stay common."""
        if self._spread_of != self._database.opened or len(self._spread) > self._spread_most:
            self._spread, self._spread_of = {}, self._database.opened
        known = self._spread
        new = [term for term in terms if term not in known]
        if new:
            with self._database.read() as reader:
                found = reader.execute(
                    f"SELECT a.n, count(*) FROM unnest(?::text[], ?::bigint[]) AS a (term, n)"
                    f" JOIN {self._table}_postings p ON p.term = a.term GROUP BY a.n",
                    self._marked(new),
                )
                known.update((new[n], count) for n, count in found)
        return {term: known.get(term, 0) for term in terms}

    def ranked(
        self, words: Sequence[Word], *, scopes: Sequence[str] = (), limit: int | None = None
    ) -> Found:
        ending = "" if limit is None else f" ORDER BY best DESC, seq LIMIT {limit}"
        scoped = " WHERE h.scope = ANY(?::text[])" if scopes else ""
        sql = _WEIGHT.format(table=self._table, scoped=scoped)
        return Found(sql + ending, (*self._asked(words), *([list(scopes)] if scopes else ())))

    def newest(self, words: Sequence[Word], *, scopes: Sequence[str], limit: int) -> Found:
        return Found(
            "SELECT DISTINCT p.seq AS seq, 1.0::float8 AS best"
            f" FROM {self._table}_postings p"
            " WHERE p.term = ANY(?::text[]) AND p.scope = ANY(?::text[])"
            f" ORDER BY seq DESC LIMIT {limit}",
            (self._asked(words)[0], list(scopes)),
        )

    def _asked(self, words: Sequence[Word]) -> tuple[list[str], list[int]]:
        return self._marked([_looked_for(each) for each in words])

    def _marked(self, terms: Sequence[str]) -> tuple[list[str], list[int]]:
        """Under every key, and which term each mark is of."""
        keys = self._database.remembered(f"{self._table} keys", self._all_keys)
        marks = [mark for key in keys for mark in sealing.marks(key, terms)]
        return marks, [*range(len(terms))] * len(keys)

    def _all_keys(self, reader: Tx) -> list[bytes]:
        return [key for (key,) in reader.execute(f"SELECT key FROM {self._table}_keys")]

    def rows(self) -> str:
        return f"SELECT seq FROM {self._table}_rows"

    def in_order(self, expected: Sequence[tuple[str, int]], reader: Tx) -> bool:
        """Whether it finds so many rows of each scope, and every word of each."""
        table = self._table
        found = dict(
            reader.execute(f"SELECT scope, count(*) FROM {table}_rows GROUP BY scope").fetchall()
        )
        kept, posted = reader.execute(
            f"SELECT (SELECT coalesce(sum(cardinality(terms)), 0) FROM {table}_rows),"
            f" (SELECT count(*) FROM {table}_postings)"
        ).get
        return kept == posted and all(found.get(scope, 0) == count for scope, count in expected)


def _looked_for(word: Word) -> str:
    begins = word.begins and len(word.term) == 1 and not word.term.isascii()
    return word.term + _BEGINS if begins else word.term
