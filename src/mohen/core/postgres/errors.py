"""What PostgreSQL says, in our words: the one border of the store.

The store is named; the server, its address and what was in a row never are.
"""

from __future__ import annotations

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout, TooManyRequests

from mohen.errors import (
    Detail,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

_TRANSLATIONS: tuple[tuple[type[psycopg.Error], type[StoreError], str], ...] = (
    (errors.LockNotAvailable, StoreBusy, "is locked by another process"),
    (errors.SerializationFailure, StoreBusy, "is locked by another process"),
    (errors.DeadlockDetected, StoreBusy, "is locked"),
    (errors.QueryCanceled, StoreBusy, "took too long"),
    (errors.TooManyConnections, StoreBusy, "has no connection to spare"),
    (PoolTimeout, StoreBusy, "has no connection to spare"),
    (TooManyRequests, StoreBusy, "has no connection to spare"),
    (errors.DataCorrupted, StoreCorrupt, "is damaged"),
    (errors.IndexCorrupted, StoreCorrupt, "is damaged"),
    (errors.DiskFull, StoreFull, "could not grow: the server's disk is full"),
    (errors.ReadOnlySqlTransaction, StoreReadOnly, "cannot be written"),
    (errors.InsufficientPrivilege, StoreReadOnly, "may not be used by this role"),
)

_PASSING = (
    errors.LockNotAvailable,
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.DiskFull,
    errors.TooManyConnections,
    PoolTimeout,
)


def is_transient(error: BaseException) -> bool:
    """What may pass if tried again: a lock, a lost connection, a server that starts anew."""
    if isinstance(error, _PASSING):
        return True
    if isinstance(error, errors.PipelineAborted):  # by another, which somebody did not heed
        return False
    return isinstance(error, psycopg.OperationalError) and not isinstance(
        error, errors.QueryCanceled
    )


def translate(error: psycopg.Error, name: str, retries: int = 0) -> StoreError:
    """The typed error for what PostgreSQL said."""
    said = type(error).__name__
    details: dict[str, Detail] = {"file": name, "postgres": said, "retryCount": retries}
    for theirs, ours, words in _TRANSLATIONS:
        if isinstance(error, theirs):
            return ours(f"{name} {words}; run `mohen doctor`", **details)
    if isinstance(error, psycopg.OperationalError) and error.sqlstate is None:
        return StoreError(f"{name} cannot be reached; is PostgreSQL running?", **details)
    return StoreError(f"{name} failed ({said}); run `mohen doctor`", **details)
