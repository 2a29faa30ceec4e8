"""A copy of a database to rehearse on: in a folder of its own within the home, for its owner
alone, and gone when it is over."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, unquote

import apsw

from mohen.store.home import Home
from mohen.store.sqlite import Database

_PREFIX, _END = "rehearsal~", "~"


@contextmanager
def copied(database: Database, process: str) -> Iterator[Home]:
    """A home that holds the database as it stands. `process`: whose it is, for `sweep`."""
    named = f"{_PREFIX}{quote(process, safe='')}{_END}"
    folder = Path(tempfile.mkdtemp(prefix=named, dir=database.path.parent))
    try:
        with database.read() as reader:
            _copy(reader, folder / database.name)
        yield Home(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep(home: Home, is_gone: Callable[[str], bool]) -> int:
    """Delete what processes left that did not live to do it; answers how many there were."""
    left = [each for each in home.path.glob(f"{_PREFIX}*") if is_gone(_process(each))]
    for each in left:
        shutil.rmtree(each, ignore_errors=True)
    return len(left)


def _process(folder: Path) -> str:
    return unquote(folder.name.removeprefix(_PREFIX).rpartition(_END)[0])


def _copy(reader: apsw.Connection, path: Path) -> None:
    into = apsw.Connection(str(path))
    try:
        with into.backup("main", reader, "main") as backup:
            while not backup.done:
                backup.step(-1)
    finally:
        into.close()
