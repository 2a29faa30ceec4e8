"""How many writes a database has acknowledged, told beside it: so that a lost log is noticed.

After a kill the last writes stand in the write-ahead log alone. When that is deleted or cut before
the file is opened again, SQLite goes on with what is left and says nothing. So each commit counts
itself in the file, and the count is put down here, outside of it and of its log. It is not synced:
it survives a kill, and after a power failure it is at most behind, which means nothing.
"""

from __future__ import annotations

import os
import struct
import threading
import zlib
from contextlib import suppress
from pathlib import Path

from mohen.core.database import LostWrites

_COUNT = struct.Struct("<Q")
_LOST = struct.Struct("<QQ")
_SUM = struct.Struct("<I")
_LOST_AT = _COUNT.size + _SUM.size


class CommitMark:
    """The small file beside a database. Where it cannot be kept nothing is noticed, and nothing
    fails."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._file: int | None = None

    def compare(self, count: int, at: int) -> LostWrites | None:
        """What is missing of the writes that were acknowledged, as of `count` that the file has,
        the last `at` a moment; or what was missing before and nobody has acknowledged yet."""
        told, before = self._read(0, _COUNT), self.lost()
        if told is None or told[0] <= count:
            return before
        missing = told[0] - count
        lost = LostWrites(missing, at)
        if before is not None:
            lost = LostWrites(missing + before.count, min(at, before.since))
        self._write(_LOST_AT, _LOST, lost.count, lost.since)
        self.put(count)
        return lost

    def lost(self) -> LostWrites | None:
        found = self._read(_LOST_AT, _LOST)
        return LostWrites(*found) if found is not None and found[0] else None

    def acknowledge(self) -> None:
        self._write(_LOST_AT, _LOST, 0, 0)

    def put(self, count: int) -> None:
        """So many writes are in the file."""
        self._write(0, _COUNT, count)

    def lift(self) -> None:
        """Away with it, unless it tells of something that nobody has heard yet."""
        self.close()
        if self.lost() is None:
            with suppress(OSError):
                self._path.unlink()

    def close(self) -> None:
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None

    def _read(self, at: int, form: struct.Struct) -> tuple[int, ...] | None:
        """None for what is not there, or is not ours."""
        with suppress(OSError, struct.error), self._path.open("rb") as file:
            file.seek(at)
            body, told = file.read(form.size), file.read(_SUM.size)
            if _SUM.pack(zlib.crc32(body)) == told:
                return form.unpack(body)
        return None

    def _write(self, at: int, form: struct.Struct, *values: int) -> None:
        body = form.pack(*values)
        with suppress(OSError), self._lock:
            if self._file is None:
                self._file = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
            os.lseek(self._file, at, os.SEEK_SET)
            os.write(self._file, body + _SUM.pack(zlib.crc32(body)))
