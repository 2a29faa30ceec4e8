"""A directory that is entered one name at a time, and never through a link.

Where the system can, everything is asked of an open directory: nothing that is put in the way
between a look and a read leads anywhere else. Where it cannot (Windows), each step is looked at
before it is taken.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from mohen.text.lazy_pattern import LazyPattern

if sys.platform == "win32":
    fcntl = None
else:
    import fcntl

_BY_HANDLE: Final = (
    os.open in os.supports_dir_fd
    and os.rename in os.supports_dir_fd
    and os.scandir in os.supports_fd
    and hasattr(os, "O_NOFOLLOW")
)
# On Windows a tag with this bit stands for another place: a link or a junction, and not a file
# that a cloud keeps.
_ELSEWHERE: Final = 0x2000_0000
_ONLY_HERE: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_READING: Final = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | _ONLY_HERE
)
_MAKING: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | _ONLY_HERE


_TOKEN: Final = 8
_HALF_WRITTEN: Final = LazyPattern(rf"\.[0-9a-f]{{{2 * _TOKEN}}}\.tmp")
_ABANDONED_S: Final = 600
_HELD_S: Final = 2.0  # far more than a write takes
_MOMENT_S: Final = 0.005


class Directory:
    """An open one. All names are plain names in it; `OSError` is all it raises."""

    def __init__(self, path: str, handle: int | None) -> None:
        self._path = path
        self._handle = handle

    @classmethod
    def at(cls, path: str) -> Directory:
        """The one at a path, whatever the path leads through: its owner chose it."""
        if _BY_HANDLE:
            return cls(path, os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
        if not stat.S_ISDIR(Path(path).stat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, "not a directory")
        return cls(path, None)

    def enter(self, name: str, *, make: bool = False) -> Directory:
        if make:
            self._make(name)
        if self._handle is not None:
            flags = os.O_RDONLY | os.O_DIRECTORY | _ONLY_HERE
            return Directory("", os.open(name, flags, dir_fd=self._handle))
        if not is_directory(self.stat(name)):
            raise NotADirectoryError(errno.ENOTDIR, "not a directory")
        return Directory(self._way(name), None)

    def _make(self, name: str) -> None:
        try:
            os.mkdir(self._way(name), dir_fd=self._handle)
        except FileExistsError:
            return

    def entries(self) -> list[tuple[str, os.stat_result]]:
        """Names and what they are; what vanishes while one looks is left out."""
        found = []
        with os.scandir(self._path if self._handle is None else self._handle) as listed:
            for each in listed:
                try:
                    found.append((each.name, each.stat(follow_symlinks=False)))
                except FileNotFoundError:
                    continue
        return found

    def stat(self, name: str) -> os.stat_result:
        return os.stat(self._way(name), dir_fd=self._handle, follow_symlinks=False)

    def open(self, name: str) -> int:
        """A plain file, to be read; anything else is refused before it is opened, for opening
        alone may hang or do something, and again when it is open."""
        require_plain(self.stat(name))
        opened = os.open(self._way(name), _READING, dir_fd=self._handle)
        try:
            require_plain(os.fstat(opened))
        except OSError:
            os.close(opened)
            raise
        return opened

    def make(self, name: str) -> int:
        """A new file, to be written."""
        return os.open(self._way(name), _MAKING, 0o666, dir_fd=self._handle)

    def put_in_place(self, name: str, place: str) -> None:
        """Rename a file over what stands at `place`, for good."""
        os.replace(
            self._way(name), self._way(place), src_dir_fd=self._handle, dst_dir_fd=self._handle
        )
        self.settle()

    def settle(self) -> None:
        """Its names are on disk."""
        if self._handle is not None:
            os.fsync(self._handle)

    @contextmanager
    def held(self) -> Iterator[None]:
        """While others that ask for it wait; where no such hold is to be had, without it."""
        if self._handle is None or fcntl is None:
            yield
            return
        taken = self._take(fcntl.flock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        try:
            yield
        finally:
            if taken:
                fcntl.flock(self._handle, fcntl.LOCK_UN)

    def _take(self, lock: Callable[[int, int], None], how: int) -> bool:
        """Not for ever: whoever holds it may be stopped."""
        assert self._handle is not None
        deadline = time.monotonic() + _HELD_S
        while True:
            try:
                lock(self._handle, how)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise TimeoutError(errno.EBUSY, "somebody else is writing") from None
                time.sleep(_MOMENT_S)
            except OSError:  # not every file system knows it
                return False
            else:
                return True

    def remove(self, name: str) -> None:
        os.unlink(self._way(name), dir_fd=self._handle)

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _way(self, name: str) -> str:
        return name if self._handle is not None else str(Path(self._path, name))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@contextmanager
def entered(path: str, way: Sequence[str], *, make: bool = False) -> Iterator[Directory]:
    """The directory at the end of a way from a path."""
    directory = Directory.at(path)
    try:
        for name in way:
            above, directory = directory, directory.enter(name, make=make)
            above.close()
        yield directory
    finally:
        directory.close()


def is_plain(found: os.stat_result) -> bool:
    """A file that is itself: no link, directory, pipe or device."""
    return stat.S_ISREG(found.st_mode) and not _leads_elsewhere(found)


def is_directory(found: os.stat_result) -> bool:
    return stat.S_ISDIR(found.st_mode) and not _leads_elsewhere(found)


def require_plain(found: os.stat_result) -> os.stat_result:
    if not is_plain(found):
        raise NotAPlainFile(errno.EINVAL, "not a plain file")
    return found


def require_writable(found: os.stat_result) -> None:
    """What its owner may not write is not replaced either, though the directory would let us."""
    if not found.st_mode & stat.S_IWUSR:
        raise PermissionError(errno.EACCES, "read-only")


def is_half_written(name: str) -> bool:
    """What `replace` writes beside a file."""
    return _HALF_WRITTEN.fullmatch(name) is not None


def is_abandoned(name: str, found: os.stat_result) -> bool:
    """Its writer did not live to put it in its place."""
    return is_half_written(name) and time.time() - found.st_mtime > _ABANDONED_S


def _leads_elsewhere(found: os.stat_result) -> bool:
    return bool(getattr(found, "st_reparse_tag", 0) & _ELSEWHERE)


class NotAPlainFile(OSError):
    """Something else stands where a file should be."""


def replace(
    directory: Directory, name: str, raw: bytes, still: Callable[[], bool] = lambda: True
) -> bool:
    """All or nothing: written beside it, on disk, then put in its place with its rights, if what
    stands there is `still` what it was. Whether it was put there."""
    mode = None
    with suppress(FileNotFoundError):
        mode = stat.S_IMODE(require_plain(directory.stat(name)).st_mode)
    beside = f".{secrets.token_hex(_TOKEN)}.tmp"
    try:
        with os.fdopen(directory.make(beside), "wb") as file:
            file.write(raw)
            file.flush()
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        if kept := still():
            directory.put_in_place(beside, name)
        else:
            directory.remove(beside)
    except OSError:
        with suppress(OSError):
            directory.remove(beside)
        raise
    return kept


def create(directory: Directory, name: str, raw: bytes) -> None:
    """A new file; `FileExistsError` where anything stands there. It holds all or is not there,
    unless whoever writes is killed: make it small."""
    with os.fdopen(directory.make(name), "wb") as file:
        try:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                directory.remove(name)
            raise
    directory.settle()


def sweep(directory: Directory) -> None:
    """Take away what a process left half written that was killed."""
    for name, found in directory.entries():
        if is_plain(found) and is_abandoned(name, found):
            with suppress(OSError):
                directory.remove(name)
