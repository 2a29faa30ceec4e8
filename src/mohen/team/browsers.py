"""Browsers that signed in with a token of a team: kept where all of its processes find them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import TYPE_CHECKING

from mohen.core.logs import logger
from mohen.errors import StoreError
from mohen.server.browsers.kept import Browser, Halves, fresh_halves

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.policy import Doors
    from mohen.core.ports import Clock
    from mohen.team.model import Token
    from mohen.team.store import TeamStore

log = logger(__name__)

_NOTED_MS = 60_000
_NO_SEAL = "0" * 64


def seal_of(given: Halves) -> str:
    """Both halves are 256 bits of chance: their hash says nothing of them."""
    return hashlib.sha256(f"{given.cookie}\0{given.key}".encode()).hexdigest()


class TeamBrowsers:
    def __init__(
        self,
        *,
        clock: Clock,
        database: Database,
        doors: Doors,
        holds: Callable[[Token], bool],
        store: TeamStore,
    ) -> None:
        self._clock = clock
        self._database = database
        self._doors = doors
        self._holds = holds
        self._store = store

    def let_in(self, token: Token, name: str) -> Halves:
        """A new one; of too many of an author, the one that was not seen for longest goes."""
        given = fresh_halves()

        def put(tx: Tx) -> None:
            kept = self._store.browsers(token.author, tx)[self._doors.browsers - 1 :]
            self._store.drop_browsers(tx, [each.id for each in kept])
            self._store.put_browser(tx, given.id, token.id, seal_of(given), name, self._clock.now())

        self._database.write(put)
        return given

    def find(self, given: Halves) -> Token | None:
        """The token that it was let in for, if that still lets anybody in."""
        seal, seen, token = self._store.by_browser(given.id) or (_NO_SEAL, 0, None)
        same = hmac.compare_digest(seal, seal_of(given))
        if not same or token is None or not self._holds(token):
            return None
        now = self._clock.now()
        if now - seen > self._doors.browser_ms:
            return None
        if not 0 <= now - seen < _NOTED_MS:
            try:
                self._store.note_seen(given.id, now)
            except StoreError as error:
                log.warning("browser not noted as seen: %s", error.reason)
        return token

    def drop(self, id: str) -> None:
        self._database.write(lambda tx: self._store.drop_browsers(tx, [id]))

    def of(self, author: str, changed: Callable[[], None] = lambda: None) -> AuthorsBrowsers:
        """`changed` hears when one was shut out."""
        return AuthorsBrowsers(self._database, self._store, author, changed)


class AuthorsBrowsers:
    """Those of one author, as they may see them and shut them out."""

    def __init__(
        self, database: Database, store: TeamStore, author: str, changed: Callable[[], None]
    ) -> None:
        self._database = database
        self._changed = changed
        self._store = store
        self._author = author

    def all(self) -> list[Browser]:
        return self._store.browsers(self._author)

    def revoke(self, id: str | None = None) -> int:
        def drop(tx: Tx) -> int:
            known = self._store.browsers(self._author, tx)
            ids = [each.id for each in known if id in (None, each.id)]
            self._store.drop_browsers(tx, ids)
            return len(ids)

        many = self._database.write(drop).value
        self._changed()
        return many
