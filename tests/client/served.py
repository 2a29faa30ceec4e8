"""A home that is served, and announced as `mohen serve` announces it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mohen.memory import Memory, open_memory
from mohen.server import token
from mohen.server.announcement import announced
from server.running import Running


@contextmanager
def served(home: Path, *, immediate: bool = False) -> Iterator[tuple[Running, Memory]]:
    with open_memory(home, meaning=False, immediate=immediate) as memory:
        running = Running(memory)
        running.token = token.made(home)
        try:
            with announced(home, *running.address):
                yield running, memory
        finally:
            running.close()
