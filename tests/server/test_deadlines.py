"""A call is watched until it is answered, and not longer."""

from __future__ import annotations

from weakref import ref

from mohen.core.calls import Call
from mohen.server.dispatch import Deadlines


def test_a_call_that_is_answered_is_not_held_until_its_time_is_up() -> None:
    deadlines, held = Deadlines(), []
    for _ in range(1_000):
        call = Call(timeout_ms=600_000)
        held.append(ref(call))
        deadlines.watch(call, lambda _error: None)
        deadlines.forget(call)
    deadlines.close()
    assert sum(each() is not None for each in held) < 100
