"""The room is one group: all of the source is parsed for the first, and kept for the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from house import source

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.xdist_group("house"))


@pytest.fixture(scope="package", autouse=True)
def parsed() -> Iterator[None]:
    """A million nodes, through which the collector of garbage need not go for ever after."""
    yield
    source.nodes.cache_clear()
