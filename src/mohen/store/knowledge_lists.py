"""The first of many: which items a prompt may choose from, and which a list shows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

import apsw

from mohen.model.knowledge import Item
from mohen.model.scope import Scope
from mohen.store import knowledge_rows as rows

_WHERE = (
    "(k.project_id IS NULL OR k.project_id = ?1) AND k.state = 'active'"
    " AND (?2 IS NULL OR k.type = ?2) AND (?3 IS NULL OR (k.project_id IS NOT NULL) = ?3)"
)
_RANK = "coalesce((SELECT key FROM json_each(?4) WHERE value = k.type), json_array_length(?4))"


class Asked(NamedTuple):
    project_id: str | None
    kind: str | None = None
    own: bool | None = None


def listed(tx: apsw.Connection, asked: Asked, ranks: Sequence[str], limit: int) -> list[Item]:
    """The project's before the global, by type, newest first: sorted before they are read whole."""
    first = (
        f"SELECT k.pk FROM knowledge k WHERE {_WHERE}"
        f" ORDER BY k.project_id IS NULL, {_RANK}, k.updated_at DESC, k.id LIMIT ?5"
    )
    found = tx.execute(
        f"{rows.SELECT} WHERE k.pk IN ({first})", (*asked, json.dumps(list(ranks)), limit)
    )
    return rows.items(found)


def number(tx: apsw.Connection, asked: Asked) -> int:
    return int(tx.execute(f"SELECT count(*) FROM knowledge k WHERE {_WHERE}", tuple(asked)).get)


def most_known(tx: apsw.Connection, scope: Scope, limit: int) -> list[Item]:
    part = "SELECT pk, score FROM knowledge WHERE project_id {} AND state = 'active'"
    best = " UNION ALL ".join(
        f"SELECT * FROM ({part.format(whose)} ORDER BY score DESC, pk LIMIT ?2)"
        for whose in ("= ?1", "IS NULL")
    )
    found = tx.execute(
        f"{rows.SELECT} WHERE k.pk IN (SELECT pk FROM ({best}) ORDER BY score DESC, pk LIMIT ?2)"
        " ORDER BY k.pk",
        (scope.project_id, limit),
    )
    return rows.items(found)
