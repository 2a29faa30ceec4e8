"""What the author's edits cost, counted in SQL: ten thousand episodes are a few milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mohen.core.database import Database
from mohen.core.scope import Scope
from mohen.episodes.model import Cost, Mark, Signal

_USELESS = (Signal.FULL_REJECT, Signal.UNDO_AFTER_ACCEPT)
_KINDS: dict[str, Sequence[Signal]] = {
    "accepted": (Signal.DIRECT_ACCEPT,),
    "edited": (Signal.LIGHT_EDIT, Signal.NEUTRAL, Signal.REPEATED_SCENE_SKILL),
    "rewritten": (Signal.HEAVY_REWRITE,),
    "rejected": (Signal.FULL_REJECT,),
    "undone": (Signal.UNDO_AFTER_ACCEPT,),
}
_ACTS = ("created", "confirmed", "deleted", "withdrawn", "evicted")


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"'{each}'" for each in names)


_COST = (
    f"CASE WHEN signal IN ({_quoted(_USELESS)}) THEN 1.0"
    f" WHEN signal = '{Signal.DIRECT_ACCEPT}' THEN 0.0 ELSE edit_distance END"
)
_COUNTS = ", ".join(
    f"count(*) FILTER (WHERE signal IN ({_quoted(each)}))" for each in _KINDS.values()
)


class Piece(NamedTuple):
    """Episodes that are in the same bucket and the same third."""

    bucket: int
    third: int
    cost: Cost


class CostStore:
    def __init__(self, episodes: Database, mind: Database) -> None:
        self._episodes = episodes
        self._mind = mind

    def pieces(
        self, scope: Scope | None, *, skill: str | None, scene: str | None, buckets: int
    ) -> list[Piece]:
        """Answered episodes in order of time, cut into buckets and into thirds of equally many;
        of one project, or of all. What became a digest counts as before."""
        asked = {
            "project = (SELECT pk FROM projects WHERE id = ?)": scope and scope.project_id,
            "skill_used = ?": skill,
            "scene_type = ?": scene,
        }
        given = {clause: value for clause, value in asked.items() if value is not None}
        where = " AND ".join([*given, "state = 'closed'", f"{_COST} IS NOT NULL"])
        with self._episodes.read() as reader:
            found = reader.execute(
                "SELECT bucket, third, min(timestamp), max(timestamp), count(*), sum(cost),"
                f" {_COUNTS} FROM (SELECT timestamp, signal, {_COST} AS cost,"
                " ntile(CAST(? AS INTEGER)) OVER story AS bucket, ntile(3) OVER story AS third"
                f" FROM episodes WHERE {where} WINDOW story AS (ORDER BY timestamp, seq)) cut"
                " GROUP BY bucket, third ORDER BY bucket, third",
                (buckets, *given.values()),
            )
            return [
                Piece(
                    bucket,
                    third,
                    Cost(
                        since=since,
                        until=until,
                        episodes=episodes,
                        total=total,
                        **dict(zip(_KINDS, counts, strict=True)),
                    ),
                )
                for bucket, third, since, until, episodes, total, *counts in found
            ]

    def marks(self, scope: Scope | None, *, since: int, limit: int) -> list[Mark]:
        """What happened to rules since a moment, the newest, in order of time: to a project's and
        everybody's, or to all, without the names of those that are a project's."""
        own = "" if scope is None else "AND (project_id IS NULL OR project_id = ?)"
        name = "CASE WHEN project_id IS NULL THEN rule_id END" if scope is None else "rule_id"
        with self._mind.read() as reader:
            found = reader.execute(
                f"SELECT at, kind, {name} FROM learning_events WHERE at >= ?"
                f" AND kind IN ({_quoted(_ACTS)}) {own} ORDER BY id DESC LIMIT ?",
                (since, *(() if scope is None else (scope.project_id,)), limit),
            )
            newest_last = [Mark(*row) for row in found][::-1]
            return sorted(newest_last, key=lambda each: each.at)
