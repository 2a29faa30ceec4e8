"""Episodes that go: what may, what it weighs, and its removal from every table of episodes.db.

Decides nothing: who goes is said by the caller.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from mohen.core.database import Database, Tx
from mohen.episodes import store
from mohen.episodes.index import EpisodeIndex
from mohen.episodes.model import Living, Old, Signal, State
from mohen.episodes.store import EpisodeStore

_TABLES = ("episodes", "texts", "digests", "evidence", "vectors")
_UNPROTECTED = "user_confirmed = 0 AND core_setting = 0"
_FINDABLE = f"{store.LIVE} AND e.private = 0"


class RetentionStore:
    def __init__(self, database: Database, episodes: EpisodeStore, index: EpisodeIndex) -> None:
        self._database = database
        self._episodes = episodes
        self._index = index

    # -- looking

    def projects(self) -> list[tuple[int, str]]:
        """(number, id) of each."""
        with self._database.read() as reader:
            return list(reader.execute("SELECT pk, id FROM projects ORDER BY pk"))

    def number(self, project_id: str) -> int | None:
        with self._database.read() as reader:
            found = reader.execute("SELECT pk FROM projects WHERE id = ?", (project_id,)).get
        return None if found is None else int(found)

    def living(self, project: int, *, waiting_since: int) -> list[Living]:
        """What has its text, oldest first; not what still waits for an answer, unless it has
        waited since before a moment."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {store.VITALS}, e.user_confirmed FROM episodes e WHERE e.project = ?"
                " AND e.compressed = 0 AND (e.state <> 'open' OR e.timestamp < ?)"
                " ORDER BY timestamp, seq",
                (project, waiting_since),
            )
            return [Living(row[0], store.glimpse(row[:-1])[3], bool(row[-1])) for row in found]

    def digests(self, project: int) -> list[Old]:
        """Oldest first."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT seq, timestamp, NOT ({_UNPROTECTED}) FROM episodes WHERE project = ?"
                " AND compressed = 1 ORDER BY timestamp, seq",
                (project,),
            )
            return [Old(seq, timestamp, bool(protected)) for seq, timestamp, protected in found]

    def waiting(self, *, before: int) -> int:
        """How many open episodes were begun before a moment."""
        with self._database.read() as reader:
            return int(
                reader.execute(
                    "SELECT count(*) FROM episodes WHERE state = 'open' AND timestamp < ?",
                    (before,),
                ).get
            )

    def seqs(self, project: int) -> list[int]:
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT seq FROM episodes WHERE project = ? ORDER BY seq", (project,)
            )
            return [seq for (seq,) in found]

    def repeating(self, project: int, episode_id: str) -> list[int]:
        """Those that hold the text of another because a verdict was given on it."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT e.seq FROM repeats r JOIN episodes e ON e.seq = r.seq"
                " WHERE r.of = ? AND e.project = ? ORDER BY e.seq",
                (episode_id, project),
            )
            return [seq for (seq,) in found]

    def said(self, project: int, *, after: int, limit: int) -> list[tuple[int, str]]:
        """(seq, every word kept of it), a batch in order of seq."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT e.seq, t.candidates, e.chapter_id, t.input_context, t.final_text,"
                " t.explicit, d.digest, d.explicit, v.body"
                " FROM episodes e LEFT JOIN texts t ON t.seq = e.seq"
                " LEFT JOIN digests d ON d.seq = e.seq LEFT JOIN evidence v ON v.seq = e.seq"
                " WHERE e.project = ? AND e.seq > ? ORDER BY e.seq LIMIT ?",
                (project, after, limit),
            )
            return [(row[0], _joined(row[1], (*row[2:-1], *_words(row[-1])))) for row in found]

    def weigh(self, tx: Tx, seqs: Sequence[int]) -> Counter[str]:
        """How many rows of each kind these have."""
        among = "e.seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?))"
        asked = [f"SELECT count(*) FROM {table} e WHERE {among}" for table in _TABLES]
        asked.append(f"SELECT count(*) FROM episodes e WHERE {among} AND {_FINDABLE}")
        given = json.dumps(list(seqs))
        return Counter(
            {
                kind: int(tx.execute(query, (given,)).get)
                for kind, query in zip((*_TABLES, "terms"), asked, strict=True)
            }
        )

    def weigh_up(self, seqs: Sequence[int]) -> Counter[str]:
        """The same, on a reader of its own."""
        with self._database.read() as reader:
            return self.weigh(reader, seqs)

    def weigh_everything(self) -> Counter[str]:
        with self._database.read() as reader:
            return self._weigh_all(reader)

    @staticmethod
    def _weigh_all(tx: Tx) -> Counter[str]:
        asked = {kind: f"SELECT count(*) FROM {kind}" for kind in _TABLES}
        asked["terms"] = f"SELECT count(*) FROM episodes e WHERE {_FINDABLE}"
        return Counter({kind: int(tx.execute(query).get) for kind, query in asked.items()})

    def uncompressed(self) -> int:
        """How many have a strength that changes."""
        with self._database.read() as reader:
            return int(reader.execute("SELECT count(*) FROM episodes WHERE compressed = 0").get)

    def names(self, seqs: Sequence[int]) -> list[str]:
        """The ids of these."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT id FROM episodes"
                " WHERE seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
                (json.dumps(list(seqs)),),
            )
            return [id for (id,) in found]

    # -- taking away, inside the lane

    def compressible(self, tx: Tx, seqs: Sequence[int]) -> list[int]:
        """Which of these may still become digests: the author may have acted meanwhile."""
        return self._of(tx, seqs, f"compressed = 0 AND state <> 'open' AND {_UNPROTECTED}")

    def purgeable(self, tx: Tx, seqs: Sequence[int]) -> list[int]:
        """Which of these may still be deleted: only digests ever are (C3)."""
        return self._of(tx, seqs, f"compressed = 1 AND {_UNPROTECTED}")

    @staticmethod
    def _of(tx: Tx, seqs: Sequence[int], clause: str) -> list[int]:
        found = tx.execute(
            "SELECT seq FROM episodes"
            f" WHERE seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND {clause}",
            (json.dumps(list(seqs)),),
        )
        return [seq for (seq,) in found]

    def abandon(self, tx: Tx, *, before: int) -> int:
        """Close what nobody answered (C84)."""
        return self._abandon(tx, "timestamp < ?", before)

    def abandon_these(self, tx: Tx, episode_ids: Sequence[str]) -> int:
        """Those of them that nobody answered."""
        return self._abandon(
            tx, "id IN (SELECT value FROM json_each(?))", json.dumps(list(episode_ids))
        )

    @staticmethod
    def _abandon(tx: Tx, which: str, value: int | str) -> int:
        tx.execute(
            "UPDATE episodes SET state = ?, signal = ?, weight = 0, version = version + 1"
            f" WHERE state = 'open' AND {which}",
            (State.ABANDONED, Signal.ABANDONED, value),
        )
        return tx.changes()

    def delete(self, tx: Tx, project: int, seqs: Sequence[int]) -> Counter[str]:
        """Rows, texts, digests, evidence, vectors and words of these; answers how many."""
        lost = self.weigh(tx, seqs)
        self._index.remove(tx, project, seqs)
        tx.executemany("DELETE FROM episodes WHERE seq = ?", ((seq,) for seq in seqs))
        self._episodes.recount()
        return lost

    def drop_project(self, tx: Tx, project: int) -> None:
        """Its name too, if nothing came in meanwhile."""
        tx.execute(
            "DELETE FROM projects WHERE pk = ?1"
            " AND NOT EXISTS (SELECT 1 FROM episodes WHERE project = ?1)",
            (project,),
        )

    def empty(self, tx: Tx) -> Counter[str]:
        """Everything; answers how much that was."""
        lost = self._weigh_all(tx)
        self._index.recreate_words(tx)
        for table in ("episodes", "projects", "embedders"):
            tx.execute(f"DELETE FROM {table}")
        self._episodes.recount()
        return lost


def _words(evidence: str | None) -> tuple[str | None, ...]:
    """What evidence keeps of somebody's words."""
    words = json.loads(evidence).get("w", {}) if evidence else {}
    return words.get("c"), words.get("a")


def _joined(candidates: str | None, texts: Sequence[str | None]) -> str:
    """Only what was said: JSON is opened, or its escapes would hide words and its own names and
    numbers be taken for some."""
    said = [*json.loads(candidates or "[]"), *texts]
    return "\n".join(each for each in said if each)
