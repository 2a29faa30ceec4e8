"""A team: who may come in, and a memory for each author.

A small one is a folder, with team.db and a home for each author; a larger one keeps all rows on a
PostgreSQL, and in the folder what is no row.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mohen.core.home import KEYS, Home
from mohen.core.served import team_at
from mohen.core.system import SystemClock
from mohen.errors import IoFailed, StoreError
from mohen.house import team_database
from mohen.memory import Memory, open_memory
from mohen.policy import Policy
from mohen.team.people import People, people

if TYPE_CHECKING:
    from mohen.core.ports import Clock, Embedder

_HOMES = "authors"


class TeamFolder:
    """Close it when it is no longer needed."""

    def __init__(
        self,
        path: Path,
        store: str | None = None,
        *,
        policy: Policy | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.path = path
        self._store = store
        self.policy = policy or Policy()
        self.clock = clock or SystemClock()
        self._home = Home(path)
        self._home.make()
        served = None if store is None else team_at(store)
        self._database = team_database(self._home, self.policy, self.clock, served)
        self._database.open()
        self.people: People = people(self._database, self.policy, self.clock)

    def opener(self) -> Callable[[str], Memory]:
        """Opens the memory of an author. All of them share one embedder: each of its own would have
        the same weights in mind once more."""
        doors = replace(self.policy.doors, workers=self.policy.team.workers)
        policy = replace(self.policy, doors=doors)
        embedder = _embedder(policy)

        def open_author(name: str) -> Memory:
            memory = self._open(name, policy=policy, embedder=embedder)
            with suppress(StoreError):  # what cannot be read is told to whoever asks
                memory.index.follow_up()
            return memory

        return open_author

    def open(self, name: str) -> Memory:
        """For a moment, by who looks after the team."""
        return self._open(name, policy=self.policy, meaning=False)

    def _open(self, name: str, **how: Any) -> Memory:
        if self._store is None:
            return open_memory(self.home(name), **how)
        return open_memory(self._store, author=name, home=self.home(name), **how)

    def home(self, name: str) -> Path:
        return self.path / _HOMES / name

    def erase(self, name: str) -> bool:
        """Delete what a memory leaves behind that was cleared: files of its projects, and its own,
        which are empty by then. False: a server has those open, and they stay; deleted under it,
        they would be missed and begun anew. So would an author's keys: what they open on PostgreSQL
        is empty, and without them nobody of this name could ever begin again."""
        home = self.home(name)
        in_use = any(home.glob("*.db-wal"))  # the last one to close a database takes its log along
        try:
            for each in home.iterdir():
                if each.name == KEYS:
                    continue
                if each.is_dir() and not each.is_symlink():
                    shutil.rmtree(each)
                elif not (in_use and ".db" in each.name):
                    each.unlink()
            if not any(home.iterdir()):
                home.rmdir()
        except OSError as error:
            raise IoFailed(f"files of the author could not be deleted: {error.strerror}") from None
        return not in_use

    def close(self) -> None:
        self._database.close()


def _embedder(policy: Policy) -> Embedder:
    from mohen import embedders
    from mohen.core.settings_model import EmbedderConfig

    plain = os.environ.get("MOHEN_EMBEDDER") == "builtin"
    return embedders.make(EmbedderConfig() if plain else embedders.installed(), policy)
