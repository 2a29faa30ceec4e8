"""A writer that is no language model and says so: it keeps the rules in its prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mohen.model.language import Message, Reply

if TYPE_CHECKING:
    from mohen.policy import Policy


class OfflineWriter:
    """See the module's first line."""

    name = "offline"
    remote = False

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    @property
    def window(self) -> int:
        return self._policy.context.window_tokens

    def write(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        variant: int = 0,
        heard: Callable[[str], None] = lambda _text: None,
    ) -> Reply:
        raise NotImplementedError
