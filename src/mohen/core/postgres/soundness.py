"""Which rows of an author's cannot be read. PostgreSQL lets no text in that is none; a row that no
hand of ours can have written is found by reading it as the product does."""

from __future__ import annotations

from collections.abc import Iterable

from mohen.core.database import Damage, Loss, Rows, Tx
from mohen.core.postgres.dialect import Schema
from mohen.errors import MohenError

_SENSELESS = (MohenError, ValueError, KeyError, TypeError, AttributeError, OverflowError)


def examine(reader: Tx, tables: Schema, readers: Iterable[Rows]) -> Damage:
    damage, losses = Damage(), []
    for rows in readers:
        table = tables[rows.table]
        width = 1 if table.number else len(table.key)
        for row in reader.execute(rows.select):
            try:
                rows.read(row[width:])
            except _SENSELESS:
                damage.senseless.setdefault(rows.table, []).append(tuple(row[:width]))
                losses.append(Loss(rows.table, str(row[0]), None, whole=True))
    damage.losses = tuple(losses)
    return damage
