"""No author ever meets a row of another's: not by any verb on any table, nor without a name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import errors

from factories import draft
from mohen.core.postgres.server import ROLE, STORES, schema_of
from postgres.conftest import Authors, Open, new_database

ANN, BEN = "ann", "ben"
VALUES = {"text": "'x'", "bigint": "1", "double precision": "0.5", "bytea": "'x'", "ARRAY": "'{x}'"}
CHECKED = {
    "state": "'open'", "origin": "'manual'", "action": "'accept'", "kind": None, "one": "1",
    "scope": "'read'",
}  # fmt: skip
KINDS = {"graph_facts": "'entity'", "story_original_parts": "'text'"}

Connection = psycopg.Connection[Any]


@pytest.fixture(scope="module")
def address(server: str) -> Iterator[str]:
    """A database in which nobody was before."""
    with new_database(server) as made:
        yield made


@pytest.fixture(scope="module")
def owner(address: str) -> Iterator[Connection]:
    """Who made the tables, with a row of Ann's in every one of them."""
    from mohen.core.postgres.server import migrate

    with psycopg.connect(address, autocommit=True) as connection:
        migrate(connection)
        connection.execute("SET session_replication_role = replica")  # rows without their parents
        for name in tables(connection):
            connection.execute(row(connection, name, ANN))
        yield connection


@pytest.fixture
def ben(address: str, owner: Connection) -> Iterator[Connection]:
    with author(address, BEN) as connection:
        yield connection


@pytest.fixture
def nobody(address: str, owner: Connection) -> Iterator[Connection]:
    with author(address, None) as connection:
        yield connection


def author(address: str, name: str | None) -> Connection:
    connection = psycopg.connect(address, autocommit=True)
    connection.execute(f"SET ROLE {ROLE}")
    if name is not None:
        connection.execute(f"SET mohen.author = '{name}'")
    return connection


def tables(connection: Connection) -> list[str]:
    found = connection.execute(
        "SELECT table_schema || '.' || table_name FROM information_schema.tables"
        f" WHERE table_schema IN {tuple(map(schema_of, STORES))} ORDER BY 1"
    )
    return [name for (name,) in found]


def row(connection: Connection, name: str, whose: str) -> str:
    """An INSERT of a row that its columns let in."""
    schema, table = name.split(".")
    columns = connection.execute(
        "SELECT column_name, data_type FROM information_schema.columns"
        f" WHERE table_schema = '{schema}' AND table_name = '{table}' AND column_name <> 'tenant'"
    ).fetchall()
    values = [CHECKED.get(column) or VALUES[kind] for column, kind in columns]
    values = [
        KINDS.get(table, value) if column == "kind" else value
        for (column, _), value in zip(columns, values, strict=True)
    ]
    if table == "rules":
        values = [
            "'manual'" if c == "origin" else v for (c, _), v in zip(columns, values, strict=True)
        ]
    listed = ", ".join(column for column, _ in columns)
    return f"INSERT INTO {name} (tenant, {listed}) VALUES ('{whose}', {', '.join(values)})"


def test_every_table_has_a_policy_that_holds_for_its_owner_too(owner: Connection) -> None:
    unsafe = owner.execute(
        "SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        f" WHERE n.nspname IN {tuple(map(schema_of, STORES))} AND c.relkind IN ('r', 'p')"
        " AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (SELECT 1 FROM pg_policy p"
        "  WHERE p.polrelid = c.oid AND p.polcmd = '*' AND p.polqual IS NOT NULL"
        "  AND p.polwithcheck IS NOT NULL))"
    ).fetchall()
    assert unsafe == []


def test_every_key_and_every_index_begins_with_the_author(owner: Connection) -> None:
    others = owner.execute(
        "SELECT i.indexrelid::regclass::text FROM pg_index i"
        " JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
        " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]"
        f" WHERE n.nspname IN {tuple(map(schema_of, STORES))} AND a.attname <> 'tenant'"
    ).fetchall()
    assert others == []


def test_the_role_that_works_with_rows_owns_none_and_goes_round_nothing(owner: Connection) -> None:
    found = owner.execute(
        f"SELECT rolsuper, rolbypassrls, rolcanlogin, (SELECT count(*) FROM pg_class"
        f" WHERE relowner = r.oid) FROM pg_roles r WHERE rolname = '{ROLE}'"
    ).fetchone()
    assert found == (False, False, False, 0)


