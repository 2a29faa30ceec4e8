"""The episodes' rows. Decides nothing: plans come in, values go out.

Methods that take a `tx` run inside the write lane; the others read on a connection of their own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mohen.core.database import Rows
from mohen.episodes.model import (
    Band,
    Counts,
    Episode,
    Filter,
    Lengths,
    Page,
    Signal,
    State,
    Strength,
    Texts,
    Vitals,
)
from mohen.errors import StoreCorrupt

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.scope import Scope

# -- How an episode lies in its rows: columns out, values in. Nothing else.


COLUMNS = """
  e.seq, e.id, p.id, e.state, e.timestamp, e.recorded_at, e.skill_used, e.chapter_id,
  e.scene_type, e.scene_inferred, e.generation_id, e.selected_index, e.lengths, e.signal,
  e.weight, e.edit_distance, e.response_time_ms, e.undone_at, e.undo_latency_ms, e.importance,
  e.recall_count, e.last_recalled_at, e.strength, e.band, e.strength_at, e.user_confirmed,
  e.core_setting, e.compressed, e.private, e.version,
  t.input_context, t.candidates, t.final_text, coalesce(t.explicit, d.explicit), d.digest,
  EXISTS (SELECT 1 FROM marks m WHERE m.seq = e.seq)
"""
FROM = """
  episodes e JOIN projects p ON p.pk = e.project
  LEFT JOIN texts t ON t.seq = e.seq LEFT JOIN digests d ON d.seq = e.seq
"""
_VITAL = (
    "seq", "id", "scene_type", "timestamp", "importance", "recall_count", "last_recalled_at",
    "core_setting",
)  # fmt: skip
VITALS = ", ".join(f"e.{name}" for name in _VITAL)
LIVE = "e.compressed = 0 AND e.state = 'closed'"


_REMEMBERED = 64
"""Rows that were understood last: a prompt tells of the newest episodes again and again."""

Glimpse = tuple[int, str, str, Vitals]
"""What ranking needs of an episode: seq, id, scene type, vitals."""


def where(wanted: Filter) -> tuple[list[str], list[Any]]:
    asked: tuple[tuple[str, Any], ...] = (
        ("e.scene_type = ?", wanted.scene_type),
        ("e.skill_used = ?", wanted.skill_used),
        ("e.chapter_id = ?", wanted.chapter_id),
        ("e.signal = ?", wanted.signal),
        ("e.timestamp >= ?", wanted.since),
        ("e.timestamp < ?", wanted.until),
    )
    given = [(clause, value) for clause, value in asked if value is not None]
    clauses = [clause for clause, _ in given]
    if wanted.compressed is not None:  # spelled out: there is an index of each
        clauses.append(f"e.compressed = {int(wanted.compressed)}")
    return clauses, [value for _, value in given]


def lengths_json(lengths: Lengths) -> str:
    return json.dumps(
        {"input": lengths.input, "candidates": lengths.candidates, "final": lengths.final}
    )


def gathered(columns: str, select: str) -> str:
    """One row that holds all rows of a query as JSON. Each row that is fetched costs a turn at
    Python's one lock, and with many readers at once those turns are what they wait for."""
    return f"SELECT coalesce(json_group_array(json_array({columns})), '[]') FROM ({select}) rows"


def glimpses(select: str) -> str:
    """The query for glimpses of what `select`, a query of VITALS, finds."""
    return gathered(", ".join(_VITAL), select)


def glimpse(row: Sequence[Any]) -> Glimpse:
    seq, id, scene, timestamp, importance, recalls, recalled_at, core = row
    if importance is None or timestamp is None or recalls is None:
        raise StoreCorrupt("a row of episodes.db makes no sense; run `mohen doctor`")
    return seq, id, scene, Vitals(timestamp, importance, recalls, recalled_at, bool(core))


def episode(row: Sequence[Any]) -> Episode:
    """The episode in a row; `StoreCorrupt` when no hand of ours can have written it."""
    try:
        return _episode(tuple(row))
    except (ValueError, KeyError, TypeError):  # their words may hold the author's
        raise StoreCorrupt("a row of episodes.db makes no sense; run `mohen doctor`") from None


