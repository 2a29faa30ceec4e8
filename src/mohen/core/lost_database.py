"""A database that vanished while it was in use: said until somebody has heard it (C96).

The file that was begun in its place is sound, so that nothing else would ever tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from mohen.core import health
from mohen.core.database import Database
from mohen.core.degradation import Alert, Degradation
from mohen.errors import StoreError

if TYPE_CHECKING:
    from mohen.parts import Parts


def notice(parts: Parts) -> None:
    """Tell what was lost since the last look, or is back. Touches no file while nothing is new:
    every answer passes here."""
    for database, loss in _files(parts):
        if database.renewed != _is_told(parts, database, loss):
            found = [loss] if database.renewed else []
            parts.health.settle(database.name, found, among=[loss.reason])


def look(parts: Parts) -> None:
    """`notice`, and hear what other processes of this home have to say of it."""
    notice(parts)
    for database, loss in _files(parts):
        last = _last(parts, database, loss)
        since = parts.health.since(loss.reason, database.name)
        if last is not None and _is_over(parts, last, since):
            _end(parts, database, loss)


def of(parts: Parts, database: Database) -> Degradation | None:
    """What is lost with this file."""
    return next((loss for each, loss in _files(parts) if each is database and each.renewed), None)


def acknowledge(parts: Parts) -> Iterator[str]:
    """The author goes on with the new files; answers their names. What has not been told yet is
    not acknowledged by anybody."""
    for database, loss in _files(parts):
        last = _last(parts, database, loss)
        is_open = last is not None and last.ended_at is None
        if is_open or _is_told(parts, database, loss):
            _end(parts, database, loss)
            yield database.name


def _files(parts: Parts) -> tuple[tuple[Database, Degradation], ...]:
    return (
        (parts.episodes_db, health.EPISODES_LOST),
        (parts.mind_db, health.MIND_LOST),
    )


def _last(parts: Parts, database: Database, loss: Degradation) -> Alert | None:
    with suppress(StoreError):
        return parts.ledger.last_alert(loss.code, database.name)
    return None


def _is_told(parts: Parts, database: Database, loss: Degradation) -> bool:
    return parts.health.since(loss.reason, database.name) is not None


def _is_over(parts: Parts, last: Alert, since: int | None) -> bool:
    """Somebody has acknowledged in another process what we tell; or whoever told it is gone,
    and with it the knowledge of which file would be the right one."""
    if since is not None:
        return last.ended_at is not None and last.ended_at >= since
    teller = last.detail.get("process", parts.process)
    return last.ended_at is None and (teller == parts.process or parts.is_gone(teller))


def _end(parts: Parts, database: Database, loss: Degradation) -> None:
    database.accept_renewed()
    parts.health.all_well([loss.reason])
