"""Conversations: in full, and compact."""

from __future__ import annotations

from mohen.flows.parts import Parts


class ConversationsDoor:
    """Conversations: in full, and compact."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
