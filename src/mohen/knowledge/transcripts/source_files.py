"""Finds the files of a source. Looks through its folder, and never leaves it through a link."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from mohen.core.logs import logger
from mohen.core.values import dataclass
from mohen.errors import IoFailed, NotFound
from mohen.manuscript.directory import Directory, NotAPlainFile, entered, is_directory, is_plain

_NOTHING = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP)

log = logger(__name__)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file below a folder, and how it looked when it was found."""

    root: str
    way: tuple[str, ...]
    name: str
    size: int
    changed_at: int

    @property
    def ref(self) -> str:
        return "/".join((*self.way, self.name))


def find_files(path: str, wanted: Callable[[str], bool], *, depth: int) -> Iterator[SourceFile]:
    """The file itself, or all that are wanted in the folder and below, in the order of their
    names; none where nothing is."""
    with translated():
        root = real(path)
        if root is None:
            return
        if root.is_dir():
            with Directory.at(str(root)) as directory:
                found = sorted(_walk(directory, (), wanted, depth), key=lambda each: each[0])
        else:
            with Directory.at(str(root.parent)) as directory:
                found = [((root.name,), directory.stat(root.name))]
            root = root.parent
    for (*way, name), seen in found:
        yield SourceFile(str(root), tuple(way), name, seen.st_size, seen.st_mtime_ns)


def _walk(
    directory: Directory, way: tuple[str, ...], wanted: Callable[[str], bool], depth: int
) -> Iterator[tuple[tuple[str, ...], os.stat_result]]:
    for name, seen in directory.entries():
        if is_plain(seen) and wanted(name):
            yield (*way, name), seen
        elif is_directory(seen) and depth and not name.startswith("."):
            try:
                with directory.enter(name) as below:
                    yield from _walk(below, (*way, name), wanted, depth - 1)
            except OSError as error:
                log.warning("transcripts: a folder could not be read (%s)", _said(error))


def is_there(place: SourceFile) -> bool:
    return Path(place.root, *place.way, place.name).is_file()


@contextmanager
def opened(place: SourceFile) -> Iterator[BinaryIO]:
    with translated():
        with entered(place.root, place.way) as directory:
            handle = directory.open(place.name)
        with os.fdopen(handle, "rb") as file:
            yield file


def real(path: str) -> Path | None:
    """The path behind links, for the owner chose them; None where nothing is."""
    try:
        return Path(path).resolve(strict=True)
    except (ValueError, RuntimeError):  # a name no system can hold; a loop of links
        return None
    except OSError as error:
        if error.errno in _NOTHING:
            return None
        raise IoFailed(f"a transcript could not be read ({_said(error)})") from None


@contextmanager
def translated() -> Iterator[None]:
    """Turns file errors into ours. None names the file: its path is the user's own."""
    try:
        yield
    except FileNotFoundError:
        raise NotFound("the transcript is not there any more") from None
    except NotAPlainFile:
        raise IoFailed("a transcript is not a plain file") from None
    except OSError as error:
        raise IoFailed(f"a transcript could not be read ({_said(error)})") from None


def _said(error: OSError) -> str:
    return errno.errorcode.get(error.errno or 0, "OSError")
