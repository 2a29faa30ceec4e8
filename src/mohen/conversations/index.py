"""What messages are found by, in memory and on talk.db, which is the source of truth: words, read
on after each commit, and vectors."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from mohen.conversations.searchable import entry
from mohen.core.database import FLOAT_BYTES
from mohen.core.scope import Scope
from mohen.episodes.model import Coverage
from mohen.retrieval import question

if TYPE_CHECKING:
    from mohen.conversations.store import TalkStore
    from mohen.core.database import Database, Tx
    from mohen.core.vectors import Floats, Matrices, Scan
    from mohen.policy import Policy
    from mohen.retrieval.postings import Corpus, Postings, Shelf


class TalkIndex:
    """One index a project, built when it is first asked and shared by all threads. `matrices` is
    asked for at the first search by meaning."""

    def __init__(
        self,
        database: Database,
        store: TalkStore,
        matrices: Callable[[], Matrices],
        policy: Policy,
    ) -> None:
        self._database = database
        self._store = store
        self._matrices = cache(matrices)
        self._policy = policy
        self._opened = 0
        self._read: WeakKeyDictionary[Postings, tuple[int, int]] = WeakKeyDictionary()

    # -- words

    @cached_property
    def _shelf(self) -> Shelf:
        from mohen.retrieval.postings import Shelf  # brings numpy: most commands never search

        return Shelf(self._policy.finding)

    def corpus(self, project_id: str) -> Corpus:
        """All that was said in a project and is still there."""
        return self._caught_up(project_id, self._reached(project_id))

    def at_once(self, project_id: str) -> Corpus | None:
        """The same; None where so much is missing in memory that nobody should wait for it."""
        there = self._reached(project_id)
        kept = self._shelf.kept(project_id)
        if kept is not None and kept.mark == there:
            return kept.postings.corpus
        said, _ = (0, 0) if kept is None else self._read.get(kept.postings, (0, 0))
        most = self._policy.conversations.indexed_at_once
        # Numbers only grow: there are no more than lie between two.
        if there[0] - said > most and self._store.count_since(project_id, said, most + 1) > most:
            return None
        return self._caught_up(project_id, there)

    def _reached(self, project_id: str) -> tuple[int, int]:
        """How far what was said has come."""
        there = self._store.reached(project_id)
        if self._opened != self._database.opened:  # another file stands there
            self._shelf.drop()
            self._opened = self._database.opened
        return there

    def _caught_up(self, project_id: str, there: tuple[int, int]) -> Corpus:
        return self._shelf.corpus(
            project_id, lambda postings: self._read_on(project_id, postings, there), there
        )

    def _read_on(self, project_id: str, postings: Postings, there: tuple[int, int]) -> None:
        said, removed = self._read.get(postings, (0, 0))
        gone = self._store.removed_since(project_id, removed) if there[1] > removed else []
        if gone:
            removed = gone[-1][0]
            postings.remove([message for _, message in gone])
        size = self._policy.conversations.indexed
        while messages := self._store.worded_since(project_id, said, size):
            postings.add([entry(*each) for each in messages])
            said = messages[-1][0].pk
            if len(messages) < size:
                break
        self._read[postings] = said, removed

    def unload(self) -> None:
        """Nothing of it stays in memory: messages were erased."""
        if "_shelf" in vars(self):
            self._shelf.drop()
        self._matrices.cache_clear()

    # -- vectors

    def unembedded(self, name: str, *, after: int, limit: int) -> list[tuple[int, str]]:
        """(number, text to embed) of messages without a vector of this embedder, oldest first."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT pk, text, speaker FROM messages WHERE pk > ? AND gone = 0"
                " AND NOT EXISTS (SELECT 1 FROM vectors v JOIN embedders m ON m.pk = v.embedder"
                " WHERE v.seq = messages.pk AND m.name = ?) ORDER BY pk LIMIT ?",
                (after, name, limit),
            )
            return [(pk, question.told(text, speaker)) for pk, text, speaker in found]

    def add_vectors(self, tx: Tx, name: str, pks: Sequence[int], vectors: Floats) -> None:
        """What was erased, or embedded by another process meanwhile, is passed over."""
        dims = vectors.shape[1]
        tx.execute("INSERT OR IGNORE INTO embedders (name, dims) VALUES (?,?)", (name, dims))
        embedder = tx.execute(
            "SELECT pk FROM embedders WHERE name = ? AND dims = ?", (name, dims)
        ).get
        tx.execute(
            "INSERT OR IGNORE INTO projects (id) SELECT DISTINCT project_id FROM messages"
            " WHERE pk IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
            (json.dumps(list(pks)),),
        )
        tx.executemany(
            "INSERT OR IGNORE INTO vectors (seq, project, embedder, vector)"
            " SELECT m.pk, p.pk, ?2, ?3 FROM messages m JOIN projects p ON p.id = m.project_id"
            " WHERE m.pk = ?1 AND m.gone = 0",
            (
                (pk, embedder, row.tobytes())
                for pk, row in zip(pks, vectors.astype("float16"), strict=True)
            ),
        )

    def has_others(self, name: str) -> bool:
        """Whether there is anything of another embedder."""
        asked = "SELECT EXISTS (SELECT 1 FROM embedders WHERE name <> ?)"
        with self._database.read() as reader:
            return bool(reader.execute(asked, (name,)).get)

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

    def coverage(self, name: str, dims: int) -> Coverage:
        with self._database.read() as reader:
            row = reader.execute(
                "SELECT (SELECT count(*) FROM messages WHERE gone = 0),"
                " count(*) FILTER (WHERE usable = 1), count(*) FILTER (WHERE usable = 0) FROM"
                " (SELECT max(CASE WHEN m.name = ?1 AND m.dims = ?2"
                " AND length(v.vector) = ?2 * ?3 THEN 1 ELSE 0 END) AS usable"
                " FROM vectors v JOIN embedders m ON m.pk = v.embedder GROUP BY v.seq) each",
                (name, dims, FLOAT_BYTES // 2),
            ).get
        return Coverage(*row)

    def read_vectors(self, project_id: str, name: str, dims: int) -> None:
        """Those of an embedder into memory, as far as they are not there."""
        self._matrices().read(Scope(project_id), name, dims)

    def scan(self, project_id: str, name: str, query: Floats) -> Scan:
        """A search for the nearest that is ready to run."""
        return self._matrices().scan(Scope(project_id), name, query)
