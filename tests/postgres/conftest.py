"""A real PostgreSQL for the tests of this folder, and authors on it."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import on_postgres
import postgres_server
from mohen.memory import Memory, open_memory
from mohen.server.dispatch import Dispatcher
from mohen.testing import CountingIds, FrozenClock
from worlds import World

collect_ignore_glob = [] if postgres_server.is_installed() else ["test_*.py"]  # told at the top

Open = Callable[..., Memory]
Authors = Callable[..., "Author"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker, one server."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("team"))
            if "server" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.process)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server: the run's, or one of our own."""
    if on_postgres.ADDRESS in os.environ:
        yield os.environ[on_postgres.ADDRESS]
        return
    made = postgres_server.PostgresServer()
    try:
        yield made.start()
    finally:
        made.stop()


@pytest.fixture(scope="session", autouse=True)
def keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where authors' keys are, whichever home a test opens an author in."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("keys")
        patch.setenv("MOHEN_AUTHOR_KEYS", str(folder))
        yield folder


@pytest.fixture(scope="session")
def address(server: str) -> Iterator[str]:
    """A database of the tests' own on it."""
    with new_database(server) as made:
        yield made


class new_database:  # noqa: N801 - a context manager that reads like a call
    def __init__(self, server: str, how: str = "") -> None:
        self._server, self._how = server, how
        self._name = f"t_{uuid.uuid4().hex[:12]}"

    def __enter__(self) -> str:
        self._say(f"CREATE DATABASE {self._name} TEMPLATE template0 {self._how}")
        return self._server.replace("/postgres?", f"/{self._name}?")

    def __exit__(self, *_error: object) -> None:
        self._say(f"DROP DATABASE {self._name} WITH (FORCE)")

    def _say(self, sql: str) -> None:
        import psycopg

        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(sql)


class Author(World):
    """A world on PostgreSQL."""

    def __init__(self, home: Path, address: str, author: str, **options: Any) -> None:
        self._address, self._author = address, author
        super().__init__(home, **options)

    def _open(self) -> Memory:
        memory = open_memory(
            self._address,
            author=self._author,
            home=self.home,
            policy=self.policy,
            clock=self.clock,
            ids=self.ids,
            embedder=self.embedder,
            model=self.model,
            writer=self.writer,
            immediate=self.immediate,
        )
        self.door = Dispatcher(memory)
        return memory


@pytest.fixture
def authors(address: str, tmp_path: Path) -> Iterator[Callable[..., Author]]:
    """`authors("ann")`: everything she can ask for, through the channels."""
    made: list[Author] = []

    def make(author: str, **options: Any) -> Author:
        made.append(Author(tmp_path / f"world-{len(made)}", address, author, **options))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def opens(address: str, tmp_path: Path) -> Iterator[Open]:
    """`opens("ann")`: her memory, in which time stands still and work is done at once."""
    made: list[Memory] = []

    def make(author: str, **options: Any) -> Memory:
        given: dict[str, Any] = {"clock": FrozenClock(), "ids": CountingIds(), "immediate": True}
        home = tmp_path / f"home-{len(made)}"
        made.append(open_memory(address, author=author, home=home, **{**given, **options}))
        return made[-1]

    yield make
    for each in made:
        each.close()
