"""What the rest asks of language models: two small protocols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from mohen.core.settings_model import ModelConfig
from mohen.errors import ModelError
from mohen.models.model import Reply
from mohen.text.tokens import Message

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mohen.models.local_server import Serving

    Matrix = npt.NDArray[np.float32]


class LanguageModel(Protocol):
    """A language model: answers a question in words. `name` is what receipts call it, `remote`
    says whether the question leaves this machine."""

    @property
    def name(self) -> str: ...

    @property
    def remote(self) -> bool: ...

    def ask(self, messages: Sequence[Message], *, max_tokens: int, json: bool = True) -> Reply:
        """What the model says, in at most `max_tokens`; with `json`, one JSON object.

        Raises `ModelError` and nothing else.
        """
        ...


class Reads(Protocol):
    """Whom a prompt is made for."""

    @property
    def name(self) -> str: ...

    @property
    def window(self) -> int:
        """Tokens it can read and write together."""
        ...


class Writer(Reads, Protocol):
    """Writes prose for a skill. `remote` says whether the prompt leaves this machine."""

    @property
    def remote(self) -> bool: ...

    def write(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        variant: int = 0,
        heard: Callable[[str], None] = lambda _text: None,
    ) -> Reply:
        """One candidate; `variant` (0, 1, 2 …) asks for another one than before. `heard` is
        told each piece as it comes, and may raise to stop the writing: what it raised comes out.

        Raises `ModelError` and nothing else of its own.
        """
        ...


@runtime_checkable
class Unrepeating(Protocol):
    """A writer who can be told what was said already."""

    def after(self, said: Sequence[str]) -> Writer:
        """The same writer, who repeats no sentence of these texts."""
        ...


@runtime_checkable
class SideBySide(Protocol):
    """A writer who can write several candidates at the same time, each in a thread of its own."""

    @property
    def at_once(self) -> int:
        """So many."""
        ...

    def only_one(self) -> None:
        """Its server writes for one at a time: from now on so does it."""
        ...


class Local(Protocol):
    """Serves the weights of this machine."""

    def missing(self, name: str) -> ModelError | None: ...

    def reach(self, name: str, window: int) -> Serving: ...

    def crashed(self) -> str | None: ...


ModelFor = Callable[[ModelConfig], LanguageModel | None]


WriterFor = Callable[[ModelConfig], Writer]
