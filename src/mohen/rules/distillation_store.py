"""The distillations: how far each looked, and what came of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mohen.core.database import Rows
from mohen.rules.model import Run, Trigger

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_COLUMNS = (
    "id, project_id, trigger, started_at, ended_at, upto, episodes, error, created, updated,"
    " conflicts"
)


class DistillationStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, tx: Tx, run: Run) -> None:
        """Begun, or ended: the whole row."""
        tx.execute(
            f"INSERT OR REPLACE INTO runs ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
            (
                run.id, run.project_id, run.trigger, run.started_at, run.ended_at, run.upto,
                run.episodes, run.error, json.dumps(run.created), json.dumps(run.updated),
                json.dumps(run.conflicts),
            ),
        )  # fmt: skip

    def end(self, tx: Tx, run: Run) -> None:
        """It came to nothing; of one that was cleared meanwhile nothing is kept."""
        tx.execute(
            "UPDATE runs SET ended_at = ?, error = ? WHERE id = ?",
            (run.ended_at, run.error, run.id),
        )

    def last(self, project_id: str) -> Run | None:
        """The last that was completed. What came after it is still to be learned from (C91)."""
        found = self._select(
            "project_id = ? AND ended_at IS NOT NULL AND error IS NULL", (project_id,), 1
        )
        return found[0] if found else None

    def latest(self, project_id: str | None, *, limit: int) -> list[Run]:
        """Newest first, failed ones too."""
        if project_id is None:
            return self._select("TRUE", (), limit)
        return self._select("project_id = ?", (project_id,), limit)

    def _select(self, where: str, values: tuple[Any, ...], limit: int) -> list[Run]:
        with self._database.read() as reader:
            found = reader.execute(
                f"SELECT {_COLUMNS} FROM runs WHERE {where}"
                " ORDER BY started_at DESC, id DESC LIMIT ?",
                (*values, limit),
            )
            return [_run(row) for row in found]


def _run(row: Any) -> Run:
    id, project, trigger, started, ended, upto, episodes, error, created, updated, conflicts = row
    return Run(
        id=id,
        project_id=project,
        trigger=Trigger(trigger),
        started_at=started,
        ended_at=ended,
        upto=upto,
        episodes=episodes,
        error=error,
        created=tuple(json.loads(created)),
        updated=tuple(json.loads(updated)),
        conflicts=tuple(json.loads(conflicts)),
    )


ROWS = (Rows("runs", f"SELECT id, {_COLUMNS} FROM runs", _run),)
