"""A copy of a database for a rehearsal: in a folder of its own within the home, for its owner
alone, and gone when it is over."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mohen.store.sqlite import Database

_PREFIX = "rehearsal"
_BETWEEN = "~"


@contextmanager
def copied(database: Database, process: str) -> Iterator[Database]:
    """The database as it is now, in another file. `process`: whose it is, for `sweep`."""
    home = database.path.parent
    name = _BETWEEN.join((_PREFIX, _as_name(process), ""))
    folder = Path(tempfile.mkdtemp(prefix=name, dir=home))  # its owner's alone
    copy = database.copy_to(folder / database.name)
    try:
        yield copy
    finally:
        copy.close()
        shutil.rmtree(folder, ignore_errors=True)
