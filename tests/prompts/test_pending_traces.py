"""Traces that are still to be kept: never many, each kept once, whoever keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from mohen.core import calls
from mohen.prompts.model import Assembly
from mohen.prompts.pending_traces import PendingTraces


def prompt(name: str) -> Assembly:
    return cast(Any, name)


class Shelf:
    """Remembers what was kept together."""

    def __init__(self) -> None:
        self.kept: list[list[str]] = []

    def keep(self, made: Sequence[Assembly]) -> None:
        calls.check()
        self.kept.append([cast(Any, each) for each in made])

    @property
    def all(self) -> list[str]:
        return [each for some in self.kept for each in some]


def test_who_asks_faster_than_the_background_keeps_lends_a_hand() -> None:
    pending, shelf = PendingTraces(), Shelf()
    # Given a background that never comes to it
    for number in range(1_000):
        pending.add(prompt(str(number)), shelf.keep, most=32)
    # Then only as many wait as may, and the others were kept in their order, many in a write
    assert len(shelf.all) >= 1_000 - 33
    assert shelf.all == [str(number) for number in range(len(shelf.all))]
    assert len(shelf.kept) < 100
    # And what waits is kept by whoever needs it
    pending.settle()
    assert len(shelf.all) == 1_000


def test_a_call_that_is_cancelled_takes_no_trace_along() -> None:
    pending, shelf = PendingTraces(), Shelf()
    for number in range(3):
        pending.add(prompt(str(number)), shelf.keep, most=32)
    call = calls.Call()
    with calls.running(call):
        call.cancel()
        pending.settle()
    assert shelf.all == ["0", "1", "2"]


def test_what_cannot_be_kept_is_let_go() -> None:
    pending, shelf = PendingTraces(), Shelf()

    def fail(_made: Sequence[Assembly]) -> None:
        raise OSError

    pending.add(prompt("lost"), fail, most=32)
    with pytest.raises(OSError):
        pending.settle()
    pending.add(prompt("kept"), shelf.keep, most=32)
    pending.settle()
    assert shelf.all == ["kept"]
