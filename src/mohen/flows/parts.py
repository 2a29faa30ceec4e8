"""The parts that flows are made of, handed to each of them as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from mohen.flows.health import Health
from mohen.model.state import EmbedderConfig
from mohen.policy import Policy
from mohen.ports import Clock, Embedder, Ids, Jobs, Notify
from mohen.store.episodes import Episodes
from mohen.store.home import Home
from mohen.store.index import Index
from mohen.store.ledger import Ledger
from mohen.store.sqlite import Database


@dataclass(slots=True)
class Watermarks:
    """How far this process's background work has come, so that it does not look again at what
    it has done. Losing them costs one look from the beginning."""

    file: int = 0  # which file they are of: another may come to stand at its path
    embedded: int = 0
    measured: int = 0

    def of(self, database: Database) -> Watermarks:
        """These, begun afresh if the file is another."""
        database.open()
        if self.file != database.opened:
            self.file, self.embedded, self.measured = database.opened, 0, 0
        return self


@dataclass(frozen=True, slots=True)
class Parts:
    home: Home
    policy: Policy
    clock: Clock
    ids: Ids
    jobs: Jobs
    notify: Notify
    health: Health
    embedder: Callable[[EmbedderConfig], Embedder]
    episodes_db: Database
    mind_db: Database
    episodes: Episodes
    index: Index
    ledger: Ledger
    marks: Watermarks = field(default_factory=Watermarks)
