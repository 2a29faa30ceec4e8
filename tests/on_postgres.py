"""The same tests on PostgreSQL: `MOHEN_TEST_STORE=postgres`.

Every home that a test opens becomes an author of its own on one server, which is started for the run
(or is named by `MOHEN_TEST_ADDRESS`). Tests about files are left out: they carry the marker `files`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from mohen import memory
from mohen.core.home import home_path
from mohen.core.served import Served, served_at

ADDRESS = "MOHEN_TEST_ADDRESS"
_SERVERS: list[Any] = []


@dataclass(frozen=True, slots=True)
class Stands:
    """Where a memory in a folder stands instead."""

    folder: Path

    def served(self) -> Served:
        # A folder of the same name may come again in another test.
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        name = sha256(f"{os.path.realpath(self.folder)}\0{test}".encode()).hexdigest()[:32]
        return Served(os.environ[ADDRESS], f"author-{name}")


def begin(config: pytest.Config) -> None:
    from sealed_statements import watch

    if ADDRESS not in os.environ:
        from postgres_server import PostgresServer

        server = PostgresServer()
        _SERVERS.append(server)
        os.environ[ADDRESS] = server.start()
    memory._whereabouts = _whereabouts
    watch(setattr)
    config.addinivalue_line("filterwarnings", "ignore::ResourceWarning")


def end(_config: pytest.Config) -> None:
    while _SERVERS:
        _SERVERS.pop().stop()


def is_on() -> bool:
    """Whether memories of tests stand on PostgreSQL."""
    return os.environ.get("MOHEN_TEST_STORE") == "postgres"


def told() -> list[str]:
    return ["store: PostgreSQL"] if is_on() else []


def _whereabouts(place: Any, home: Any, author: str | None) -> tuple[Path, Served | None]:
    if (served := served_at(place, author)) is not None:
        return home_path(home), served
    path = home_path(home if place is None else place)
    return path, Stands(path).served()
