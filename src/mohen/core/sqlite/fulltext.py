"""A table of words in FTS5: what only it can do, and how it is made anew when damaged."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

import apsw

from mohen.core.database import Database, Tx, Words
from mohen.core.fulltext import Found, Word

# What a full-text table says when it is missing or damaged.
OUT_OF_ORDER = (apsw.SQLError, apsw.CorruptError, apsw.ConstraintError)
_KEPT = ("data", "idx", "docsize", "config")
_SHADOWS = (*_KEPT, "content")
_NOWHERE = "nowhere"  # no scope's token


class FullText(Words):
    """The table `table` (rowid, scope, terms), made by `schema`; `vocabulary` counts its terms."""

    def __init__(
        self,
        database: Database,
        *,
        table: str,
        vocabulary: str,
        schema: str,
        merge_pages: int,
        squeeze_pages: int,
        spread_most: int,
    ) -> None:
        self._database = database
        self._table = table
        self._vocabulary = vocabulary
        self._schema = schema
        self._merge_pages = merge_pages
        self._squeeze_pages = squeeze_pages
        self._spread: dict[str, int] = {}
        self._spread_most = spread_most
        self._spread_of = 0

    # -- writing

    def add(self, tx: Tx, seq: int, scope: str, terms: str) -> bool:
        insert = f"INSERT INTO {self._table} (rowid, scope, terms) VALUES (?,?,?)"
        return _tried(lambda: tx.execute(insert, (seq, scope, terms)))

    def drop(self, tx: Tx, seqs: Sequence[int]) -> bool:
        delete = f"DELETE FROM {self._table} WHERE rowid = ?"
        return _tried(lambda: tx.executemany(delete, ((seq,) for seq in seqs)))

    def put(self, tx: Tx, rows: Sequence[tuple[int, str, str]]) -> bool:
        """FTS5 gathers changes in memory and writes them with the commit, where a damaged table
        would take everything else with it. A savepoint has it write at once."""
        return self._guarded(
            tx,
            [
                (f"DELETE FROM {self._table} WHERE rowid = ?", [(row[0],) for row in rows]),
                (f"INSERT INTO {self._table} (rowid, scope, terms) VALUES (?,?,?)", rows),
            ],
        )

    def remove(self, tx: Tx, seqs: Sequence[int]) -> bool:
        gone = [(seq,) for seq in seqs]
        return self._guarded(tx, [(f"DELETE FROM {self._table} WHERE rowid = ?", gone)])

    def _guarded(self, tx: Tx, steps: Iterable[tuple[str, Sequence[tuple[object, ...]]]]) -> bool:
        if not self._is_there(tx):
            return False
        tx.execute("SAVEPOINT words")
        try:
            for sql, rows in steps:
                tx.executemany(sql, rows)
            tx.execute("SAVEPOINT written; RELEASE written")
        except OUT_OF_ORDER:
            tx.execute("ROLLBACK TO words; RELEASE words")
            return False
        tx.execute("RELEASE words")
        return True

    def _is_there(self, tx: Tx) -> bool:
        """With a table of its own missing, FTS5 takes what is written and fails for good later."""
        names = [self._table, *(f"{self._table}_{part}" for part in _KEPT)]
        found = tx.execute(
            "SELECT count(*) FROM sqlite_schema WHERE name IN (SELECT value FROM json_each(?))",
            (json.dumps(names),),
        ).get
        return bool(found == len(names))

    def merge(self, tx: Tx) -> None:
        """A step of merging segments: housekeeping for the lane's quiet moments."""
        self._merge(tx, self._merge_pages)

    def squeeze(self, tx: Tx, *, first: bool) -> bool:
        """A step towards one segment, in which no word of a deleted row is left: FTS5 only marks
        such rows. True while more steps are needed: whether they are is found by taking one more
        page, for a turn of the lane is dearer than that."""
        self._merge(tx, -self._squeeze_pages if first else self._squeeze_pages)
        before = tx.total_changes()
        self._merge(tx, 1)
        return tx.total_changes() - before > 1  # its own row is one

    def _merge(self, tx: Tx, pages: int) -> None:
        tx.execute(f"INSERT INTO {self._table} ({self._table}, rank) VALUES ('merge', ?)", (pages,))

    def recreate(self, tx: Tx) -> None:
        """An empty table, whatever is left of the old one."""
        tx.execute("SAVEPOINT old")
        try:
            tx.execute(f"DROP TABLE IF EXISTS {self._table}")
        except OUT_OF_ORDER:
            # Its own tables are damaged, so it cannot drop itself: take it out of the schema.
            tx.execute("ROLLBACK TO old")
            self._uproot(tx)
        tx.execute("RELEASE old")
        tx.execute(self._schema).fetchall()

    def _uproot(self, tx: Tx) -> None:
        tx.execute("PRAGMA writable_schema=ON")
        tx.execute("DELETE FROM sqlite_schema WHERE name = ? AND type = 'table'", (self._table,))
        tx.execute("PRAGMA writable_schema=RESET")
        for shadow in _SHADOWS:
            tx.execute(f"DROP TABLE IF EXISTS {self._table}_{shadow}")

    # -- reading

    def spread(self, terms: Sequence[str]) -> dict[str, int]:
        """In about how many rows each term stands. What was counted once is not counted again
        in this process while it is common: common words stay common."""
        if self._spread_of != self._database.opened or len(self._spread) > self._spread_most:
            self._spread, self._spread_of = {}, self._database.opened
        known = self._spread
        new = tuple(term for term in terms if term not in known)
        if new:  # some that stand nowhere are always new, and one question is asked of several
            name = ("spread", self._table, *new)
            known.update(self._database.remembered(name, lambda reader: self._counted(reader, new)))
        return {term: known.get(term, 0) for term in terms}

    def _counted(self, reader: Tx, terms: Sequence[str]) -> dict[str, int]:
        found = reader.execute(
            "SELECT json_group_object(term, doc)"
            f" FROM json_each(?) JOIN {self._vocabulary} ON term = value",
            (json.dumps(terms, ensure_ascii=False),),
        ).get  # as one row: each that is fetched is a turn at Python's one lock
        return dict(json.loads(found))

    def best(
        self, words: Sequence[Word], *, scopes: Sequence[str], limit: int
    ) -> list[tuple[int, float]]:
        found = self.ranked(words, scopes=scopes, limit=limit)
        with self._database.read() as reader:
            gathered = reader.execute(
                f"SELECT json_group_array(json_array(seq, best)) FROM ({found.sql})", found.values
            ).get
        return [(seq, best) for seq, best in json.loads(gathered)]

    def ranked(
        self, words: Sequence[Word], *, scopes: Sequence[str] = (), limit: int | None = None
    ) -> Found:
        ending = "" if limit is None else f" ORDER BY rank LIMIT {limit}"
        return Found(
            f"SELECT rowid AS seq, -rank AS best FROM {self._table} WHERE {self._table} MATCH ?"
            f" AND rank MATCH 'bm25(0.0, 1.0)'{ending}",
            (expression(words, scopes),),
        )

    def newest(self, words: Sequence[Word], *, scopes: Sequence[str], limit: int) -> Found:
        return Found(
            f"SELECT rowid AS seq, 1.0 AS best FROM {self._table} WHERE {self._table} MATCH ?"
            f" ORDER BY rowid DESC LIMIT {limit}",
            (expression(words, scopes),),
        )

    def rows(self) -> str:
        return f"SELECT rowid AS seq FROM {self._table}"

    def in_order(self, expected: Sequence[tuple[str, int]], reader: Tx) -> bool:
        """Whether it is there, sound, and finds so many rows of each scope. FTS5's own check
        passes over much of what a query needs, so every row is asked for and ranked."""
        ask = f"SELECT count(rank) FROM {self._table} WHERE {self._table} MATCH ?"
        try:
            # A question first, even one that finds nothing: FTS5 remembers where its segments lie,
            # and only a question makes it look again. Its check would go by what was merged away
            # since, and call that damaged.
            for scope, count in (*expected, (_NOWHERE, 0)):
                if reader.execute(ask, (f"scope : {scope}",)).get != count:
                    return False
            return bool(reader.execute(f"PRAGMA quick_check('{self._table}')").get == "ok")
        except OUT_OF_ORDER:
            return False


def _tried(work: Callable[[], object]) -> bool:
    try:
        work()
    except OUT_OF_ORDER:
        return False  # SQLite has undone the statement, and nothing but the statement
    return True


def expression(words: Sequence[Word], scopes: Sequence[str] = ()) -> str:
    """What FTS5 is asked: any of the words in these scopes; without words it finds nothing."""
    asked = " OR ".join(_quoted(term) + "*" * begins for term, begins in words)
    asked = f"terms : ({asked})" if asked else f"scope : {_NOWHERE}"
    inside = " OR ".join(map(_quoted, scopes))
    return f"scope : ({inside}) AND {asked}" if inside else asked


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""').replace("\0", "") + '"'
