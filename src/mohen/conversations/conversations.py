"""`memory.conversations`: what was said, word by word."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.conversations.hear import Hearing
    from mohen.conversations.search import TalkSearch


class Conversations:
    """What was said: heard, found, listed, read."""

    def __init__(self, *, hearing: Hearing, talk_search: TalkSearch) -> None:
        self.hear = hearing.hear
        self.sessions = hearing.sessions
        self.read = hearing.read
        self.search = talk_search.search
