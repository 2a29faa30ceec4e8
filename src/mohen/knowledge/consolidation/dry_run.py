"""A copy of a database to rehearse on: in a folder of its own within the home, for its owner
alone, and gone when it is over."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol
from urllib.parse import quote, unquote

from mohen.core.home import FOLDER_MODE, Home
from mohen.errors import EmbedderNotReady

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.knowledge.agents.model import Agent
    from mohen.knowledge.consolidation.model import Outcome, Phase, Trigger
    from mohen.knowledge.ports import StoryImporter, Transcripts, Workspace, WorkspaceAt
    from mohen.knowledge.transfer.model import Imported, Papers


_PREFIX, _END = "rehearsal~", "~"
_IN_USE: set[str] = set()
"""Names of this process's copies. One that bears its number and is not among them was left by
another that was killed, as in a container where every process is the first."""


@contextmanager
def copied(databases: Sequence[Database], home: Home, process: str) -> Iterator[Home]:
    """A home that holds the databases as they stand. `process`: whose it is, for `sweep`."""
    name = f"{_PREFIX}{quote(process, safe='')}{_END}{secrets.token_hex(8)}"
    folder = home.path / name
    _IN_USE.add(name)
    try:
        folder.mkdir(mode=FOLDER_MODE)
        for each in databases:
            if each.is_there:
                each.copy_into(folder / each.name)
        yield Home(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _IN_USE.discard(name)


def sweep_copies(home: Home, process: str, is_gone: Callable[[str], bool]) -> int:
    """Delete what processes left that did not live to do it; answers how many copies there are
    still, at which somebody is rehearsing."""
    for each in home.path.glob(f"{_PREFIX}*"):
        owner = _process(each)
        if is_gone(owner) or (owner == process and each.name not in _IN_USE):
            shutil.rmtree(each, ignore_errors=True)
    return sum(1 for _ in home.path.glob(f"{_PREFIX}*"))


def _process(folder: Path) -> str:
    return unquote(folder.name.removeprefix(_PREFIX).rpartition(_END)[0])


class _Runs(Protocol):
    def run_phases(
        self, agent: Agent, trigger: Trigger, only: Phase | None, run_id: str
    ) -> Outcome: ...


class _Takes(Protocol):
    def taken(self, project_id: str, read: Papers, *, dry_run: bool = False) -> Imported: ...


class Stage(Protocol):
    """What can be rehearsed on a copy, and the copy's files."""

    @property
    def consolidator(self) -> _Runs: ...
    @property
    def transfer(self) -> _Takes: ...
    @property
    def story_importer(self) -> StoryImporter: ...
    @property
    def mind_db(self) -> Database: ...
    @property
    def episodes_db(self) -> Database: ...
    @property
    def talk_db(self) -> Database: ...


class DryRun:
    """Runs a consolidation on a copy."""

    def __init__(
        self,
        *,
        home: Home,
        is_gone: Callable[[str], bool],
        mind_db: Database,
        process: str,
        talk_db: Database,
        transcripts: Transcripts,
        twin: Callable[..., Stage],
        workspace_at: WorkspaceAt,
    ) -> None:
        self._home = home
        self._is_gone = is_gone
        self._mind_db = mind_db
        self._process = process
        self._talk_db = talk_db
        self._transcripts = transcripts
        self._twin = twin
        self._workspace_at = workspace_at

    @contextmanager
    def lent(self, name: str, data: bytes) -> Iterator[str]:
        """The path of a file with these bytes, for its owner alone, and gone when it is over."""
        self.sweep()
        with copied((), self._home, self._process) as place:
            path = place.path / name
            path.write_bytes(data)
            yield str(path)

    @contextmanager
    def rehearsal(self) -> Iterator[Stage]:
        """The same memory on a copy of what is known: no model is asked, no file of a workspace
        is written."""
        self.sweep()
        with copied((self._mind_db, self._talk_db), self._home, self._process) as home:
            stage = self._twin(
                home,
                embedder_for=_no_embedder,
                model_for=lambda _config: None,
                transcripts=self._transcripts,
                workspace_at=lambda folder: _LookedAt(self._workspace_at(folder)),
            )
            try:
                yield stage
            finally:
                stage.mind_db.close()
                stage.episodes_db.close()
                stage.talk_db.close()

    def sweep(self) -> int:
        """Take away what a rehearsal left that was killed; answers how many are going on."""
        return sweep_copies(self._home, self._process, self._is_gone)


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
