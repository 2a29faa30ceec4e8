"""Everything that is left, under a new key of the author's: what is not goes with the old one.

Rows keep their bytes: it is their keys that are wrapped anew, those that a row still asks for.
Names are few and are sealed anew.
"""

from __future__ import annotations

from mohen.core import sealing
from mohen.core.postgres.dialect import NAMED, SEALED, Schema
from mohen.core.postgres.seals import Ring
from mohen.core.postgres.session import Session

_BATCH = 10_000


def rewrap(session: Session, tables: Schema, old: Ring, new: Ring) -> None:
    connection = session.connection
    _drop_keys_without_rows(session, tables)
    kept = connection.execute("SELECT number, wrapped FROM item_keys").fetchall()
    for at in range(0, len(kept), _BATCH):
        some = kept[at : at + _BATCH]
        keys = old.learn((number, wrapped) for number, wrapped in some)
        connection.execute(
            "UPDATE item_keys k SET wrapped = n.wrapped"
            " FROM unnest($1::bigint[], $2::bytea[]) AS n (number, wrapped)"
            " WHERE k.number = n.number",
            (list(keys), [new.wrapped(number, key) for number, key in keys.items()]),
        )
    for table, column in _columns(tables, NAMED):
        _name_anew(session, table, column, old, new)


def _drop_keys_without_rows(session: Session, tables: Schema) -> None:
    """A key that no row asks for any more: its text was deleted, or said otherwise."""
    asked = " UNION ALL ".join(
        f"SELECT mohen.key_of({column}) FROM {table}" for table, column in _columns(tables, SEALED)
    )
    session.connection.execute(
        f"DELETE FROM item_keys k WHERE NOT EXISTS"
        f" (SELECT 1 FROM ({asked}) asked (number) WHERE asked.number = k.number)"
    )


def _name_anew(session: Session, table: str, column: str, old: Ring, new: Ring) -> None:
    found = session.connection.execute(f"SELECT DISTINCT {column} FROM {table}").fetchall()
    names = [each for (each,) in found if each and sealing.is_name(each)]
    session.connection.execute(
        f"UPDATE {table} t SET {column} = n.after"
        " FROM unnest($1::text[], $2::text[]) AS n (before, after)"
        f" WHERE t.{column} = n.before",
        (names, [new.named(old.name(each)) for each in names]),
    )


def _columns(tables: Schema, kept: str) -> list[tuple[str, str]]:
    return [
        (name, column)
        for name, table in tables.items()
        for column, how in table.kept.items()
        if how == kept
    ]
