from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from worlds import World, Worlds


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home")
    yield made
    made.close()


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[Worlds]:
    """`worlds(model=…)`: one more memory."""
    made: list[World] = []

    def make(**options: Any) -> World:
        made.append(World(tmp_path / f"home{len(made)}", **options))
        return made[-1]

    yield make
    for each in made:
        each.close()
