"""What the tests of several tables need."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mohen.core.database import Database
from store.databases import database


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Database]:
    """An empty mind.db."""
    made = database(tmp_path, "mind")
    yield made
    made.close()
