"""The keeper of a file's write-ahead log. Refuses to make a write wait as long as it can."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import apsw

log = logging.getLogger(__name__)

_FAR_BEHIND = 4
"""Times the length at which a checkpoint is due: then it cannot be left to the thread alone."""


class Keeper:
    """Copies the write-ahead log back into the database, off the write path."""

    def __init__(self, connect: Callable[[], apsw.Connection], threshold: int) -> None:
        self._connect = connect
        self._threshold = threshold
        self._due = threading.Event()
        self._closing = False
        self._one_at_a_time = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="mohen-keeper", daemon=True)
        self._thread.start()

    def grown(self, connection: apsw.Connection, _schema: str, pages: int) -> int:
        """Called by SQLite after each commit, on the lane's thread, with the log's length."""
        if pages >= self._threshold:
            self._due.set()
        if pages >= self._threshold * _FAR_BEHIND:
            # Under a stream of commits the thread never sees the end of the log, so the log
            # could never begin anew. Here nobody appends to it.
            self._checkpoint(connection)
        return apsw.SQLITE_OK

    def close(self) -> None:
        self._closing = True
        self._due.set()
        self._thread.join()

    def _run(self) -> None:
        connection: apsw.Connection | None = None
        while True:
            self._due.wait()
            self._due.clear()
            if self._closing:
                break
            try:
                connection = connection or self._connect()
            except apsw.Error as error:
                log.warning("checkpoint postponed: %s", type(error).__name__)
            else:
                self._checkpoint(connection)
        if connection is not None:
            connection.close()

    def cut(self, connection: apsw.Connection) -> bool:
        """Copy the log back and cut it to nothing; False when others are in the way."""
        with self._one_at_a_time:
            try:
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except (apsw.BusyError, apsw.LockedError):
                return False
        return True

    def _checkpoint(self, connection: apsw.Connection) -> None:
        try:
            with self._one_at_a_time:
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except apsw.BusyError:
            pass  # somebody else is at it
        except apsw.Error as error:
            # The log only stays longer; the next commit asks again.
            log.warning("checkpoint postponed: %s", type(error).__name__)
