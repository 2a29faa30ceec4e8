"""What SQLite and the operating system say, in our words: the one border of the store.

The file is named, its folder never is, and neither is anything that was in it.
"""

from __future__ import annotations

import errno

import apsw

from mohen.errors import (
    Detail,
    StoreBusy,
    StoreClosed,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

_TRANSLATIONS: tuple[tuple[type[apsw.Error], type[StoreError], str], ...] = (
    (apsw.BusyError, StoreBusy, "is locked by another process"),
    (apsw.LockedError, StoreBusy, "is locked"),
    (apsw.CorruptError, StoreCorrupt, "is damaged"),
    (apsw.NotADBError, StoreCorrupt, "is not a database any more"),
    (apsw.FullError, StoreFull, "could not grow: the disk is full"),
    (apsw.ReadOnlyError, StoreReadOnly, "cannot be written"),
    (apsw.PermissionsError, StoreReadOnly, "may not be opened by this user"),
    (apsw.ConnectionClosedError, StoreClosed, "is closed"),
)

_OS_TRANSLATIONS: dict[int | None, type[StoreError]] = {
    errno.EACCES: StoreReadOnly,
    errno.EPERM: StoreReadOnly,
    errno.EROFS: StoreReadOnly,
    errno.ENOSPC: StoreFull,
}

TRANSIENT = (apsw.BusyError, apsw.LockedError, apsw.FullError, apsw.IOError)
"""What may pass if tried again; the rest fails at once."""


def translate(error: apsw.Error, name: str, retries: int = 0) -> StoreError:
    """The typed error for what SQLite said."""
    said = type(error).__name__
    details: dict[str, Detail] = {"file": name, "sqlite": said, "retryCount": retries}
    for theirs, ours, words in _TRANSLATIONS:
        if isinstance(error, theirs):
            return ours(f"{name} {words}; run `mohen doctor`", **details)
    return StoreError(f"{name} failed ({said}); run `mohen doctor`", **details)


def not_opened(error: OSError, name: str) -> StoreError:
    """The operating system would not even let us make the file. Its own words hold the path."""
    said = errno.errorcode.get(error.errno or 0, "OSError")
    ours = _OS_TRANSLATIONS.get(error.errno, StoreError)
    return ours(f"{name} cannot be opened ({said}); run `mohen doctor`", file=name)


def not_text(name: str) -> StoreError:
    """Bytes that are no text where text was written: the decoder's own words hold them."""
    return StoreCorrupt(f"{name} is damaged; run `mohen doctor`", file=name)


def left_out(name: str) -> StoreError:
    """A row that makes no sense was met; whoever asks again is answered without it."""
    return StoreCorrupt(
        f"{name} has a damaged row, which is left out from now on; ask again, and run "
        "`mohen doctor --mend`",
        file=name,
        leftOut=True,
    )
