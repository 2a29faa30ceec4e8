"""`memory.conversations`: what was said, word by word."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.conversations.hear import Hearing


class Conversations:
    """What was said: heard, listed, read."""

    def __init__(self, *, hearing: Hearing) -> None:
        self.hear = hearing.hear
        self.sessions = hearing.sessions
        self.read = hearing.read
