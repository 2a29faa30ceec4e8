"""What PostgreSQL is asked where the stores ask SQLite."""

from __future__ import annotations

from typing import Any

import pytest

from mohen.core.postgres.dialect import Dialect, Table

DIALECT = Dialect(
    {
        "stamps": Table(("name", "at"), ("name",), None),
        "facts": Table(("pk", "id", "source", "body"), ("id", "source"), "pk"),
        "pairs": Table(("one", "other"), ("one", "other"), None),
    },
    "mohen_mind",
)


@pytest.mark.parametrize(
    ("asked", "values", "said", "given"),
    [
        ("SELECT a WHERE b = ? AND c = ?", (1, 2), "SELECT a WHERE b = $1 AND c = $2", [1, 2]),
        ("SELECT ?2, ?1, ?2", (1, 2), "SELECT $1, $2, $1", [2, 1]),
        ("SELECT :a, :b, :a", {"a": 1, "b": 2}, "SELECT $1, $2, $1", [1, 2]),
        ("SELECT '?', 'it''s :a', ?", (1,), "SELECT '?', 'it''s :a', $1", [1]),
        ("SELECT ?::text[]", ("x",), "SELECT $1::text[]", ["x"]),
        ("a IS ?", ("x",), "a = $1", ["x"]),
        ("a IS ? AND b = ?", (None, 2), "a IS NULL AND b = $1", [2]),
        ("a IS NOT ?", ("x",), "a IS DISTINCT FROM $1", ["x"]),
        ("a IS NOT ?", (None,), "a IS NOT NULL", []),
        ("(?1 IS NULL OR a = ?1)", (None,), "( NULL IS NULL OR a =  NULL)", []),
        ("(?1 IS NULL OR a = ?1)", ("x",), "($1 IS NULL OR a = $1)", ["x"]),
        ("a IS NOT NULL", None, "a IS NOT NULL", []),
        (
            "json_each(?) j CROSS JOIN items k ON k.a = j.value",
            ("[]",),
            "json_each($1) j JOIN items k ON k.a = j.value",
            ["[]"],
        ),
        ("json_each(?) s CROSS JOIN json_each(?) g", (1, 2), None, [1, 2]),
        (
            "a IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND b = ?",
            ("[1]", 2),
            "a = ANY (numbers_in($1)) AND b = $2",
            ["[1]", 2],
        ),
        (
            "a NOT IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
            ("[1]",),
            "a NOT IN (SELECT CAST(value AS BIGINT) FROM json_each($1))",
            ["[1]"],
        ),
        ("WHERE +e.project = 1", None, "WHERE e.project = 1", []),
        ("SELECT a + b", None, "SELECT a + b", []),
        ("FROM main.settings", None, "FROM settings", []),
        (
            "SELECT json_group_array(json_array(a))",
            None,
            "SELECT json_agg(json_build_array(a))",
            [],
        ),
        (
            "INSERT INTO stamps (name, at) VALUES (?,?) ON CONFLICT (name) DO NOTHING",
            (1, 2),
            "INSERT INTO stamps (name, at) VALUES ($1,$2) ON CONFLICT (tenant, name) DO NOTHING",
            [1, 2],
        ),
        (
            "INSERT OR IGNORE INTO stamps (name) VALUES (?)",
            (1,),
            "INSERT INTO stamps (name) VALUES ($1) ON CONFLICT DO NOTHING",
            [1],
        ),
        (
            "INSERT OR REPLACE INTO stamps (name, at) VALUES (?,?)",
            (1, 2),
            "INSERT INTO stamps (name, at) VALUES ($1,$2)"
            " ON CONFLICT (tenant, name) DO UPDATE SET at = excluded.at",
            [1, 2],
        ),
        (
            "INSERT OR REPLACE INTO facts (id) VALUES (?)",
            (1,),
            "INSERT INTO facts (id) VALUES ($1) ON CONFLICT (tenant, id, source)"
            " DO UPDATE SET pk = excluded.pk, body = excluded.body",
            [1],
        ),
        (
            "INSERT OR REPLACE INTO pairs (one, other) VALUES (1, 2)",
            None,
            "INSERT INTO pairs (one, other) VALUES (1, 2)"
            " ON CONFLICT (tenant, one, other) DO NOTHING",
            [],
        ),
    ],
)
def test_a_statement_as_postgresql_reads_it(
    asked: str, values: Any, said: str | None, given: list[Any]
) -> None:
    sql, order, *_ = DIALECT.translated(asked, values)
    assert [values[each] for each, _ in order] == given
    if said is not None:
        assert sql == said


def test_an_insert_says_where_it_writes() -> None:
    made = DIALECT.translated("INSERT OR IGNORE INTO stamps (name) VALUES (?)", (1,))
    assert (made.writes, made.table) == (True, "stamps")
    assert DIALECT.translated("SELECT 1", None).writes is False
