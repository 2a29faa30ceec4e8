"""Folders that get out of the way: moved with all that is in them, or taken away where nothing
is. Raises `IoFailed`."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from mohen.errors import IoFailed


def move(folder: Path) -> Path:
    """Beside where it stood, under the first free name with a number; answers where to."""
    with _translated("moved"):
        for number in count(2):
            new = folder.with_name(f"{folder.name} ({number})")
            if not os.path.lexists(new):
                folder.rename(new)
                return new
    raise AssertionError("numbers do not end")


def remove_empty(folder: Path) -> bool:
    """The folder with all empty ones below it; whether it is gone. No file is touched, and what
    is behind a link is not looked at."""
    with _translated("removed"):
        for below, _, _ in os.walk(folder, topdown=False):
            with suppress(OSError):  # something is left in it
                Path(below).rmdir()
    return not folder.exists()


@contextmanager
def _translated(done: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        said = errno.errorcode.get(error.errno or 0, "OSError")
        raise IoFailed(f"the folder cannot be {done} ({said})", field="folder") from None
