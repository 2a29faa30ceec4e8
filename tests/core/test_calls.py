"""Laws of a call that may run out of time or be cancelled."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from mohen.core import calls
from mohen.core.calls import Call
from mohen.errors import Canceled, Timeout
from shows import shows


def test_a_call_without_a_limit_never_runs_out():
    call = Call()
    assert call.remaining() is None
    assert call.ended() is None
    call.check()


@shows("R164")
def test_a_call_whose_time_is_up_is_a_timeout():
    call = Call(timeout_ms=0)
    assert call.remaining() == 0
    assert isinstance(call.ended(), Timeout)
    with pytest.raises(Timeout):
        call.check()


def test_time_left_is_never_negative():
    assert Call(timeout_ms=-5_000).remaining() == 0


@shows("R164")
def test_a_cancelled_call_is_canceled_however_often_it_is_cancelled():
    call = Call(timeout_ms=60_000)
    for _ in range(3):
        call.cancel()
    assert isinstance(call.ended(), Canceled)


def test_cancelled_and_late_says_cancelled():
    call = Call(timeout_ms=0)
    call.cancel()
    assert isinstance(call.ended(), Canceled)


@shows("R164")
def test_what_has_begun_can_no_longer_end():
    call = Call(timeout_ms=60_000)
    assert call.begin()
    assert not call.cancel()
    assert not call.expire()
    assert call.ended() is None
    assert call.remaining() is None  # it takes as long as it takes


@shows("R164")
@pytest.mark.parametrize("end", [Call.cancel, Call.expire])
def test_what_has_ended_can_no_longer_begin(end: Callable[[Call], bool]):
    call = Call()
    assert end(call)
    assert not call.begin()
    assert not end(call)  # once is enough, and the first reason stands
    assert call.ended() is not None


def test_what_is_late_does_not_begin():
    assert not Call(timeout_ms=0).begin()


def test_a_call_ends_or_begins_whoever_is_faster():
    for _ in range(200):
        call, go = Call(), threading.Barrier(2)
        ended: list[bool] = []

        def cancel(call: Call = call, go: threading.Barrier = go, to: list[bool] = ended) -> None:
            go.wait()
            to.append(call.cancel())

        thread = threading.Thread(target=cancel)
        thread.start()
        go.wait()
        begun = call.begin()
        thread.join()
        assert begun != ended[0]


def test_a_cancellation_wakes_everyone_who_waits_and_nobody_who_has_left():
    call, woken = Call(), []
    with call.waking(lambda: woken.append("left")):
        pass
    with call.waking(lambda: woken.append("a")), call.waking(lambda: woken.append("b")):
        call.cancel()
    assert sorted(woken) == ["a", "b"]


def test_whoever_waits_after_the_cancellation_is_woken_at_once():
    call, woken = Call(), []
    call.cancel()
    with call.waking(lambda: woken.append("late")):
        assert woken == ["late"]


def test_what_wakes_may_use_the_call():
    call, seen = Call(), []
    with call.waking(lambda: seen.append(call.ended())):
        call.cancel()
    assert isinstance(seen[0], Canceled)


def test_the_current_call_is_the_innermost_and_ends_with_its_block():
    outer, inner = Call(), Call()
    assert calls.current() is None
    with calls.running(outer):
        with calls.running(inner):
            assert calls.current() is inner
        assert calls.current() is outer
    assert calls.current() is None


def test_a_call_that_is_over_does_not_begin():
    call, begun = Call(timeout_ms=0), False
    with pytest.raises(Timeout), calls.running(call):
        begun = True
    assert not begun
    assert calls.current() is None


def test_an_error_inside_leaves_no_call_behind():
    with pytest.raises(ZeroDivisionError), calls.running(Call()):
        _ = 1 / 0
    assert calls.current() is None


def test_each_thread_has_its_own_call():
    seen = []
    with calls.running(Call()):
        thread = threading.Thread(target=lambda: seen.append(calls.current()))
        thread.start()
        thread.join()
    assert seen == [None]