@lru_cache(maxsize=_REMEMBERED)
def _episode(row: tuple[Any, ...]) -> Episode:
    (
        seq, id, project, state, timestamp, recorded_at, skill, chapter, scene, inferred,
        generation, selected, lengths, signal, weight, distance, response_ms, undone_at,
        undo_latency, importance, recalls, recalled_at, strength, band, strength_at, confirmed,
        core, compressed, private, version, context, candidates, final, explicit, digest,
        marked,
    ) = row  # fmt: skip
    measured = json.loads(lengths)
    return Episode(
        seq=seq,
        id=id,
        project_id=project,
        state=State(state),
        recorded_at=recorded_at,
        skill_used=skill,
        chapter_id=chapter,
        scene_type=scene,
        scene_inferred=bool(inferred),
        generation_id=generation,
        selected_index=selected,
        lengths=Lengths(measured["input"], tuple(measured["candidates"]), measured["final"]),
        signal=None if signal is None else Signal(signal),
        weight=weight,
        edit_distance=distance,
        response_time_ms=response_ms,
        undone_at=undone_at,
        undo_latency_ms=undo_latency,
        vitals=Vitals(timestamp, importance, recalls, recalled_at, bool(core)),
        strength=Strength(strength, Band(band), strength_at),
        user_confirmed=bool(confirmed),
        compressed=bool(compressed),
        private=bool(private),
        marked=bool(marked),
        version=version,
        digest=digest,
        texts=Texts(
            input_context=context or "",
            candidates=tuple(json.loads(candidates)) if candidates else (),
            final_text=final,
            explicit=explicit,
        ),
    )


ROWS = (Rows("episodes", f"SELECT e.seq, {COLUMNS} FROM {FROM}", episode),)


