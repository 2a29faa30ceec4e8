"""Finding episodes again: terms in a table of words, vectors as blobs searched in memory.

Losing the index loses no episode: rows are written without it, and `rebuild` makes it anew from
them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from mohen.core.database import FLOAT_BYTES, Database, Tx
from mohen.core.scope import Scope
from mohen.episodes import store
from mohen.episodes.model import Coverage

if TYPE_CHECKING:
    from mohen.core.fulltext import Word
    from mohen.core.vectors import Floats, Matrices, Scan

_EMBEDDABLE = "e.compressed = 0 AND e.state = 'closed' AND e.private = 0"


class EpisodeIndex:
    """`matrices` is asked for at the first search by meaning: numpy is slow to import, and most
    commands never need it."""

    def __init__(
        self,
        database: Database,
        matrices: Callable[[], Matrices],
    ) -> None:
        self._database = database
        self._matrices = cache(matrices)
        self._words = database.words("search")
        self._words_out_of = 0

    # -- words

    def add_words(self, tx: Tx, seq: int, project: int, terms: str) -> bool:
        """Make an episode findable by its words. False when the index is out of order: the
        episode is kept all the same (R93)."""
        return self._writes_words() and self._words.add(tx, seq, token(project), terms)

    def leave_words_out(self) -> None:
        """Write no words into this file until a rebuild. FTS5 gathers changes in memory and
        writes them with the commit, so a damaged table is only noticed there, and takes the
        commit with it."""
        self._words_out_of = self._database.opened

    def _writes_words(self) -> bool:
        return self._words_out_of != self._database.opened

    def scope_token(self, scope: Scope) -> str | None:
        """The project as a full-text token; None while it has no episode."""
        with self._database.read() as reader:
            found = reader.execute("SELECT pk FROM projects WHERE id = ?", (scope.project_id,)).get
        return None if found is None else token(found)

    def spread(self, terms: Sequence[str]) -> dict[str, int]:
        """In about how many episodes each term stands."""
        return self._words.spread(terms)

    def size(self) -> int:
        """About how many episodes there are."""
        with self._database.read() as reader:
            return int(reader.execute("SELECT coalesce(max(seq), 0) FROM episodes").get)

    def by_words(self, words: Sequence[Word], scope: str, limit: int) -> list[tuple[int, float]]:
        """(seq, BM25) of the best matches, higher is better; `scope` is a full-text token."""
        return self._words.best(words, scopes=[scope], limit=limit)

    def by_rare_words(
        self, words: Sequence[Word], scope: Scope, limit: int
    ) -> list[tuple[int, float]]:
        """As `by_words`, for a question of rare words: all they find is ranked, and then the
        project's is taken. The scope's own token stands in every row, so a table of words would
        spend as much on it as on all the rest, though it weighs nothing."""
        found = self._words.ranked(words)
        with self._database.read() as reader:
            gathered = reader.execute(
                store.gathered(
                    "seq, best",
                    f"SELECT e.seq, s.best FROM ({found.sql}) s CROSS JOIN episodes e"
                    " ON e.seq = s.seq WHERE +e.project = (SELECT pk FROM projects WHERE id = ?)"
                    " ORDER BY s.best DESC, e.seq LIMIT ?",
                ),
                (*found.values, scope.project_id, limit),
            ).get
        return [(seq, best) for seq, best in json.loads(gathered)]

    def merge_words(self, tx: Tx) -> None:
        """A step of merging full-text segments: housekeeping for the lane's quiet moments."""
        self._words.merge(tx)

    def squeeze_words(self, tx: Tx, *, first: bool) -> bool:
        """See `Words.squeeze`. A table out of order is emptied instead."""
        if not self._writes_words():
            self.recreate_words(tx)
            return False
        return self._words.squeeze(tx, first=first)

    # -- vectors

    def embedder(self, tx: Tx, name: str, dims: int) -> int:
        tx.execute("INSERT OR IGNORE INTO embedders (name, dims) VALUES (?,?)", (name, dims))
        return int(
            tx.execute("SELECT pk FROM embedders WHERE name = ? AND dims = ?", (name, dims)).get
        )

    def add_vectors(self, tx: Tx, name: str, seqs: Sequence[int], vectors: Floats) -> None:
        """Store vectors; an episode compressed, deleted or embedded by another process
        meanwhile is passed over."""
        embedder = self.embedder(tx, name, vectors.shape[1])
        tx.executemany(
            "INSERT OR IGNORE INTO vectors (seq, project, embedder, vector)"
            f" SELECT e.seq, e.project, ?2, ?3 FROM episodes e WHERE e.seq = ?1 AND {_EMBEDDABLE}",
            ((seq, embedder, row.tobytes()) for seq, row in zip(seqs, vectors, strict=True)),
        )

    def unembedded(self, name: str, *, after: int, limit: int) -> list[tuple[int, str]]:
        """(seq, text to embed) of episodes without a vector of this embedder, oldest first."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT e.seq, t.input_context FROM episodes e JOIN texts t ON t.seq = e.seq"
                f" WHERE e.seq > ? AND {_EMBEDDABLE}"
                " AND NOT EXISTS (SELECT 1 FROM vectors v JOIN embedders m ON m.pk = v.embedder"
                " WHERE v.seq = e.seq AND m.name = ?)"
                " ORDER BY e.seq LIMIT ?",
                (after, name, limit),
            )
            return [(row[0], row[1]) for row in found]

    def nearest(
        self, scope: Scope, name: str, query: Floats, limit: int, *, also: Iterable[int]
    ) -> tuple[dict[int, float], bool]:
        """Cosines by seq of the nearest episodes and of those named `also`, and whether other
        embedders' vectors had to be left out."""
        return self._matrices().nearest(scope, name, query, limit, also)

    def scan(self, scope: Scope, name: str, query: Floats) -> Scan:
        """The same as a search that is ready to run."""
        return self._matrices().scan(scope, name, query)

    def coverage(self, name: str, dims: int) -> Coverage:
        with self._database.read() as reader:
            row = reader.execute(
                f"SELECT (SELECT count(*) FROM episodes e WHERE {_EMBEDDABLE}),"
                " count(*) FILTER (WHERE usable = 1), count(*) FILTER (WHERE usable = 0) FROM"
                " (SELECT max(CASE WHEN m.name = ?1 AND m.dims = ?2"
                " AND length(v.vector) = ?2 * ?3 THEN 1 ELSE 0 END) AS usable"
                " FROM vectors v JOIN embedders m ON m.pk = v.embedder GROUP BY v.seq) each",
                (name, dims, FLOAT_BYTES),
            ).get
        return Coverage(*row)

    # -- taking out and making anew

    def remove(self, tx: Tx, project: int, seqs: Sequence[int]) -> None:
        """Take episodes out of words and vectors."""
        if self._writes_words():
            self._words.drop(tx, seqs)
        tx.executemany("DELETE FROM vectors WHERE seq = ?", ((seq,) for seq in seqs))
        tx.execute("UPDATE projects SET removals = removals + ? WHERE pk = ?", (len(seqs), project))

    def unload(self) -> None:
        """Forget the vectors in memory; the next search reads what is left of them."""
        self._matrices.cache_clear()

    def recreate_words(self, tx: Tx) -> None:
        """An empty full-text table, whatever is left of the old one."""
        self._words.recreate(tx)
        self._words_out_of = 0

    def has_others(self, name: str) -> bool:
        """Whether there is anything of another embedder."""
        with self._database.read() as reader:
            return bool(
                reader.execute(
                    "SELECT EXISTS (SELECT 1 FROM embedders WHERE name <> ?)", (name,)
                ).get
            )

    def keep_vectors_of(self, tx: Tx, name: str) -> None:
        """Drop those of every other embedder."""
        tx.execute(
            "DELETE FROM vectors WHERE embedder NOT IN (SELECT pk FROM embedders WHERE name = ?)",
            (name,),
        )
        tx.execute("DELETE FROM embedders WHERE name <> ?", (name,))

    def drop_vectors(self, tx: Tx) -> None:
        tx.execute("DELETE FROM vectors")
        tx.execute("DELETE FROM embedders")
        tx.execute("UPDATE projects SET removals = removals + 1000000")

    def indexable(self, *, after: int, limit: int) -> list[tuple[int, int]]:
        """(seq, project) of everything that belongs into the full-text table, a batch."""
        with self._database.read() as reader:
            return list(
                reader.execute(
                    f"SELECT e.seq, e.project FROM episodes e WHERE e.seq > ? AND {_EMBEDDABLE}"
                    " ORDER BY e.seq LIMIT ?",
                    (after, limit),
                )
            )

    def still_indexable(self, tx: Tx, seqs: Iterable[int]) -> list[int]:
        """Of these, what was neither deleted nor compressed meanwhile."""
        found = tx.execute(
            "SELECT e.seq FROM episodes e JOIN json_each(?) ON e.seq = CAST(value AS BIGINT)"
            f" WHERE {_EMBEDDABLE}",
            (json.dumps(list(seqs)),),
        )
        return [row[0] for row in found]

    def words_in_order(self) -> bool:
        """Whether the full-text table is there, sound, and finds every episode it should."""
        with self._database.one_view() as reader:
            found = reader.execute(
                f"SELECT e.project, count(*) FROM episodes e WHERE {_EMBEDDABLE} GROUP BY e.project"
            ).fetchall()
            return self._words.in_order([(token(of), count) for of, count in found], reader)


def token(project: int) -> str:
    return f"p{project}"
