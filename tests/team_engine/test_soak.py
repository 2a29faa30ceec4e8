"""Eight processes at once, and kills: of Mohen, of PostgreSQL, of a primary with a standby."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres_server import PostgresServer
from team_engine.soaking import AWAY, BUSY, Soak, judged, soaking

PROCESSES = 8
FEW, MANY = 30, 100  # authors
STEP = 60  # things that are acknowledged between two kills
LASTS_S = int(os.environ.get("MOHEN_SOAK_SECONDS", "600"))

KEPT = ("synchronous_commit=on",)
"""Its own log must be written when something is acknowledged; the machine itself does not die."""


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    made = PostgresServer(settings=KEPT)
    yield made
    made.stop()


def told(name: str, done: Counter[str], **more: object) -> None:
    print(f"\n{name}: {dict(done)} {more or ''}")


def test_eight_processes_at_once(address: str, tmp_path: Path) -> None:
    """A short form of the soak: until eight processes have done some six hundred things."""
    with soaking(address, tmp_path, processes=PROCESSES, authors=FEW) as soak:
        soak.more(10 * STEP)
    told("eight processes", judged(soak, BUSY))


def test_mohen_is_killed(server: PostgresServer, tmp_path: Path) -> None:
    with soaking(server.start(), tmp_path, processes=4, authors=FEW) as soak:
        for _ in range(4):
            soak.more(STEP)
            soak.kill_one()
            soak.begin()
        soak.more(STEP)
    told("mohen killed", judged(soak, BUSY))


def test_postgres_is_killed(server: PostgresServer, tmp_path: Path) -> None:
    with soaking(server.start(), tmp_path, processes=4, authors=FEW) as soak:
        for _ in range(3):
            soak.more(STEP)
            server.kill()
            server.restart()
        soak.more(STEP)
    told("postgres killed", judged(soak, AWAY))


def test_a_primary_is_killed_and_its_standby_promoted(tmp_path: Path) -> None:
    primary = PostgresServer(settings=(*KEPT, "wal_level=replica"))
    standby = PostgresServer(settings=KEPT)
    try:
        after, done = _fail_over(primary, standby, tmp_path, steps=3)
    finally:
        standby.stop()
        primary.stop()
    told("primary killed", done, firstWriteAfterS=round(after, 2))


def _fail_over(
    primary: PostgresServer, standby: PostgresServer, folder: Path, *, steps: int
) -> tuple[float, Counter[str]]:
    primary.start()
    standby.follow(primary)
    primary.ask_for_standby()
    hosts = f"{primary.folder},{standby.folder}"
    address = f"postgresql://postgres@/postgres?host={hosts}&target_session_attrs=read-write"
    with soaking(address, folder, processes=4, authors=FEW) as soak:
        soak.more(steps * STEP)
        primary.kill()
        standby.promote()
        after = soak.first_write_after(time.monotonic())
        soak.more(STEP)
    return after, judged(soak, AWAY)


@pytest.mark.soak
def test_ten_minutes_of_mixed_work(tmp_path: Path) -> None:
    """`make soak-team`: nothing is killed, and nothing may be refused but for too much at once."""
    server = PostgresServer(settings=KEPT)
    try:
        with soaking(server.start(), tmp_path, processes=PROCESSES, authors=MANY) as soak:
            _for(LASTS_S, soak)
        told("soak", judged(soak, BUSY))
    finally:
        server.stop()


@pytest.mark.soak
def test_ten_minutes_of_kills(tmp_path: Path) -> None:
    """`make soak-team`: a process every few seconds, and PostgreSQL once a minute."""
    server = PostgresServer(settings=KEPT)
    try:
        with soaking(server.start(), tmp_path, processes=PROCESSES, authors=MANY) as soak:
            ends, n = time.monotonic() + LASTS_S, 0
            while time.monotonic() < ends:
                soak.more(4 * STEP)
                soak.kill_one()
                soak.begin()
                n += 1
                if n % 8 == 0:
                    server.kill()
                    server.restart()
        told("soak with kills", judged(soak, AWAY), killed=soak.killed)
    finally:
        server.stop()


def _for(seconds: int, soak: Soak) -> None:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        soak.more(STEP)