class EpisodeStore:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._room: dict[int, tuple[int, int]] = {}
        self._room_version: tuple[int, object] = (0, 0)
        database.on_rollback.append(self._room.clear)

    # -- writing, inside the lane

    def project(self, tx: Tx, project_id: str) -> int:
        """The project's number, given at its first episode."""
        found = tx.execute("SELECT pk FROM projects WHERE id = ?", (project_id,)).get
        if found is None:
            tx.execute("INSERT INTO projects (id) VALUES (?)", (project_id,))
            return tx.last_insert_rowid()
        return int(found)

    def room(self, tx: Tx, project: int) -> tuple[int, int]:
        """How many active and compressed episodes the project has.

        Counting ten thousand rows before each write would double its cost, so the count is
        remembered, and forgotten when another process has written (C91) or put another file
        in this one's place.
        """
        version = (self._database.opened, self._database.foreign_writes(tx))
        if version != self._room_version:
            self._room.clear()
            self._room_version = version
        if project not in self._room:
            row = tx.execute(
                "SELECT count(*) FILTER (WHERE compressed = 0),"
                " count(*) FILTER (WHERE compressed = 1)"
                " FROM episodes WHERE project = ?",
                (project,),
            ).get
            self._room[project] = (row[0], row[1])
        return self._room[project]

    def _moved(self, project: int, active: int, compressed: int) -> None:
        if counted := self._room.get(project):
            self._room[project] = (counted[0] + active, counted[1] + compressed)

    def recount(self) -> None:
        """Rows went by another hand: what was counted is void."""
        self._room.clear()

    def insert(self, tx: Tx, project: int, episode: Episode) -> int:
        vitals, strength, texts = episode.vitals, episode.strength, episode.texts
        tx.execute(
            "INSERT INTO episodes (id, project, state, timestamp, recorded_at, skill_used,"
            " chapter_id, scene_type, scene_inferred, generation_id, selected_index, lengths,"
            " signal, weight, edit_distance, response_time_ms, importance, recall_count,"
            " last_recalled_at, strength, band, strength_at, user_confirmed, core_setting, private)"
            " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                episode.id, project, episode.state, vitals.timestamp, episode.recorded_at,
                episode.skill_used, episode.chapter_id, episode.scene_type,
                episode.scene_inferred, episode.generation_id, episode.selected_index,
                lengths_json(episode.lengths), episode.signal, episode.weight,
                episode.edit_distance, episode.response_time_ms, vitals.importance,
                vitals.recall_count, vitals.last_recalled_at, strength.value, strength.band,
                strength.at, episode.user_confirmed, vitals.core_setting, episode.private,
            ),
        )  # fmt: skip
        seq = tx.last_insert_rowid()
        if not episode.private:
            tx.execute(
                "INSERT INTO texts (seq, input_context, candidates, final_text, explicit)"
                " VALUES (?,?,?,?,?)",
                (
                    seq,
                    texts.input_context,
                    json.dumps(texts.candidates, ensure_ascii=False),
                    texts.final_text,
                    texts.explicit,
                ),
            )
        self._moved(project, 1, 0)
        return seq

    def put_repeat(self, tx: Tx, seq: int, of: str) -> None:
        """It holds the text of another: both are forgotten together."""
        tx.execute("INSERT INTO repeats (seq, of) VALUES (?,?)", (seq, of))

    def withdraw(self, tx: Tx, episode: Episode) -> None:
        """Take an open one out, to be put in again as it was answered: then it comes after
        everything that was acknowledged meanwhile."""
        tx.execute("DELETE FROM episodes WHERE seq = ?", (episode.seq,))
        self._moved(self.project(tx, episode.project_id), -1, 0)

    def earlier_uses(
        self, tx: Tx, project: int, scene: str, skill: str, signals: Sequence[Signal], most: int
    ) -> int:
        """How many live episodes of this scene and skill carry one of `signals`, up to `most`."""
        marks = ",".join("?" * len(signals))
        return int(
            tx.execute(
                "SELECT count(*) FROM (SELECT 1 FROM episodes e WHERE project = ?"
                f" AND scene_type = ? AND skill_used = ? AND signal IN ({marks}) AND {LIVE}"
                " LIMIT ?) uses",
                (project, scene, skill, *signals, most),
            ).get
        )

    def expired(self, tx: Tx, project: int, before: int, most: int) -> list[tuple[int, int]]:
        """(seq, timestamp) of unprotected episodes made before a moment, oldest first. One that
        waits for its answer is not among them."""
        return list(
            tx.execute(
                "SELECT seq, timestamp FROM episodes WHERE project = ? AND timestamp < ?"
                " AND compressed = 0 AND user_confirmed = 0 AND core_setting = 0"
                " AND state <> 'open' ORDER BY timestamp, seq LIMIT ?",
                (project, before, most),
            )
        )

    def coldest(self, tx: Tx, project: int, most: int) -> list[tuple[int, int]]:
        """(seq, timestamp) of unprotected episodes, coldest first (edge: Capacity). One that
        waits for its answer is not among them."""
        return list(
            tx.execute(
                "SELECT seq, timestamp FROM episodes WHERE project = ?"
                " AND compressed = 0 AND user_confirmed = 0 AND core_setting = 0"
                " AND state <> 'open'"
                " ORDER BY importance, recall_count, last_recalled_at NULLS FIRST, timestamp, id"
                " LIMIT ?",
                (project, most),
            )
        )

    def compress(
        self, tx: Tx, project: int, digests: Iterable[tuple[int, str, str | None]]
    ) -> None:
        """Replace texts by digests: (seq, digest, kept comment)."""
        for seq, digest, comment in digests:
            tx.execute(
                "INSERT OR REPLACE INTO digests (seq, digest, explicit) VALUES (?,?,?)",
                (seq, digest, comment),
            )
            tx.execute("DELETE FROM texts WHERE seq = ?", (seq,))
            tx.execute(
                "UPDATE episodes SET compressed = 1, version = version + 1 WHERE seq = ?", (seq,)
            )
            self._moved(project, -1, 1)

    def purge_digests(self, tx: Tx, project: int, count: int) -> None:
        """Delete the oldest digests that are not protected."""
        tx.execute(
            "DELETE FROM episodes WHERE seq IN (SELECT seq FROM episodes WHERE project = ?"
            " AND compressed = 1 AND user_confirmed = 0 AND core_setting = 0"
            " ORDER BY timestamp, seq LIMIT ?)",
            (project, count),
        )
        self._moved(project, 0, -tx.changes())

    def mark_undone(
        self, tx: Tx, seq: int, *, signal: Signal, weight: float, at: int, latency_ms: int
    ) -> None:
        tx.execute(
            "UPDATE episodes SET signal = ?, weight = ?, undone_at = ?, undo_latency_ms = ?,"
            " version = version + 1 WHERE seq = ?",
            (signal, weight, at, latency_ms, seq),
        )

    def mark(self, tx: Tx, episode_ids: Iterable[str], topic: str) -> int:
        """These taught a rule that was deleted, and speak no more for it (R77); answers how many
        of them there are."""
        seqs = tx.execute(
            "SELECT seq FROM episodes WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(episode_ids)),),
        ).fetchall()
        tx.executemany(
            "INSERT OR IGNORE INTO marks (seq, topic) VALUES (?,?)",
            ((seq, topic) for (seq,) in seqs),
        )
        return len(seqs)

    def replace_digest(self, tx: Tx, seq: int, digest: str) -> None:
        tx.execute("UPDATE digests SET digest = ? WHERE seq = ?", (digest, seq))

    def mark_recalled(self, tx: Tx, seqs: Sequence[int], *, now: int, not_since: int) -> list[int]:
        """Count a recall of each that was not counted since `not_since`; answers which (C63)."""
        counted = []
        for seq in seqs:
            tx.execute(
                "UPDATE episodes SET recall_count = recall_count + 1, last_recalled_at = ?"
                " WHERE seq = ? AND coalesce(last_recalled_at, 0) <= ?",
                (now, seq, not_since),
            )
            if tx.changes():
                counted.append(seq)
        return counted

    def put_strengths(self, tx: Tx, strengths: Iterable[tuple[int, Strength]]) -> None:
        tx.executemany(
            "UPDATE episodes SET strength = ?, band = ?, strength_at = ? WHERE seq = ?",
            ((each.value, each.band, each.at, seq) for seq, each in strengths),
        )

    def put_evidence(self, tx: Tx, evidence: Iterable[tuple[int, str]]) -> None:
        """Measured differences; an episode deleted meanwhile is passed over."""
        tx.executemany(
            "INSERT OR REPLACE INTO evidence (seq, body)"
            " SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM episodes WHERE seq = ?1)",
            evidence,
        )

    def put_scene(self, tx: Tx, seq: int, scene: str) -> None:
        tx.execute("UPDATE episodes SET scene_type = ? WHERE seq = ?", (scene, seq))

    def evidence(self, tx: Tx, seq: int) -> str | None:
        body = tx.execute("SELECT body FROM evidence WHERE seq = ?", (seq,)).get
        return None if body is None else str(body)

    def of_seqs(self, tx: Tx, seqs: Sequence[int]) -> list[Episode]:
        """Whole episodes, in no particular order."""
        found = tx.execute(
            f"SELECT {COLUMNS} FROM {FROM}"
            " WHERE e.seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
            (json.dumps(seqs),),
        )
        return [episode(row) for row in found]

    # -- reading

    def find(self, tx: Tx, *, id: str | None, generation: str | None) -> list[Episode]:
        """By id, or every episode of a generation, newest first; in whichever project."""
        where = "e.id = ?" if id is not None else "e.generation_id = ?"
        found = tx.execute(
            f"SELECT {COLUMNS} FROM {FROM} WHERE {where} ORDER BY e.seq DESC",
            (id if id is not None else generation,),
        )
        return [episode(row) for row in found]

    def get(self, *, id: str | None = None, generation: str | None = None) -> list[Episode]:
        with self._database.read() as reader:
            return self.find(reader, id=id, generation=generation)

    def page(
        self, scope: Scope, wanted: Filter, *, before: tuple[int, int] | None, limit: int
    ) -> Page:
        """Newest first, from just before a (timestamp, seq)."""
        clauses, values = where(wanted)
        if before is not None:
            clauses.append("(e.timestamp, e.seq) < (?, ?)")
            values += before
        with self._database.read() as reader:
            found = list(
                reader.execute(
                    f"SELECT {COLUMNS} FROM {FROM}"
                    f" WHERE {' AND '.join(['p.id = ?', *clauses])}"
                    " ORDER BY e.timestamp DESC, e.seq DESC LIMIT ?",
                    (scope.project_id, *values, limit + 1),
                )
            )
            items = tuple(episode(row) for row in found[:limit])
        more = len(found) > limit
        return Page(items, limit, (items[-1].timestamp, items[-1].seq) if more else None)

    def newest(self, scope: Scope, *, scene: str | None, skip: int, limit: int) -> list[Glimpse]:
        """Live episodes, newest first, of one scene type or of all."""
        by_scene = "AND e.scene_type = ?" if scene is not None else ""
        return self._glimpses(
            f"SELECT {VITALS} FROM episodes e"
            f" WHERE e.project = (SELECT pk FROM projects WHERE id = ?) AND {LIVE} {by_scene}"
            " ORDER BY e.timestamp DESC, e.id LIMIT ? OFFSET ?",
            (scope.project_id, *([scene] if scene is not None else []), limit, skip),
        )

    def latest(self, scope: Scope, limit: int, *, answered: bool = True) -> list[Episode]:
        """Whole live episodes, newest first; where they need not be `answered`,
        those that wait for it or were given up too."""
        which = LIVE if answered else "e.compressed = 0"
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {COLUMNS} FROM {FROM}"
                f" WHERE e.project = (SELECT pk FROM projects WHERE id = ?) AND {which}"
                " ORDER BY e.timestamp DESC, e.id LIMIT ?",
                (scope.project_id, limit),
            )
            return [episode(row) for row in found]

    def glimpses(self, scope: Scope, seqs: Sequence[int]) -> list[Glimpse]:
        """What ranking needs of these, where they are live and the project's own."""
        # The plus keeps SQLite from walking the whole project along an index of it.
        return self._glimpses(
            f"SELECT {VITALS} FROM episodes e"
            " WHERE e.seq IN (SELECT CAST(value AS BIGINT) FROM json_each(?))"
            f" AND +e.project = (SELECT pk FROM projects WHERE id = ?) AND {LIVE}",
            (json.dumps(seqs), scope.project_id),
        )

    def uses_by_skill(self, scope: Scope, scene: str) -> dict[str, int]:
        """How many live episodes of a scene type there are of each skill."""
        with self._database.read() as reader:
            return dict(
                reader.execute(
                    "SELECT e.skill_used, count(*) FROM episodes e"
                    " WHERE e.project = (SELECT pk FROM projects WHERE id = ?)"
                    f" AND e.scene_type = ? AND {LIVE} GROUP BY e.skill_used",
                    (scope.project_id, scene),
                )
            )

    def _glimpses(self, select: str, values: tuple[Any, ...]) -> list[Glimpse]:
        with self._database.read() as reader:
            found = reader.execute(glimpses(select), values).get
            return [glimpse(row) for row in json.loads(found)]

    def whole(self, scope: Scope, seqs: Sequence[int]) -> list[Episode]:
        with self._database.read() as reader:
            found = self.of_seqs(reader, seqs)
        return [each for each in found if each.project_id == scope.project_id]

    def findable(self, scope: Scope, seqs: Sequence[int]) -> dict[int, str]:
        """The text that each of these is found by, where it is live and the project's own."""
        with self._database.read() as reader:
            found = reader.execute(
                gathered(
                    "seq, input_context, final_text, explicit",
                    "SELECT t.seq, t.input_context, t.final_text, t.explicit FROM texts t"
                    " JOIN episodes e ON e.seq = t.seq WHERE t.seq IN"
                    " (SELECT CAST(value AS BIGINT) FROM json_each(?))"
                    " AND +e.project = (SELECT pk FROM projects WHERE id = ?)",
                ),
                (json.dumps(list(seqs)), scope.project_id),
            ).get
        return {seq: "\n".join(filter(None, parts)) for seq, *parts in json.loads(found)}

    def unmeasured(self, version: int, *, after: int, limit: int) -> list[Episode]:
        """Episodes with their text and no evidence yet of a version or later, oldest first."""
        with self._database.read() as reader:
            seqs: list[int] = []
            while not seqs:
                page = reader.execute(
                    "SELECT e.seq, v.body FROM episodes e LEFT JOIN evidence v ON v.seq = e.seq"
                    f" WHERE e.seq > ? AND {LIVE} AND e.private = 0 ORDER BY e.seq LIMIT ?",
                    (after, limit),
                ).fetchall()
                if not page:
                    break
                after = page[-1][0]
                seqs = [
                    seq for seq, body in page if body is None or json.loads(body)["v"] < version
                ]
            return sorted(self.of_seqs(reader, seqs), key=lambda each: each.seq) if seqs else []

    def every_vitals(self, *, after: int, limit: int) -> list[tuple[int, Vitals]]:
        """Vitals of uncompressed episodes, in order of seq, a batch at a time."""
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {VITALS} FROM episodes e WHERE e.seq > ? AND e.compressed = 0"
                " ORDER BY e.seq LIMIT ?",
                (after, limit),
            )
            return [(row[0], glimpse(row)[3]) for row in found]

    def last_recorded(self) -> int | None:
        """When the latest was written down."""
        with self._database.read() as reader:
            at = reader.execute("SELECT max(recorded_at) FROM episodes").get
        return None if at is None else int(at)

    def counts(self, scope: Scope | None = None) -> Counts:
        """Of one project, or of all."""
        where = "WHERE p.id = ?" if scope is not None else ""
        with self._database.read() as reader:
            found = list(
                reader.execute(
                    "SELECT p.id, count(*) FILTER (WHERE e.compressed = 0 AND e.state <> 'open'),"
                    " count(*) FILTER (WHERE e.compressed = 1),"
                    " count(*) FILTER (WHERE e.state = 'open')"
                    f" FROM episodes e JOIN projects p ON p.pk = e.project {where}"
                    " GROUP BY p.id ORDER BY p.id",
                    (scope.project_id,) if scope is not None else (),
                )
            )
        return Counts(
            active=sum(row[1] for row in found),
            compressed=sum(row[2] for row in found),
            open=sum(row[3] for row in found),
            by_project={row[0]: row[1] + row[2] + row[3] for row in found},
        )

    def by_project(self) -> dict[str, tuple[int, int | None]]:
        """How many there are of each project, and when the newest was made."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT p.id, count(*), max(e.timestamp) FROM episodes e"
                " JOIN projects p ON p.pk = e.project GROUP BY p.id"
            )
            return {project: (count, newest) for project, count, newest in found}
