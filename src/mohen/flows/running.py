"""The runs of skills that are going on in this process, so that one can be cancelled."""

from __future__ import annotations

import threading


class Running:
    def __init__(self) -> None:
        self.lock = threading.Lock()
