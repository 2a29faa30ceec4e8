"""The folder `memory/` of an agent's workspace: read, and written all or nothing."""

from __future__ import annotations

import codecs
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from mohen.errors import IoFailed
from mohen.manuscript import file_refs
from mohen.manuscript.directory import (
    Directory,
    entered,
    is_abandoned,
    is_directory,
    is_half_written,
    is_plain,
    replace,
    require_plain,
)

ROOT: Final = "memory"


class Workspace:
    """See the module's first line. The workspace itself must be there; `memory/` is made."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def read(self, ref: str) -> str | None:
        *way, name = file_refs.parts(ref)
        with _translated("read"):
            try:
                with entered(self._folder, [ROOT, *way]) as directory:
                    opened = directory.open(name)
            except FileNotFoundError:
                return None
            with os.fdopen(opened, "rb") as file:
                raw = file.read()
        # Bytes that are no text belong to a line that will not be understood, and are kept so.
        return raw.removeprefix(codecs.BOM_UTF8).decode(errors="surrogateescape")

    def write(self, ref: str, text: str, over: str | None = None, /) -> bool:
        *way, name = file_refs.parts(ref)
        raw = text.encode(errors="surrogateescape")
        with (
            _translated("written"),
            entered(self._folder, [ROOT, *way], make=True) as directory,
        ):
            return replace(directory, name, raw, lambda: over is None or self.read(ref) == over)

    def delete(self, ref: str) -> bool:
        *way, name = file_refs.parts(ref)
        with _translated("deleted"):
            try:
                with entered(self._folder, [ROOT, *way]) as directory:
                    require_plain(directory.stat(name))
                    directory.remove(name)
            except FileNotFoundError:
                return False
        return True

    def refs(self, under: str = "") -> tuple[str, ...]:
        way = list(file_refs.parts(under)) if under else []
        with _translated("listed"):
            try:
                with entered(self._folder, [ROOT, *way]) as directory:
                    return tuple(sorted(_walk(directory, under)))
            except FileNotFoundError:
                return ()

    def sweep(self) -> None:
        with (
            _translated("swept"),
            suppress(FileNotFoundError),
            entered(self._folder, [ROOT]) as directory,
        ):
            _sweep(directory)


def _sweep(directory: Directory) -> None:
    for name, found in directory.entries():
        if is_directory(found):
            with directory.enter(name) as below:
                _sweep(below)
        elif is_plain(found) and is_abandoned(name, found):
            directory.remove(name)


def _walk(directory: Directory, above: str) -> Iterator[str]:
    """Plain files only: a link leads elsewhere, and is nobody's business here."""
    for name, found in directory.entries():
        ref = f"{above}/{name}" if above else name
        if is_half_written(name):
            continue
        if is_plain(found):
            yield ref
        elif is_directory(found):
            with directory.enter(name) as below:
                yield from _walk(below, ref)


@contextmanager
def _translated(done: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        said = errno.errorcode.get(error.errno or 0, "OSError")
        raise IoFailed(f"a file of the workspace could not be {done} ({said})") from None
