"""What the inside needs from the outside: small protocols, each with at least two implementations.

The real ones live in `core/system.py`, `core/jobs.py` and `embedders/`, the scripted ones in
`testing.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from mohen.core.settings_model import EmbedderConfig

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix = npt.NDArray[np.float32]

T = TypeVar("T")


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since the epoch, UTC."""
        ...

    def pause(self, ms: int) -> None:
        """Wait: before trying again, or to let others go first."""
        ...


class Ids(Protocol):
    def new(self, prefix: str) -> str:
        """A fresh id that sorts by time of making: `ep_01J…`."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of length one.

    `name` identifies the model and its version: vectors of different names are never compared.
    `trust` (0–1) is how far its nearest neighbours outweigh shared words when ranks are fused.
    """

    @property
    def name(self) -> str: ...

    @property
    def dims(self) -> int: ...

    @property
    def trust(self) -> float: ...

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row a text, float32, L2-normalised (a text without content gives zeros).

        Raises `EmbedderError` and nothing else.
        """
        ...


class TokenCounter(Protocol):
    """Counts tokens exactly, as one named tokenizer does; `text/tokens.py` estimates."""

    @property
    def name(self) -> str: ...

    def count(self, text: str) -> int: ...


class Notify(Protocol):
    def __call__(self, push: str, data: Mapping[str, Any]) -> None:
        """Tell whoever listens. Must not block and must not raise."""
        ...


class Jobs(Protocol):
    def submit(
        self,
        name: str,
        work: Callable[[], object],
        *,
        after_ms: int = 0,
        at_most_ms: int = 0,
        once: bool = True,
        hurried: bool = True,
    ) -> None:
        """Have `work` done in the background. With `once`, a job of that name that is still
        waiting stands for this one too, and waits for quiet, at most so long. Unless it may be
        `hurried`, nobody who ends waits for it."""
        ...

    def when_idle(self, name: str, work: Callable[[], object], *, after_ms: int) -> None:
        """Have `work` done once nobody has asked for it for so long."""
        ...

    def beside(self, work: Callable[[], T]) -> Callable[[], T]:
        """Begin a part of a call's own work on another core; answers how to get what comes of
        it. For reads that compute outside Python."""
        ...

    def aside(self) -> AbstractContextManager[None]:
        """Around long work that must not make a call wait."""
        ...

    def give_way(self) -> None:
        """Called by long background work between two steps: stand aside while others are busy."""
        ...

    def is_ending(self) -> bool:
        """Whether the job that asks is waited for by whoever closes the memory: what can be
        continued another time should stop."""
        ...


EmbedderFor = Callable[[EmbedderConfig], Embedder]
"""The embedder of a setting, made once."""
CounterFor = Callable[[str], TokenCounter]
