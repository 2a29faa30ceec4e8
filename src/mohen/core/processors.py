"""As many questions are thought about at once as the machine has processors; the others wait.

Python runs one thread at a time. Thirty that all think hand its lock to and fro, and each needs
several times the processor's time for the same answer: with 32 callers a search took 14 ms of it
instead of 3, and writes, which need little, waited half a second for the lock instead of 30 ms.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from mohen.core import calls

_FEWEST = 2  # so that one that waits for the disk does not keep all from thinking

_free = threading.BoundedSemaphore(max(_FEWEST, os.cpu_count() or 1))
_this = threading.local()


@contextmanager
def one() -> Iterator[None]:
    """Has a processor while inside; whoever has one already goes on with it. Raises if the call
    was over before its turn came."""
    if _has_one():
        yield
        return
    _free.acquire()
    _this.has_one = True
    try:
        calls.check()
        yield
    finally:
        _this.has_one = False
        _free.release()


@contextmanager
def lent() -> Iterator[None]:
    """While inside, somebody else may have it: we wait for another machine."""
    if not _has_one():
        yield
        return
    _this.has_one = False
    _free.release()
    try:
        yield
    finally:
        _free.acquire()
        _this.has_one = True


def _has_one() -> bool:
    return getattr(_this, "has_one", False)
