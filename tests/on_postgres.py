"""The same tests on PostgreSQL: `MOHEN_TEST_STORE=postgres`.

Every home that a test opens becomes an author of its own on one server, which is started for the
run (or is named by `MOHEN_TEST_ADDRESS`). Tests about files are left out: they carry the marker
`files`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

import postgres_server
from mohen import memory

ADDRESS = "MOHEN_TEST_ADDRESS"
_SERVERS: list[Any] = []


def begin(config: pytest.Config) -> None:
    from sealed_statements import watch

    if ADDRESS not in os.environ:
        from postgres_server import PostgresServer

        server = PostgresServer()
        _SERVERS.append(server)
        os.environ[ADDRESS] = server.start()
    children = Path(__file__).parent / "children"
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(children), *([before] if before else [])])
    sys.path.append(str(children))
    from stands import whereabouts

    memory._whereabouts = whereabouts
    watch(setattr)
    config.addinivalue_line("filterwarnings", "ignore::ResourceWarning")


def end(_config: pytest.Config) -> None:
    while _SERVERS:
        _SERVERS.pop().stop()


def leave_out_files(config: pytest.Config, items: list[pytest.Item]) -> None:
    about_files = [each for each in items if each.get_closest_marker("files")]
    if about_files:
        config.hook.pytest_deselected(items=about_files)
        items[:] = [each for each in items if not each.get_closest_marker("files")]


def is_on() -> bool:
    """Whether memories of tests stand on PostgreSQL."""
    return os.environ.get("MOHEN_TEST_STORE") == "postgres"


def environment() -> dict[str, str]:
    """What a program that a test starts must be told to stand where the test stands."""
    told = (ADDRESS, "MOHEN_TEST_STORE", "PYTEST_CURRENT_TEST") if is_on() else ()
    return {name: os.environ[name] for name in told}


def lose_key(home: Path, store: str) -> None:
    """Of the author who stands for this home."""
    for each in home.glob(f"author-keys/*/{store}-*"):
        each.unlink()


def copy(opened: memory.Memory, home: Path, to: Path) -> None:
    """The rows of who stands for a home, for who stands for another."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOHEN_HOME", str(home))  # where their keys are
        memory.move_memory(os.environ[ADDRESS], to, author=opened._house.episodes_db.author)


def rows_of(opened: memory.Memory, *stores: str) -> bytes:
    """All that stands in the author's rows, words and vectors among it; nothing on SQLite, where
    that is in files."""
    databases = [
        getattr(opened._house, f"{each}_db") for each in stores or ("episodes", "mind", "talk")
    ]
    found = []
    for each in databases if isinstance(databases[0], _postgres()) else ():
        closed, each._closed = each._closed, False  # what is kept can be looked at all the same
        with each.read() as reader:
            for table in each._server.dialect(each.kind).tables.keys() - {
                "author_key",
                "item_keys",
            }:
                found += [str(row) for row in reader.execute(f"SELECT t.* FROM {table} t")]
        each._closed = closed
    return "\n".join(found).encode()


def _postgres() -> tuple[type, ...]:
    if not is_on() and "mohen.core.postgres.database" not in sys.modules:
        return ()
    from mohen.core.postgres.database import PostgresDatabase

    return (PostgresDatabase,)


def told() -> list[str]:
    if not postgres_server.is_installed():
        return ["PostgreSQL: SKIPPED, its packages are not installed (make setup)"]
    return ["store: PostgreSQL"] if is_on() else []
