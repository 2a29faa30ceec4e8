"""Fixtures for every room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

import factories
from mohen.memory import Memory, open_memory
from mohen.model.episode import Draft
from mohen.testing import CountingIds, FrozenClock


def pytest_report_header() -> str:
    return f"sqlite: {apsw.sqlite_lib_version()} through apsw {apsw.apsw_version()}"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder that is not there yet."""
    return tmp_path / "home"


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def memory(home: Path, clock: FrozenClock) -> Iterator[Memory]:
    """An open memory in which time stands still and background work is done at once."""
    with open_memory(home, clock=clock, ids=CountingIds(), immediate=True) as opened:
        yield opened


@pytest.fixture
def draft() -> Callable[..., Draft]:
    """`draft(scene_type="dialogue")`: a sound interaction with something changed."""
    return factories.draft
