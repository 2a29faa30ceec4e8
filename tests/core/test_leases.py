"""One holder at a time, until it lets go or its time is up."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inside import inside
from mohen.memory import Memory
from shows import shows


def take(memory: Memory, holder: str, now: int, until: int) -> bool:
    parts = inside(memory)
    return parts.mind_db.write(
        lambda tx: parts.lease_store.take(tx, "work", holder, now, until)
    ).value


@shows("C91")
def test_a_second_holder_waits_until_the_first_is_over(memory: Memory):
    assert take(memory, "a", 0, 10)
    assert not take(memory, "b", 9, 19)
    assert inside(memory).lease_store.holder("work") == ("a", 10)
    assert take(memory, "b", 10, 20)
    assert inside(memory).lease_store.holder("work") == ("b", 20)


def test_a_holder_may_hold_on_and_let_go(memory: Memory):
    leases, write = inside(memory).lease_store, inside(memory).mind_db.write
    assert take(memory, "a", 0, 10)
    assert take(memory, "a", 5, 15)
    write(lambda tx: leases.release(tx, "b"))  # not its to give
    assert leases.holder("work") == ("a", 15)
    write(lambda tx: leases.release(tx, "a"))
    assert leases.holder("work") is None


@shows("C91")
@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(tries=st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 5)), max_size=15))
def test_never_two_at_a_time(memory: Memory, tries: list[tuple[str, int]]):
    now = 0
    held: tuple[str, int] | None = None
    inside(memory).mind_db.write(lambda tx: tx.execute("DELETE FROM leases"))
    for who, later in tries:
        now += later
        free = held is None or held[1] <= now or held[0] == who
        assert take(memory, who, now, now + 4) is free
        held = (who, now + 4) if free else held
