"""A writer that is no language model and says so.

It puts clauses of a stock together and shapes them until the rules it can read in the prompt hold
(`logic/offline`). It does not understand the story, invents nothing and knows nothing; it is there
so that everything around a model can be used, seen and measured without one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from mohen.models.model import Reply
from mohen.offline_writer import write as offline_writer_write
from mohen.text import tokens
from mohen.text.tokens import Message

if TYPE_CHECKING:
    from mohen.policy import Policy


class OfflineWriter:
    """See the module's first line. `notice` (English, Chinese) is for whoever shows its text;
    the text itself never holds it."""

    name: Final = "offline"
    remote: Final = False
    notice: Final = (
        "Written by Mohen's offline writer, which is no language model: it keeps your rules and "
        "understands nothing. Configure a model for real prose.",
        "由墨痕的离线写手写成。它不是语言模型，只会遵守你的规则，并不理解内容；要真正的文字，请配置模型。",
    )

    def __init__(self, policy: Policy, window: int | None = None) -> None:
        self._policy = policy
        self._window = window or policy.context.window_tokens

    @property
    def window(self) -> int:
        return self._window

    def write(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        variant: int = 0,
        heard: Callable[[str], None] = lambda _text: None,
    ) -> Reply:
        """The same prompt and variant give the same text."""
        text = offline_writer_write.write(
            messages, max_tokens=max_tokens, variant=variant, policy=self._policy
        )
        for piece in offline_writer_write.pieces(text):
            heard(piece)
        counted = self._policy.tokens
        return Reply(text, tokens.of_messages(messages, counted), tokens.estimate(text, counted))
