"""What only shows on a real PostgreSQL with several processes, or when something is killed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

import on_postgres
import postgres_server
from postgres.conftest import keys as keys  # each author's, whichever home they are opened in

collect_ignore_glob = [] if postgres_server.is_installed() else ["test_*.py"]  # told at the top


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker, one server."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("team_engine"))
            item.add_marker("process")


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Of the run's server, or of one of our own."""
    if on_postgres.ADDRESS in os.environ:
        yield os.environ[on_postgres.ADDRESS]
        return
    made = postgres_server.PostgresServer()
    try:
        yield made.start()
    finally:
        made.stop()


@pytest.fixture
def author() -> str:
    return f"author-{uuid4().hex}"
