"""Fixtures for every room."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

import factories
import on_postgres
from databases import database
from empty_homes import lay
from mohen.core.sqlite.database import SqliteDatabase
from mohen.episodes.model import Draft
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock

# Whoever runs the tests has keys of their own.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

# However slow the machine is: what is looked for are wrong answers.
settings.register_profile(
    "house", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")
# For `make fast`: what it would take more examples to find, `make test` finds.
settings.register_profile("fast", settings.get_profile("house"), max_examples=10)

IN_RAM = Path("/dev/shm")
ROOM = 2 << 30  # bytes


def pytest_configure(config: pytest.Config) -> None:
    """Thousands of small databases are made, each synced to disk at every commit: where there is
    a disk of RAM with room enough, and programs in it may be run, they are made there.

    Servers use the built-in embedder: a test that is about another one names it."""
    os.environ["MOHEN_EMBEDDER"] = "builtin"
    if on_postgres.is_on():
        on_postgres.begin(config)
    if config.getoption("--hypothesis-profile") == "fast":
        # Every worker would parse all our source for constants worth trying.
        providers._get_local_constants = lambda: providers._local_constants
    if not IN_RAM.is_dir() or not os.access(IN_RAM, os.W_OK):
        return
    if shutil.disk_usage(IN_RAM).free >= ROOM and not os.statvfs(IN_RAM).f_flag & os.ST_NOEXEC:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_RAM))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Ten thousand tests stay until the end: nobody need look whether they are garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What was measured to cost too much for `make fast` (tools/slow_tests.py)."""
    slow = set((Path(__file__).parent / "slow.txt").read_text(encoding="utf-8").split())
    for item in items:
        if item.nodeid.partition("[")[0] in slow:
            item.add_marker("slow")
    if on_postgres.is_on():
        on_postgres.leave_out_files(config, items)


def pytest_unconfigure(config: pytest.Config) -> None:
    on_postgres.end(config)


def pytest_report_header() -> list[str]:
    return [
        *on_postgres.told(),
        f"sqlite: {apsw.sqlite_lib_version()} through apsw {apsw.apsw_version()}",
        f"temporary files: {os.environ.get('PYTEST_DEBUG_TEMPROOT', 'where the system has them')}",
    ]


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
    lay(home)
    with open_memory(home, clock=clock, ids=CountingIds(), immediate=True) as opened:
        yield opened


@pytest.fixture
def draft() -> Callable[..., Draft]:
    """`draft(scene_type="dialogue")`: a sound interaction with something changed."""
    return factories.draft


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[SqliteDatabase]:
    """An empty mind.db."""
    made = database(tmp_path, "mind")
    yield made
    made.close()