def test_another_authors_rows_are_neither_seen_nor_changed_nor_deleted(
    owner: Connection, ben: Connection
) -> None:
    for name in tables(owner):
        for verb in (
            f"SELECT 1 FROM {name} WHERE tenant = '{ANN}'",
            f"UPDATE {name} SET tenant = tenant WHERE tenant = '{ANN}'",
            f"DELETE FROM {name} WHERE tenant = '{ANN}'",
            f"DELETE FROM {name} WHERE tenant <> '{BEN}'",
        ):
            assert ben.execute(verb).rowcount == 0, verb
        there = owner.execute(f"SELECT count(*) FROM {name} WHERE tenant = '{ANN}'").fetchone()
        assert there == (1,), name


def test_nothing_can_be_written_in_anothers_name(owner: Connection, ben: Connection) -> None:
    for name in tables(owner):
        with pytest.raises(errors.InsufficientPrivilege):
            ben.execute(row(owner, name, ANN))
        with pytest.raises(errors.InsufficientPrivilege):
            ben.execute(f"TRUNCATE {name}")


def test_ones_own_row_cannot_be_given_away(owner: Connection, ben: Connection) -> None:
    for name in tables(owner):
        owner.execute(row(owner, name, BEN))
        with pytest.raises(errors.InsufficientPrivilege):
            ben.execute(f"UPDATE {name} SET tenant = 'carl'")
        owner.execute(f"DELETE FROM {name} WHERE tenant = '{BEN}'")


def test_who_says_no_name_is_shown_nothing_and_writes_nothing(
    owner: Connection, nobody: Connection
) -> None:
    for name in tables(owner):
        for verb in (
            f"SELECT 1 FROM {name}",
            f"UPDATE {name} SET tenant = 'ben'",
            f"DELETE FROM {name}",
        ):
            assert nobody.execute(verb).rowcount == 0, verb
        with pytest.raises((errors.InsufficientPrivilege, errors.UndefinedObject)):
            nobody.execute(row(owner, name, ANN))


def test_an_empty_name_is_nobodys(owner: Connection, ben: Connection) -> None:
    ben.execute("SET mohen.author = ''")
    for name in tables(owner):
        with pytest.raises(errors.InsufficientPrivilege):
            ben.execute(row(owner, name, ""))


def test_nothing_of_an_author_is_left_on_a_connection(address: str, opens: Open) -> None:
    """A pooler may hand it to somebody else after every transaction."""
    from mohen.core.postgres.server import server_at

    opens("ann2").episodes.record(draft())
    with server_at(address, 16).lent() as connection:
        found = connection.execute(
            "SELECT current_setting('mohen.author', true), current_user = session_user,"
            " current_setting('search_path') LIKE '%mohen%'"
        ).fetchone()
        prepared = connection.execute("SELECT statement FROM pg_prepared_statements").fetchall()
    assert found is not None
    assert (found[0] or "", *found[1:]) == ("", 1, 0)
    assert not [each for (each,) in prepared if "ann2" in each]


def test_a_canary_of_one_author_is_in_no_answer_of_anothers(authors: Authors) -> None:
    canary = "鸲鹆绣眼"
    ann, ben = authors("ann3"), authors("ben3")
    for each, said in ((ann, canary), (ben, "雨停了")):
        each.record(inputContext=f"{said}，他推开门。", candidates=[said, "天亮了。", "他走了。"])
        each.ok("knowledge:capture", projectId="novel", type="fact", content=f"用户喜欢{said}")

    told = {
        "found": ben.query(queryText=canary),
        "known": ben.ok("knowledge:search", projectId="novel", query=canary),
        "listed": ben.ok("memory:episode:list", projectId="novel"),
        "status": ben.ok("memory:status"),
        "exported": ben.ok("knowledge:list", projectId="novel"),
    }

    assert canary not in json.dumps(told, ensure_ascii=False)
    assert canary.encode() not in ben.bytes_everywhere()
    assert canary in json.dumps(ann.query(queryText=canary), ensure_ascii=False)
