"""The sessions that are open in this process, and the lock that guards them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.session.model import Working


class WorkingMemory:
    """Lives and dies with the memory; nothing of it is ever on disk.

    What it holds are values: whoever changes one holds `lock` from reading it to putting it back,
    and does nothing slow meanwhile.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._sessions: dict[str, Working] = {}

    def get(self, session_id: str) -> Working | None:
        with self.lock:
            return self._sessions.get(session_id)

    def put(self, working: Working) -> None:
        with self.lock:
            self._sessions[working.session_id] = working

    def take(self, session_id: str) -> Working | None:
        """Out of the container, for whoever takes it first."""
        with self.lock:
            return self._sessions.pop(session_id, None)

    def all(self) -> list[Working]:
        with self.lock:
            return list(self._sessions.values())
