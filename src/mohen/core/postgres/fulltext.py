"""A table of words: a sealed row for each text, read into memory to be searched.

Nobody but the author's processes can tell which words stand where, and PostgreSQL has one row to
keep for a text. What is in memory is caught up with the table before each question: rows say at
which of the author's commits they were written, and so do the numbers of those that are gone. When
the author's key is another, all is read anew, so that no word stays that was opened by the old one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING

from mohen.core.database import Database, Tx, Words
from mohen.core.fulltext import Found, Word
from mohen.core.postgres.session import Session, session_of
from mohen.errors import StoreCorrupt

if TYPE_CHECKING:
    from mohen.core.postgres.corpus import Corpus, Kept, Shelf

Row = tuple[int, str, str]

_GONE_FOR = 4_096
"""Commits for which it is known which rows went: who was away for longer reads everything."""
_AT_ONCE = 1_024  # rows that are read
_ALL = 0  # in the place of a row's number: every row went
_GONE_MOST = 0.25  # of the rows in memory, before they are read anew


class FullText(Words):
    """The tables `<table>_rows` and `<table>_gone` of a store."""

    def __init__(
        self,
        database: Database,
        *,
        table: str,
        whose: Hashable,
        shelf: Callable[[], Shelf],
        spread_most: int,
    ) -> None:
        self._database = database
        self._table = table
        self._whose = whose
        self._shelf = shelf
        self._spread: dict[str, int] = {}
        self._spread_most = spread_most
        self._spread_of = 0

    # -- writing

    def add(self, tx: Tx, seq: int, scope: str, terms: str) -> bool:
        tx.execute(self._insert, (seq, scope, terms, _commits(tx)))
        return True

    def put(self, tx: Tx, rows: Sequence[tuple[int, str, str]]) -> bool:
        replace = (
            f"{self._insert} ON CONFLICT (seq) DO UPDATE SET scope = excluded.scope,"
            " said = excluded.said, changed = excluded.changed"
        )
        for row in rows:
            tx.execute(replace, (*row, _commits(tx)))
        return True

    @property
    def _insert(self) -> str:
        return f"INSERT INTO {self._table}_rows (seq, scope, said, changed) VALUES (?, ?, ?, ?)"

    def drop(self, tx: Tx, seqs: Sequence[int]) -> bool:
        return self.remove(tx, seqs)

    def remove(self, tx: Tx, seqs: Sequence[int]) -> bool:
        table, now, gone = self._table, _commits(tx), list(seqs)
        tx.execute(f"DELETE FROM {table}_gone WHERE changed < ?", (now - _GONE_FOR,))
        tx.execute(
            f"INSERT OR IGNORE INTO {table}_gone (changed, seq)"
            f" SELECT ?1, seq FROM {table}_rows WHERE seq = ANY(?2::bigint[])",
            (now, gone),
        )
        tx.execute(f"DELETE FROM {table}_rows WHERE seq = ANY(?::bigint[])", (gone,))
        return True

    def merge(self, tx: Tx) -> None:
        """Nothing to do: PostgreSQL keeps its indexes by itself."""

    def squeeze(self, tx: Tx, *, first: bool) -> bool:  # noqa: ARG002 - nothing is to be done
        """A row's words lie under its own key, which goes with the author's."""
        return False

    def recreate(self, tx: Tx) -> None:
        tx.execute(f"DELETE FROM {self._table}_rows")
        tx.execute(
            f"INSERT OR IGNORE INTO {self._table}_gone (changed, seq) VALUES (?, ?)",
            (_commits(tx), _ALL),
        )

    # -- reading

    def spread(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many rows each term stands. What was counted once is not counted again in this
        process while it is common: common words stay common."""
        if self._spread_of != self._database.opened or len(self._spread) > self._spread_most:
            self._spread, self._spread_of = {}, self._database.opened
        known = self._spread
        new = [term for term in terms if term not in known]
        if new:
            found = zip(new, self._corpus().spread(new), strict=True)
            known.update((term, count) for term, count in found if count)
        return {term: known.get(term, 0) for term in terms}

    def best(
        self, words: Sequence[Word], *, scopes: Sequence[str], limit: int
    ) -> list[tuple[int, float]]:
        return list(zip(*self._corpus().ranked(words, scopes, limit), strict=True))

    def ranked(
        self, words: Sequence[Word], *, scopes: Sequence[str] = (), limit: int | None = None
    ) -> Found:
        return _as_query(*self._corpus().ranked(words, scopes, limit), "best DESC, seq")

    def newest(self, words: Sequence[Word], *, scopes: Sequence[str], limit: int) -> Found:
        seqs = self._corpus().newest(words, scopes, limit)
        return _as_query(seqs, [1.0] * len(seqs), "seq DESC")

    def rows(self) -> str:
        return f"SELECT seq FROM {self._table}_rows"

    def in_order(self, expected: Sequence[tuple[str, int]], reader: Tx) -> bool:
        """Whether every row can be opened, and there are so many of each scope."""
        try:
            corpus = self._whole(session_of(reader))
        except StoreCorrupt:
            return False
        return all(corpus.rows(scope) == count for scope, count in expected)

    # -- what is in memory

    def _corpus(self) -> Corpus:
        """The words as they are now. Who asks when nothing is new waits for nobody."""
        shelf = self._shelf()
        with self._database.read() as reader:
            session, kept = session_of(reader), shelf.of(self._whose)
            if not _is_of(kept, session):
                with kept.lock:
                    if not _is_of(kept, session):  # another may have been faster
                        self._read_on(kept, session)
                shelf.weigh(self._whose, kept)
        return kept.corpus

    def _read_on(self, kept: Kept, session: Session) -> None:
        """What is written while this lasts may be read now and once more later."""
        before, now = kept.commits, _commits(session)
        if now < before:  # it began before another, who was faster; or an older store came back
            now = session.execute("SELECT count FROM commits").get
        rows: list[Row] = []
        gone: list[int] = []
        is_anew = kept.key != session.key or not 0 <= now - before < _GONE_FOR
        if not is_anew:
            rows, gone = self._since(session, before)
            is_anew = len(rows) > _AT_ONCE or _ALL in gone
        if is_anew:
            kept.corpus = self._whole(session)
        elif rows or gone:
            kept.corpus = kept.corpus.changed(rows, gone)
            if kept.corpus.size < len(kept.corpus.seqs) * (1 - _GONE_MOST):
                kept.corpus = self._whole(session)
        kept.key, kept.commits = session.key, now

    def _since(self, session: Session, commits: int) -> tuple[list[Row], list[int]]:
        """Rows that were written from that commit on, if they are not too many, and the numbers of
        those that are gone."""
        table = self._table
        found = session.execute(
            f"SELECT seq, NULL AS scope, NULL AS said FROM {table}_gone WHERE changed >= ?1"
            f" UNION ALL (SELECT seq, scope, said FROM {table}_rows WHERE changed >= ?1"
            f" ORDER BY changed LIMIT {_AT_ONCE + 1})",
            (commits,),
        ).fetchall()
        gone = [seq for seq, scope, _ in found if scope is None]
        return [row for row in found if row[1] is not None], gone

    def _whole(self, session: Session) -> Corpus:
        from mohen.core.postgres.corpus import Corpus

        corpus, last = Corpus(), 0
        while True:
            rows = session.execute(
                f"SELECT seq, scope, said FROM {self._table}_rows WHERE seq > ?"
                f" ORDER BY seq LIMIT {_AT_ONCE}",
                (last,),
            ).fetchall()
            if rows:
                corpus, last = corpus.changed(rows, ()), rows[-1][0]
            if len(rows) < _AT_ONCE:
                return corpus


def _commits(tx: Tx) -> int:
    """How many of the author's there were when this began."""
    return session_of(tx).commits or 0


def _is_of(kept: Kept, session: Session) -> bool:
    return kept.key == session.key and kept.commits == _commits(session)


def _as_query(seqs: Sequence[int], best: Sequence[float], order: str) -> Found:
    """As one text each: arrays are slow to say."""
    return Found(
        "SELECT seq, best FROM unnest(?::bigint[], ?::float8[]) AS found (seq, best)"
        f" ORDER BY {order}",
        (f"{{{','.join(map(str, seqs))}}}", f"{{{','.join(map(repr, best))}}}"),
    )
