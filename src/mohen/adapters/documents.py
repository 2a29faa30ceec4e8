"""Files that somebody gives us to read once: a memory's export, or a folder of them."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mohen.errors import InvalidArgument, IoFailed
from mohen.policy import Transfer

_READ: Final = (".md", ".markdown", ".txt", ".text", ".json", ".jsonl", ".af")


class Documents:
    """Reads, and never changes anything."""

    def __init__(self, bounds: Transfer) -> None:
        self._bounds = bounds

    def texts(self, path: str) -> Iterator[tuple[str, str | None]]:
        """The name and the text of the file, or of each in the folder, in order; None where it
        is not text. Raises `InvalidArgument`, `IoFailed`."""
        root = Path(path)
        if not root.is_absolute():
            raise InvalidArgument("path must be absolute", field="path")
        try:
            if root.is_file():
                yield root.name, self._text(root)
                return
            if not root.is_dir():
                raise InvalidArgument("there is no such file or folder", field="path")
            for each in self._files(root):
                yield each.relative_to(root).as_posix(), self._text(each)
        except OSError as error:
            raise IoFailed("a file could not be read", reason=type(error).__name__) from None

    def _files(self, root: Path) -> Iterator[Path]:
        for folder, below, names in os.walk(root):
            below[:] = sorted(each for each in below if not each.startswith("."))
            for name in sorted(names):
                if name.lower().endswith(_READ) and not name.startswith("."):
                    yield Path(folder, name)

    def _text(self, path: Path) -> str | None:
        if not path.name.lower().endswith(_READ):
            return None
        if path.stat().st_size > self._bounds.file_bytes:
            raise InvalidArgument("the file is too large: cut it into pieces", field="path")
        try:
            return path.read_bytes().removeprefix(codecs.BOM_UTF8).decode()
        except UnicodeDecodeError:
            return None
