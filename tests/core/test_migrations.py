"""History is append-only, runs from zero, and a step is done or not done."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from databases import APPLICATION, ask, database, stranger
from mohen.core.sqlite import database as core_database
from mohen.core.sqlite.database import migrations
from mohen.errors import SchemaTooNew, StoreCorrupt, StoreError

KINDS = ("episodes", "mind")


def tables(path: Path) -> set[str]:
    return {row[0] for row in stranger(path).execute("SELECT name FROM sqlite_schema")}


@pytest.mark.parametrize("kind", KINDS)
def test_a_fresh_file_is_made_by_running_all_of_them(tmp_path: Path, kind: str):
    made = database(tmp_path, kind)
    assert made.schema_version() == len(migrations(kind)) > 0
    assert made.check() == "ok"
    made.close()


@pytest.mark.parametrize("kind", KINDS)
def test_opening_again_changes_nothing(tmp_path: Path, kind: str):
    path = tmp_path / f"{kind}.db"
    for _ in range(2):
        made = database(tmp_path, kind)
        made.open()
        made.close()
        seen = hashlib.sha256(path.read_bytes()).digest()
    made = database(tmp_path, kind)
    made.open()
    made.close()
    assert hashlib.sha256(path.read_bytes()).digest() == seen


def test_an_older_file_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    steps = migrations("episodes")
    monkeypatch.setattr(core_database, "migrations", lambda kind: steps[:1])
    old = database(tmp_path)
    assert old.schema_version() == 1
    old.close()
    ask(old.path, "INSERT INTO projects (id) VALUES ('kept')")
    monkeypatch.undo()
    new = database(tmp_path)
    assert new.schema_version() == len(steps)
    new.close()
    assert ask(new.path, "SELECT id FROM projects") == "kept"


def test_a_step_that_fails_half_way_leaves_the_version_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    first = migrations("mind")[0]
    broken = "CREATE TABLE half (x); INSERT INTO half VALUES (1); SELECT * FROM nowhere;"
    monkeypatch.setattr(core_database, "migrations", lambda kind: [first, broken])
    made = database(tmp_path, "mind")
    with pytest.raises(StoreError):
        made.open()
    made.close()
    assert ask(made.path, "PRAGMA user_version") == 1
    assert "half" not in tables(made.path)
    assert "settings" in tables(made.path)
    monkeypatch.undo()
    again = database(tmp_path, "mind")
    assert again.schema_version() == len(migrations("mind"))
    again.close()


KILLED = """
import os, signal, sys
from pathlib import Path
import apsw
from mohen.core.sqlite import database as core_database
from databases import database

def die():
    os.kill(os.getpid(), signal.SIGKILL)

apsw.connection_hooks.append(lambda c: c.create_scalar_function("die", die))
first = core_database.migrations("mind")[0]
core_database.migrations = lambda kind: [first, "CREATE TABLE half (x); SELECT die();"]
database(Path(sys.argv[1]), "mind").open()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a POSIX notion")
@pytest.mark.process
def test_a_kill_in_the_middle_of_a_step_leaves_the_version_before(tmp_path: Path):
    tests = str(Path(__file__).parents[1])
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], env={"PYTHONPATH": tests}, check=False
    )
    assert killed.returncode == -9
    made = database(tmp_path, "mind")
    assert made.schema_version() == len(migrations("mind"))
    assert made.check() == "ok"
    made.close()
    assert "half" not in tables(made.path)


# -- whose file it is


def fingerprint(path: Path) -> tuple[bytes, list[str]]:
    beside = sorted(each.name for each in path.parent.iterdir())
    return hashlib.sha256(path.read_bytes()).digest(), beside


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_of_a_newer_mohen_is_refused_with_the_cure_and_left_alone(tmp_path: Path, kind: str):
    made = database(tmp_path, kind)
    made.open()
    made.close()
    ask(made.path, "PRAGMA user_version=999")
    before = fingerprint(made.path)
    newer = database(tmp_path, kind)
    with pytest.raises(SchemaTooNew) as caught:
        newer.open()
    newer.close()
    assert caught.value.details["reason"] == "newer-schema"
    assert caught.value.details["schema"] == 999
    assert "pip install -U mohen" in caught.value.message
    assert str(tmp_path) not in caught.value.message
    assert fingerprint(made.path) == before


STRANGERS = {
    "another application's": (
        "PRAGMA application_id=1234; PRAGMA user_version=1; CREATE TABLE a (b)"
    ),
    "another's without a version": "PRAGMA application_id=1234; CREATE TABLE a (b)",
    "nobody's, with tables": "CREATE TABLE precious (note)",
    "another's with a high version": (
        "PRAGMA application_id=1234; PRAGMA user_version=999; CREATE TABLE a (b)"
    ),
    "nobody's, with a version": "CREATE TABLE precious (note); PRAGMA user_version=1",
}


@pytest.mark.parametrize("sql", STRANGERS.values(), ids=STRANGERS)
def test_a_strangers_file_is_refused_and_left_alone(tmp_path: Path, sql: str):
    """Most programs set neither number: a file with tables and no name on it is not ours."""
    path = tmp_path / "mind.db"
    ask(path, sql)
    before = fingerprint(path)
    made = database(tmp_path, "mind")
    with pytest.raises(StoreCorrupt) as caught:
        made.open()
    made.close()
    assert "not a file of Mohen's" in caught.value.message
    assert fingerprint(path) == before


def test_the_two_files_are_not_taken_for_each_other(tmp_path: Path):
    ours = database(tmp_path, "episodes")
    ours.open()
    ours.close()
    ours.path.rename(tmp_path / "mind.db")
    with pytest.raises(StoreCorrupt):
        database(tmp_path, "mind").open()


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_file_is_a_fresh_one(tmp_path: Path, kind: str):
    (tmp_path / f"{kind}.db").touch()
    made = database(tmp_path, kind)
    assert made.schema_version() == len(migrations(kind))
    made.close()
    assert ask(made.path, "PRAGMA application_id") == APPLICATION[kind]


def test_every_table_is_strict():
    """So that what is read has the type that was written."""
    for kind in KINDS:
        connection = apsw.Connection(":memory:")
        for sql in migrations(kind):
            connection.execute(sql)
        loose = [
            name
            for _, name, what, _, _, strict in connection.execute("PRAGMA table_list")
            if what == "table" and not strict and not name.startswith("sqlite_")
        ]
        assert loose == []
