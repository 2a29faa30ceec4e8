"""What goes into a sealed column is sealed, or the statement is refused."""

from __future__ import annotations

import pytest

from mohen.core.postgres.dialect import Dialect, Given, Table
from mohen.errors import StoreError

TABLES = {
    "notes": Table(
        ("id", "text", "name", "at"), ("id",), None, kept={"text": "sealed", "name": "named"}
    ),
    "plain": Table(("id", "text"), ("id",), None),
}


def kept(sql: str, values: object = (1, 2, 3, 4)) -> list[tuple[int | str, str]]:
    return [tuple(each) for each in Dialect(TABLES, "mohen_mind").translated(sql, values).order]


@pytest.mark.parametrize(
    ("sql", "order"),
    [
        ("INSERT INTO notes (id, text, at) VALUES (?,?,?)", [(0, ""), (1, "sealed"), (2, "")]),
        ("INSERT OR REPLACE INTO notes (id, name) VALUES (?, ?)", [(0, ""), (1, "named")]),
        ("INSERT INTO notes (text, id) SELECT ?2, ?1 FROM plain", [(1, "sealed"), (0, "")]),
        (
            "INSERT INTO notes (id, text) VALUES (?, '[]'), (?, ?)",
            [(0, ""), (1, ""), (2, "sealed")],
        ),
        ("UPDATE notes SET text = ?, at = ? WHERE id = ?", [(0, "sealed"), (1, ""), (2, "")]),
        ("UPDATE notes AS n SET name = coalesce(?, name), text = ''", [(0, "named")]),
        ("UPDATE notes SET text = NULL WHERE name = ?", [(0, "")]),
        (
            "INSERT INTO notes (id, text) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET text = excluded.text, at = ?3",
            [(0, ""), (1, "sealed"), (2, "")],
        ),
        ("INSERT INTO plain (id, text) VALUES (?, ?)", [(0, ""), (1, "")]),
        ("SELECT text FROM notes WHERE id = ?", [(0, "")]),
    ],
)
def test_values_go_where_they_are_sealed(sql: str, order: list[tuple[int, str]]) -> None:
    assert kept(sql) == order


def test_a_value_that_is_used_twice_is_sealed_once_and_clear_once() -> None:
    sql = "UPDATE notes SET text = ?1 WHERE id = ?1"
    made = Dialect(TABLES, "mohen_mind").translated(sql, ("a",))
    assert made.sql == "UPDATE notes SET text = $1 WHERE id = $2"
    assert made.order == (Given(0, "sealed"), Given(0, ""))


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO notes VALUES (?, ?, ?, ?)",
        "INSERT INTO notes (id, text) VALUES (?, lower(?))",
        "INSERT INTO notes (id, text) SELECT id, text FROM plain",
        "UPDATE notes SET text = text || ?",
        "UPDATE notes SET text = 'in clear'",
        "UPDATE notes SET text = name",
        "UPDATE notes SET at = ?, text = CASE WHEN at = 1 THEN ? ELSE text END",
        "WITH made AS (UPDATE notes SET text = trim(?) RETURNING id) SELECT id FROM made",
    ],
)
def test_what_is_not_understood_is_refused(sql: str) -> None:
    with pytest.raises(StoreError):
        kept(sql)
