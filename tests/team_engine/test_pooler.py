"""Behind pgbouncer in transaction mode: each transaction may meet another connection."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

import pooler
from mohen.core.postgres.line import DIRECT
from mohen.memory import open_memory
from pooler import Pooler
from postgres.conftest import new_database
from team_engine.other import Other
from team_engine.soaking import AWAY, BUSY, judged, soaking
from team_engine.test_several_processes import ALERT, until

pytestmark = pytest.mark.skipif(
    not pooler.is_installed(), reason="pgbouncer is not installed (a package of the system's)"
)

CONNECTIONS = 3  # for all processes together
STEP = 60


@pytest.fixture
def direct(address: str) -> Iterator[str]:
    """A database that only this test knows."""
    with new_database(address) as made:
        yield made


@pytest.fixture
def between(direct: str) -> Iterator[Pooler]:
    made = Pooler(direct, CONNECTIONS)
    yield made
    made.stop()


def test_many_processes_share_few_connections_and_leave_nothing_on_them(
    between: Pooler, tmp_path: Path
) -> None:
    # Given four processes at work through a pooler, which have more threads than it has connections
    address = between.start()
    with soaking(address, tmp_path, processes=4, authors=10) as soak:
        soak.more(3 * STEP)
        # When it is asked meanwhile what stands on the connections
        found = {_left_behind(address) for _ in range(30)}
    # Then there is no statement, no role and no author of whoever had it before
    assert found == {(0, "postgres", "")}
    # And nothing was refused, lost or doubled
    judged(soak, BUSY)


def _left_behind(address: str) -> tuple[int, str, str]:
    with psycopg.connect(address, autocommit=True) as connection:
        found = connection.execute(
            "SELECT (SELECT count(*) FROM pg_prepared_statements), current_user,"
            " coalesce(current_setting('mohen.author', true), '')"
        ).fetchone()
        assert found is not None
        return found[0], str(found[1]), str(found[2])


def test_a_pooler_that_is_killed_is_found_again(between: Pooler, tmp_path: Path) -> None:
    with soaking(between.start(), tmp_path, processes=4, authors=10) as soak:
        soak.more(STEP)
        between.kill()
        between.start()
        soak.more(STEP)
    judged(soak, AWAY)


def test_pushes_go_past_it(
    between: Pooler, direct: str, author: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DIRECT, direct)
    through = between.start()
    other = Other(through, author, tmp_path / "theirs")
    try:
        with open_memory(through, author=author, home=tmp_path / "mine", immediate=True) as mine:
            heard = until(lambda: mine.push("memory:alert", ALERT), lambda: other.ask("heard"))
            assert heard[0] == ["memory:alert", ALERT]
    finally:
        other.end()
