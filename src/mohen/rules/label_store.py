"""Every accept, reject and partial with its label (table feedback of mind.db).

They are kept one by one; whoever wants counts asks for them (B16).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.core.scope import Scope
from mohen.rules.model import Action, Count, Reaction

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_SAYING = "WHERE label = ?2 AND (?1 IS NULL OR project_id = ?1)"


class LabelStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, tx: Tx, given: Reaction) -> str:
        """Keep it; answers its id, or that of the same act of the same run kept before."""
        if given.run_id is not None:
            before = tx.execute(
                "SELECT id FROM feedback WHERE run_id = ? AND action = ? AND label IS ?"
                " AND ignored IS ? AND project_id IS ? AND skill_id = ? ORDER BY id LIMIT 1",
                (
                    given.run_id,
                    given.action,
                    given.label and self._database.named(tx, given.label),
                    given.ignored,
                    given.project_id,
                    given.skill_id,
                ),
            ).get
            if before is not None:
                return str(before)
        tx.execute(
            "INSERT INTO feedback (id, at, project_id, run_id, skill_id, action, label, ignored)"
            " VALUES (?,?,?,?,?,?,?,?)",
            (
                given.id,
                given.at,
                given.project_id,
                given.run_id,
                given.skill_id,
                given.action,
                given.label,
                given.ignored,
            ),
        )
        return given.id

    def heard(self, run_id: str) -> bool:
        """Whether anything was said of a run."""
        with self._database.read() as reader:
            found = reader.execute("SELECT 1 FROM feedback WHERE run_id = ? LIMIT 1", (run_id,)).get
        return found is not None

    def counts(self, tx: Tx, scope: Scope) -> list[Count]:
        """How often each label that counts came with each action, in this scope alone."""
        found = tx.execute(
            "SELECT label, action, count(*), min(at) FROM feedback"
            " WHERE label IS NOT NULL AND ignored IS NULL AND project_id IS ?"
            " GROUP BY label, action",
            (scope.project_id,),
        )
        return [Count(label, Action(action), acts, at) for label, action, acts, at in found]

    def counted(self, tx: Tx) -> tuple[int, str | None]:
        """Another one whenever a label came or went."""
        count, last = tx.execute("SELECT count(*), max(id) FROM feedback").get
        return int(count), last

    def labels(self, tx: Tx, scope: Scope) -> list[str]:
        """Every label kept readable: of one project, or with the global scope of all of them."""
        found = tx.execute(
            "SELECT DISTINCT label FROM feedback WHERE label IS NOT NULL AND ignored IS NULL"
            " AND (?1 IS NULL OR project_id = ?1)",
            (scope.project_id,),
        )
        return [label for (label,) in found]

    def with_labels(self, tx: Tx, scope: Scope, labels: Sequence[str]) -> int:
        """How many acts `drop_labels` would remove."""
        return sum(
            tx.execute(
                f"SELECT count(*) FROM feedback {_SAYING}",
                (scope.project_id, self._database.named(tx, label)),
            ).get
            for label in labels
        )

    def drop_labels(self, tx: Tx, scope: Scope, labels: Sequence[str]) -> int:
        """Remove every act with one of these labels, in the same reach as `labels`."""
        removed = 0
        for label in labels:
            tx.execute(
                f"DELETE FROM feedback {_SAYING}",
                (scope.project_id, self._database.named(tx, label)),
            )
            removed += tx.changes()
        return removed

    def scopes(self) -> list[Scope]:
        """Where anything that counts has been said."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT DISTINCT project_id FROM feedback"
                " WHERE label IS NOT NULL AND ignored IS NULL ORDER BY project_id"
            )
            return [Scope(project) for (project,) in found]

    def number(self, tx: Tx, scope: Scope) -> int:
        """Acts of this scope alone, counted or ignored."""
        return int(
            tx.execute(
                "SELECT count(*) FROM feedback WHERE project_id IS ?", (scope.project_id,)
            ).get
        )

    def clear(self, tx: Tx, scope: Scope) -> int:
        """Remove all acts of this scope alone."""
        tx.execute("DELETE FROM feedback WHERE project_id IS ?", (scope.project_id,))
        return int(tx.changes())
