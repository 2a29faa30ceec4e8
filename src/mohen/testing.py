"""Fakes that ship with the package, for our tests and for yours."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mohen.errors import EmbedderError, ModelError
from mohen.models.model import Reply
from mohen.text.tokens import Message

if TYPE_CHECKING:
    from mohen.core.ports import Embedder, Matrix

_MOMENT_S = 0.005


class FrozenClock:
    """Time stands still until it is told to move."""

    def __init__(self, now: int = 1_760_000_000_000) -> None:
        self._now = now
        self.pauses: list[int] = []
        self.on_pause: Callable[[int], None] = lambda _count: None

    def now(self) -> int:
        return self._now

    def advance(self, *, days: float = 0, hours: float = 0, seconds: float = 0) -> None:
        self._now += round((days * 24 * 3600 + hours * 3600 + seconds) * 1000)

    def pause(self, ms: int) -> None:
        """Does not wait; remembers, and lets a test act while others would have waited."""
        self.pauses.append(ms)
        self.on_pause(len(self.pauses))


class CountingIds:
    """ep_000001, ep_000002 … in the order of asking."""

    def __init__(self) -> None:
        self._next = itertools.count(1)
        self._lock = threading.Lock()

    def new(self, prefix: str) -> str:
        with self._lock:
            return f"{prefix}_{next(self._next):06d}"


class FailingEmbedder:
    """Works as `inner` does until it is broken, and again when it is mended."""

    def __init__(self, inner: Embedder, *, broken: bool = False) -> None:
        self._inner = inner
        self.broken = broken

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dims(self) -> int:
        return self._inner.dims

    @property
    def trust(self) -> float:
        return self._inner.trust

    def embed(self, texts: Sequence[str]) -> Matrix:
        if self.broken:
            raise EmbedderError("the embedder is broken on purpose")
        return self._inner.embed(texts)


class HeldEmbedder(FailingEmbedder):
    """Holds every call until it is let go: for what happens while something is running."""

    def __init__(self, inner: Embedder) -> None:
        super().__init__(inner)
        self._go = threading.Event()
        self._entered = threading.Semaphore(0)

    def embed(self, texts: Sequence[str]) -> Matrix:
        self._entered.release()
        self._go.wait()
        return super().embed(texts)

    def wait_until_held(self, count: int = 1) -> None:
        for _ in range(count):
            self._entered.acquire()

    def let_go(self) -> None:
        self._go.set()


class Question(NamedTuple):
    messages: tuple[Message, ...]
    max_tokens: int
    json: bool


class ScriptedModel:
    """Answers by script and remembers what it was asked. The last line is said again and again.

    A line is what it says (sense or nonsense), or the `ModelError` it fails with.
    """

    name = "scripted"

    def __init__(self, *script: str | Reply | ModelError, remote: bool = False) -> None:
        self.script = list(script)
        self.asked: list[Question] = []
        self.remote = remote
        self._go = threading.Event()
        self._go.set()
        self._entered = threading.Semaphore(0)

    def ask(self, messages: Sequence[Message], *, max_tokens: int, json: bool = True) -> Reply:
        self.asked.append(Question(tuple(messages), max_tokens, json))
        self._entered.release()
        self._go.wait()
        line = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(line, ModelError):
            raise line
        return line if isinstance(line, Reply) else Reply(line)

    def hold(self) -> None:
        """Let every question hang until it is let go."""
        self._go.clear()

    def wait_until_held(self) -> None:
        self._entered.acquire()

    def let_go(self) -> None:
        self._go.set()


class Commission(NamedTuple):
    messages: tuple[Message, ...]
    max_tokens: int
    variant: int


class ScriptedWriter:
    """Writes by script and remembers what it was told. The last line is written again and again.

    A line is one candidate: its text, or its pieces, among which a `ModelError` is where it fails.
    Held, it can still be stopped by whoever hears it.
    """

    name = "scripted"

    def __init__(
        self,
        *script: str | Reply | ModelError | Sequence[str | ModelError],
        remote: bool = False,
        window: int = 32_768,
    ) -> None:
        self.script = list(script)
        self.asked: list[Commission] = []
        self.remote = remote
        self.window = window
        self._go = threading.Event()
        self._go.set()
        self._entered = threading.Semaphore(0)

    def write(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        variant: int = 0,
        heard: Callable[[str], None] = lambda _text: None,
    ) -> Reply:
        self.asked.append(Commission(tuple(messages), max_tokens, variant))
        self._entered.release()
        while not self._go.wait(_MOMENT_S):
            heard("")
        line = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        said = []
        for piece in _pieces(line):
            if isinstance(piece, ModelError):
                raise piece
            said.append(piece)
            heard(piece)
        return line if isinstance(line, Reply) else Reply("".join(said))

    def hold(self) -> None:
        """Write nothing until it is let go."""
        self._go.clear()

    def wait_until_held(self) -> None:
        self._entered.acquire()

    def let_go(self) -> None:
        self._go.set()


def _pieces(
    line: str | Reply | ModelError | Sequence[str | ModelError],
) -> Sequence[str | ModelError]:
    if isinstance(line, Reply):
        return [line.text]
    return [line] if isinstance(line, str | ModelError) else line
