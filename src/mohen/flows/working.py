"""The sessions of this process: a container without opinions (R3)."""

from __future__ import annotations

import threading


class WorkingMemory:
    """Lives and dies with the memory; nothing of it is ever on disk."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
