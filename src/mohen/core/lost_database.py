"""A database that vanished while it was in use: said until somebody has heard it (C96).

The file that was begun in its place is sound, so that nothing else would ever tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from mohen.core import health
from mohen.errors import StoreError

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.degradation import Alert, Degradation
    from mohen.core.health import Health
    from mohen.core.settings_store import SettingsStore


class LostDatabases:
    """Notices a database that vanished while it was open."""

    def __init__(
        self,
        *,
        episodes_db: Database,
        health: Health,
        is_gone: Callable[[str], bool],
        mind_db: Database,
        process: str,
        settings_store: SettingsStore,
    ) -> None:
        self._episodes_db = episodes_db
        self._health = health
        self._is_gone = is_gone
        self._mind_db = mind_db
        self._process = process
        self._settings_store = settings_store

    def notice(self) -> None:
        """Tell what was lost since the last look, or is back. Touches no file while nothing is new:
        every answer passes here."""
        for database, loss in self._files():
            if database.renewed != self._is_told(database, loss):
                found = [loss] if database.renewed else []
                self._health.settle(database.name, found, among=[loss.reason])

    def look(self) -> None:
        """`notice`, and hear what other processes of this home have to say of it."""
        self.notice()
        for database, loss in self._files():
            last = self._last(database, loss)
            since = self._health.since(loss.reason, database.name)
            if last is not None and self._is_over(last, since):
                self._end(database, loss)

    def of(self, database: Database) -> Degradation | None:
        """What is lost with this file."""
        return next(
            (loss for each, loss in self._files() if each is database and each.renewed), None
        )

    def acknowledge(self) -> Iterator[str]:
        """The author goes on with the new files; answers their names. What has not been told yet is
        not acknowledged by anybody."""
        for database, loss in self._files():
            last = self._last(database, loss)
            is_open = last is not None and last.ended_at is None
            if is_open or self._is_told(database, loss):
                self._end(database, loss)
                yield database.name

    def _files(self) -> tuple[tuple[Database, Degradation], ...]:
        return (
            (self._episodes_db, health.EPISODES_LOST),
            (self._mind_db, health.MIND_LOST),
        )

    def _last(self, database: Database, loss: Degradation) -> Alert | None:
        with suppress(StoreError):
            return self._settings_store.last_alert(loss.code, database.name)
        return None

    def _is_told(self, database: Database, loss: Degradation) -> bool:
        return self._health.since(loss.reason, database.name) is not None

    def _is_over(self, last: Alert, since: int | None) -> bool:
        """Somebody has acknowledged in another process what we tell; or whoever told it is gone,
        and with it the knowledge of which file would be the right one."""
        if since is not None:
            return last.ended_at is not None and last.ended_at >= since
        teller = last.detail.get("process", self._process)
        return last.ended_at is None and (teller == self._process or self._is_gone(teller))

    def _end(self, database: Database, loss: Degradation) -> None:
        database.accept_renewed()
        self._health.all_well([loss.reason])
