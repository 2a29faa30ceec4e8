"""A copy of a database to rehearse on: in a folder of its own within the home, for its owner
alone, and gone when it is over."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import quote, unquote

import apsw

from mohen.core.database import Database, Tx
from mohen.core.home import Home
from mohen.core.ports import Workspace
from mohen.errors import EmbedderNotReady

if TYPE_CHECKING:
    from mohen.parts import Parts


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


def sweep_copies(home: Home, is_gone: Callable[[str], bool]) -> int:
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


# -- A consolidation on a copy, to see what it would do (C75): no model is asked, no file of a


@contextmanager
def rehearsal(parts: Parts) -> Iterator[Parts]:
    """The same memory on a copy of what is known."""
    sweep(parts)
    with copied(parts.mind_db, parts.process) as home:
        stage = parts.twin(home)
        try:
            yield replace(
                stage,
                model=lambda _config: None,
                embedder=_no_embedder,
                transcripts=parts.transcripts,
                workspace=lambda folder: _LookedAt(parts.workspace(folder)),
            )
        finally:
            stage.mind_db.close()
            stage.episodes_db.close()


def sweep(parts: Parts) -> None:
    """Take away what a rehearsal left that was killed."""
    sweep_copies(parts.home, parts.is_gone)


class Unchallenged:
    """A copy is nobody else's."""

    def renew(self, _tx: Tx) -> None:
        return


def _no_embedder(_config: object) -> NoReturn:
    raise EmbedderNotReady("a rehearsal goes by words alone")


class _LookedAt:
    """A workspace that is read and left as it is."""

    def __init__(self, files: Workspace) -> None:
        self._files = files

    def read(self, ref: str) -> str | None:
        return self._files.read(ref)

    def write(self, _ref: str, _text: str, _over: str | None = None, /) -> bool:
        return True

    def delete(self, _ref: str) -> bool:
        return False

    def refs(self, under: str = "") -> tuple[str, ...]:
        return self._files.refs(under)

    def sweep(self) -> None:
        return
