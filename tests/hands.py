"""A writer with several hands: each candidate says what a test tells it to, when it is told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Event
from typing import NamedTuple

from mohen.errors import ModelError
from mohen.models.model import Reply
from mohen.text.tokens import Message

_MOMENT_S = 0.005


class _Piece(NamedTuple):
    text: str | ModelError | None  # None: that was all
    taken: Event


class Hands:
    """Can still be stopped by whoever hears it."""

    name = "hands"
    remote = False
    window = 32_768
    at_once = 3

    def __init__(self) -> None:
        self._told: defaultdict[int, SimpleQueue[_Piece]] = defaultdict(SimpleQueue)

    def only_one(self) -> None:
        self.at_once = 1

    def say(self, candidate: int, text: str) -> None:
        """Returns when it was heard."""
        self._tell(candidate, text)

    def finish(self, candidate: int, text: str) -> None:
        self.say(candidate, text)
        self._tell(candidate, None)

    def fail(self, candidate: int, error: ModelError) -> None:
        self._tell(candidate, error)

    def _tell(self, candidate: int, text: str | ModelError | None) -> None:
        piece = _Piece(text, Event())
        self._told[candidate].put(piece)
        assert piece.taken.wait(60)

    def write(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        variant: int = 0,
        heard: Callable[[str], None] = lambda _text: None,
    ) -> Reply:
        said: list[str] = []
        while True:
            try:
                piece = self._told[variant].get(timeout=_MOMENT_S)
            except Empty:
                heard("")
                continue
            if isinstance(piece.text, str):
                said.append(piece.text)
                heard(piece.text)
            piece.taken.set()
            if isinstance(piece.text, ModelError):
                raise piece.text
            if piece.text is None:
                return Reply("".join(said))
