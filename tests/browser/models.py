"""A model server on this machine, which says of each candidate what a test tells it to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from queue import SimpleQueue
from typing import Any

from contracts import model_server as says
from contracts.loopback import Loopback, Said, listening
from factories import eventually
from mohen.models.presets import PRESETS

NAME = "qwen3:8b"
_USUAL = [int(each.base_url.rsplit(":", 1)[1].split("/")[0]) for each in PRESETS if each.is_local]


class Scripted:
    """Streams: `say` a piece of a candidate, `finish` it. It is told of the latest requests."""

    def __init__(self) -> None:
        self._all: list[SimpleQueue[str | None]] = []
        self._told: dict[int, SimpleQueue[str | None]] = {}

    def await_requests(self, count: int) -> None:
        """The next ones, as many as that."""
        eventually(lambda: len(self._told) >= count)

    def forget(self) -> None:
        """What was asked for so far is not spoken to any more."""
        self._told = {}

    def say(self, candidate: int, text: str) -> None:
        self._told[candidate].put(text)

    def finish(self, candidate: int, text: str = "") -> None:
        self.say(candidate, text)
        self._told[candidate].put(None)

    def __call__(self, request: dict[str, Any]) -> Said:
        told: SimpleQueue[str | None] = SimpleQueue()
        self._all.append(told)
        self._told[request.get("seed", 0)] = told
        return says.feeding(lambda: self._events(told))(request)

    def _events(self, told: SimpleQueue[str | None]) -> Iterator[bytes]:
        yield says.event("")
        while (text := told.get()) is not None:
            yield says.event(text)
        yield says.event(finish="stop")
        yield says.DONE

    def let_go(self) -> None:
        """Whoever still waits need not."""
        for each in self._all:
            each.put(None)


@contextmanager
def a_model_here(*, found: bool = False) -> Iterator[Loopback]:
    """`found`: at one of the ports where servers of models are looked for."""
    with ExitStack() as stack:
        for port in _USUAL if found else [0]:
            try:
                server = stack.enter_context(listening(says.streaming("…"), port))
                break
            except OSError:
                continue
        else:
            raise AssertionError("every usual port is taken")
        server.told["/v1/models"] = {"data": [{"id": NAME}]}
        yield server
