"""As many questions are thought about at once as there are processors; nobody waits for ever."""

from __future__ import annotations

import os
import threading
from contextlib import ExitStack

import pytest

from mohen.core import calls, processors
from mohen.errors import Canceled

PLACES = max(2, os.cpu_count() or 1)


def _in_threads(count: int, work) -> None:
    threads = [threading.Thread(target=work) for _ in range(count)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


def test_no_more_than_there_are_think_at_once():
    lock, inside, most = threading.Lock(), 0, 0

    def think() -> None:
        nonlocal inside, most
        for _ in range(20):
            with processors.one():
                with lock:
                    inside += 1
                    most = max(most, inside)
                os.sched_yield()
                with lock:
                    inside -= 1

    _in_threads(4 * PLACES, think)
    assert 1 <= most <= PLACES


def test_who_has_one_goes_on_with_it_and_may_lend_it():
    """All places are taken, yet a question within a question goes on; and while they are lent,
    others think."""
    full, seen = threading.Barrier(PLACES), []

    def ask() -> None:
        with processors.one(), processors.one():
            full.wait(10)
            with processors.lent():
                full.wait(10)
                with processors.one():
                    seen.append(1)
                full.wait(10)

    _in_threads(PLACES, ask)
    assert len(seen) == PLACES


def test_a_call_that_ended_while_it_waited_never_begins():
    call, begun = calls.Call(), []

    def ask() -> None:
        with calls.running(call):
            waiting.set()
            with pytest.raises(Canceled), processors.one():
                begun.append(1)

    waiting = threading.Event()
    thread = threading.Thread(target=ask)
    with ExitStack() as held:
        release, taken = threading.Event(), threading.Barrier(PLACES + 1)

        def hold() -> None:
            with processors.one():
                taken.wait(10)
                release.wait(10)

        holders = [threading.Thread(target=hold) for _ in range(PLACES)]
        for each in holders:
            each.start()
        taken.wait(10)
        held.callback(lambda: [each.join() for each in holders])
        held.callback(release.set)
        thread.start()
        waiting.wait(10)
        call.cancel()
    thread.join(10)
    assert not thread.is_alive()
    assert not begun
