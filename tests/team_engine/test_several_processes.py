"""Several processes for one author: one works at a time, all see the same and hear what is rare."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from factories import draft, eventually
from inside import inside
from mohen.core.system import TRAVELS
from mohen.episodes.model import Question
from mohen.errors import AtWork
from mohen.memory import Memory, open_memory
from mohen.server.channels import all_pushes
from team_engine.other import Other

CANARY = "zqpushvorn"


@pytest.fixture
def mine(address: str, author: str, tmp_path: Path) -> Iterator[Memory]:
    with open_memory(address, author=author, home=tmp_path / "mine", immediate=True) as memory:
        yield memory


@pytest.fixture
def other(address: str, author: str, tmp_path: Path) -> Iterator[Other]:
    child = Other(address, author, tmp_path / "theirs")
    yield child
    child.end()


# -- one works at a time


def alone(memory: Memory, name: str = "distill") -> None:
    with inside(memory).exclusive.alone(name, "busy"):
        pass


def test_one_works_and_another_takes_over_when_it_is_killed(mine: Memory, other: Other) -> None:
    # Given another process that holds the lease
    other.ask("hold")
    with pytest.raises(AtWork, match="busy"):
        alone(mine)
    # When it is killed, nobody waits until its time is up
    other.kill()
    alone(mine)


def test_of_another_host_nobody_knows_and_its_time_must_be_up(
    mine: Memory, other: Other, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hosts cannot look at each other's processes; then time decides."""
    other.ask("hold")
    other.kill()
    house = inside(mine)
    exclusive = house.exclusive
    monkeypatch.setattr(exclusive, "is_gone", lambda _process: False)
    with pytest.raises(AtWork) as refused:
        alone(mine)
    assert 0 < refused.value.details["retryAfterMs"] <= mine.policy.upkeep.lease_ms
    monkeypatch.setattr(exclusive, "clock", _Later(house.clock, mine.policy.upkeep.lease_ms))
    alone(mine)


class _Later:
    def __init__(self, clock: Any, by: int) -> None:
        self._clock, self._by = clock, by

    def now(self) -> int:
        return int(self._clock.now()) + self._by


def test_a_clock_that_is_wrong_lets_nobody_write_twice(
    mine: Memory, address: str, author: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever lost the lease to a host whose clock is ahead cannot write what they read before."""
    home = tmp_path / "ahead"
    with open_memory(address, author=author, home=home, immediate=True) as ahead:
        theirs = inside(ahead).exclusive
        monkeypatch.setattr(theirs, "is_gone", lambda _process: False)
        monkeypatch.setattr(theirs, "clock", _Later(inside(ahead).clock, 3_600_000))
        house = inside(mine)
        with (
            house.exclusive.alone("distill", "busy"),
            theirs.alone("distill", "busy"),
            pytest.raises(AtWork, match="came first"),
        ):
            house.mind_db.write(lambda tx: house.settings_store.put_stamp(tx, CANARY, 1))
    assert house.settings_store.stamp(CANARY) is None


# -- all see the same


def test_what_one_changes_the_others_see(mine: Memory, other: Other) -> None:
    assert other.ask("privacy") is False
    mine.settings.update(privacy_mode_enabled=True)
    assert other.ask("privacy") is True
    other.ask("set", {"privacy_mode_enabled": False})
    assert mine.settings.get().privacy_mode_enabled is False


def test_what_one_records_the_others_find(mine: Memory, other: Other) -> None:
    assert other.ask("find", "heron") == []
    first = mine.episodes.record(draft(input_context="heron at dawn")).episode
    assert other.ask("find", "heron") == [first.id]
    second = mine.episodes.record(draft(input_context="a second heron")).episode
    assert sorted(other.ask("find", "heron")) == sorted([first.id, second.id])
    assert (first.seq, second.seq) == (1, 2)
    answer = mine.episodes.query(Question(project_id="novel", query_text="heron"))
    assert len(answer.items) == 2


# -- all hear what is rare

ALERT = {"code": "X", "subject": "words", "state": "began", "at": 1}


def test_a_push_reaches_who_listens_elsewhere(mine: Memory, other: Other) -> None:
    heard: list[Any] = []
    mine.listen(lambda push, data: heard.append([push, dict(data)]))
    repeated = until(lambda: mine.push("memory:alert", ALERT), lambda: other.ask("heard"))
    assert repeated[0] == ["memory:alert", ALERT]
    heard.clear()
    until(lambda: other.ask("push", "memory:alert", ALERT), lambda: heard)
    assert heard[0] == ["memory:alert", ALERT]


def until(push: Callable[[], object], heard: Callable[[], Any]) -> Any:
    """Said again until it is heard: who has just begun to listen may miss the first."""

    def tried() -> Any:
        push()
        return heard()

    eventually(tried)
    return heard()


def test_text_stays_in_its_process_and_pushes_with_their_author(
    mine: Memory, other: Other, address: str, tmp_path: Path
) -> None:
    with open_memory(
        address, author=f"other {CANARY}", home=tmp_path / "x", immediate=True
    ) as them:
        them.push("memory:alert", {**ALERT, "code": CANARY})
        mine.push("ai:skill:stream", {"runId": "r", "event": "piece", "text": CANARY})
        mine.push("memory:alert", {**ALERT, "message": {"en": CANARY, "zh": CANARY}})
        heard = until(lambda: mine.push("memory:alert", ALERT), lambda: other.ask("heard"))
    assert CANARY not in json.dumps(heard)


def test_who_was_cut_off_hears_again(mine: Memory, other: Other, address: str) -> None:
    until(lambda: mine.push("memory:alert", ALERT), lambda: other.ask("heard"))
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'mohen line'"
        )
    after = {**ALERT, "at": 2}
    eventually(
        lambda: (mine.push("memory:alert", after), ["memory:alert", after] in other.ask("heard"))[1]
    )


def test_only_declared_fields_without_text_travel() -> None:
    shapes = {each.name: each.data for each in all_pushes()}
    for push, fields in TRAVELS.items():
        assert set(fields) <= {_wire(name) for name in shapes[push].__annotations__}
        assert not {"text", "message", "refs", "ref"} & set(fields)


def _wire(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(each.title() for each in rest)


def test_a_process_has_one_line_however_many_listen(
    mine: Memory, address: str, tmp_path: Path
) -> None:
    def lines() -> int:
        with psycopg.connect(address, autocommit=True) as owner:
            found = owner.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'mohen line'"
            ).fetchone()
        return 0 if found is None else int(found[0])

    mine.listen(lambda _push, _data: None)
    eventually(lambda: lines() >= 1)
    before = lines()
    memories = [
        open_memory(
            address, author=f"author {n} {os.getpid()}", home=tmp_path / f"{n}", immediate=True
        )
        for n in range(5)
    ]
    for each in memories:
        each.listen(lambda _push, _data: None)
        each.push("memory:alert", ALERT)
        each.close()
    assert lines() == before
