"""What mind.db holds of one project or of all: counted and emptied.

Decides nothing. The audit stays, whatever is cleared (R119), and so do leases: they belong to
whoever is at work just now, not to the author.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_KEPT = ("audit", "leases")
_OWN_RULES = "(SELECT id FROM rules WHERE project_id = ?1)"
_OWN = {
    "links": ("rule_episodes", "rule IN (SELECT pk FROM rules WHERE project_id = ?1)"),
    "events": ("learning_events", f"project_id = ?1 OR rule_id IN {_OWN_RULES}"),
    "conflicts": (
        "conflicts",
        f"project_id = ?1 OR first IN {_OWN_RULES} OR second IN {_OWN_RULES}",
    ),
    "runs": ("runs", "project_id = ?1"),
    "traces": ("generations", "project_id = ?1"),
    "conversations": ("conversations", "project_id = ?1"),
    "documents": ("documents", "project_id = ?1"),
    "story": ("graph_facts", "project_id = ?1"),
    "feedback": ("feedback", "project_id = ?1"),
    "knowledge": ("knowledge", "project_id = ?1"),
    "vetoes": ("vetoes", "project_id = ?1"),
    "tombstones": ("tombstones", "project_id = ?1"),
    "rules": ("rules", "project_id = ?1"),
}
"""By kind: the table, and which rows are a project's. Rules last: the others ask for them."""

_BESIDE = (
    "graph_sources",
    "graph_exemptions",
    "graph_revisions",
    "story_originals",
    "story_original_parts",
    "fragments",
    "statements",
    "consolidations",
    "listening",
    "talkers",
    "seen_orders",
    "snapshots",
    "projections",
)
"""What says something about the rows above and goes with them, uncounted. Agents stay, with how
far each was heard: what was cleared is not read a second time. So do the sealed hashes of what
we said ourselves: it may still stand in a conversation that is read tomorrow."""


class ProjectTotals:
    def __init__(self, database: Database) -> None:
        self._database = database

    def weigh(self, project_id: str | None) -> Counter[str]:
        """Rows of one project by kind; with None, of all."""
        with self._database.read() as reader:
            return _weigh(reader, project_id)

    def by_project(self) -> dict[str | None, Counter[str]]:
        """Rules and living knowledge of each project; under None, everybody's."""
        found: dict[str | None, Counter[str]] = {}
        with self._database.read() as reader:
            for project, kind, count in reader.execute(
                "SELECT project_id, 'rules', count(*) FROM rules GROUP BY 1 UNION ALL"
                " SELECT project_id, 'knowledge', count(*) FROM knowledge"
                " WHERE state = 'active' GROUP BY 1"
            ):
                found.setdefault(project, Counter())[kind] = count
        return found

    def clear_project(self, tx: Tx, project_id: str) -> Counter[str]:
        lost = _weigh(tx, project_id)
        for table, own in _OWN.values():
            tx.execute(f"DELETE FROM {table} WHERE {own}", (project_id,))
        for table in _BESIDE:
            tx.execute(f"DELETE FROM {table} WHERE project_id = ?", (project_id,))
        return lost

    def clear_all(self, tx: Tx) -> Counter[str]:
        """Every table, one that a later version adds too, except what is kept."""
        lost = _weigh(tx, None)
        for table in self._database.tables(tx):
            if table not in _KEPT:
                tx.execute(f"DELETE FROM {table}")
        return lost

    def labels(self, project_id: str | None) -> list[tuple[str, str]]:
        """(id, label) of the feedback given in this scope that has one."""
        with self._database.read() as reader:
            return list(
                reader.execute(
                    "SELECT id, label FROM feedback WHERE project_id IS ? AND label IS NOT NULL",
                    (project_id,),
                )
            )

    def heard(self, project_id: str) -> list[tuple[str, int, str]]:
        """(session, line, text) of what was heard and has not become knowledge yet."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT session, line, text FROM fragments WHERE project_id = ?1"
                " UNION ALL SELECT session, line, body FROM statements WHERE project_id = ?1",
                (project_id,),
            )
            return [(session, line, text) for session, line, text in found]

    def links_of(self, episode_ids: Sequence[str], *, but_not: Sequence[str]) -> int:
        """How many rules these episodes speak for or against, leaving out some rules."""
        with self._database.read() as reader:
            return int(
                reader.execute(
                    "SELECT count(*) FROM rule_episodes l JOIN rules r ON r.pk = l.rule"
                    " WHERE l.episode_id IN (SELECT value FROM json_each(?))"
                    " AND r.id NOT IN (SELECT value FROM json_each(?))",
                    (json.dumps(list(episode_ids)), json.dumps(list(but_not))),
                ).get
            )

    def drop_feedback(self, tx: Tx, ids: Iterable[str]) -> None:
        tx.executemany("DELETE FROM feedback WHERE id = ?", ((id,) for id in ids))


def _weigh(tx: Tx, project_id: str | None) -> Counter[str]:
    counted = {}
    for kind, (table, own) in _OWN.items():
        where, values = ("", ()) if project_id is None else (f"WHERE {own}", (project_id,))
        counted[kind] = int(tx.execute(f"SELECT count(*) FROM {table} {where}", values).get)
    return Counter(counted)
