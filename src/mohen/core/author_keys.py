"""Where authors' keys live: outside the database that holds what they seal.

By default in a folder of the author's home, a file for each; `MOHEN_AUTHOR_KEYS` names another
folder. `MOHEN_AUTHOR_KEY` gives one key to derive all from: it can be read and never replaced, so
nothing can be forgotten for good with it. A key service is whatever else keeps to `AuthorKeys`.
"""

from __future__ import annotations

import hmac
import os
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from mohen.core import sealing
from mohen.core.home import FILE_MODE, FOLDER_MODE, KEYS
from mohen.errors import InvalidArgument, IoFailed

FOLDER_VARIABLE: Final = "MOHEN_AUTHOR_KEYS"
KEY_VARIABLE: Final = "MOHEN_AUTHOR_KEY"
_SUFFIX: Final = ".key"


class AuthorKeys(Protocol):
    """The keys of one author, by name. Several processes share them."""

    renews: bool
    """Whether a key can be made anew and the old one destroyed."""

    def read(self, name: str) -> bytes | None:
        """None: it is not there."""
        ...

    def make(self, name: str) -> bytes:
        """A new one, kept for good before this answers."""
        ...

    def destroy(self, name: str) -> None:
        """Gone for good when this answers; one that is not there is gone."""
        ...

    def names(self, beginning: str) -> list[str]:
        """Of all that are there and begin so."""
        ...


class KeysInFolder:
    """A file for each key, which its owner alone reads."""

    renews = True

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, name: str) -> bytes | None:
        try:
            written = self._file(name).read_text("ascii")
            key = bytes.fromhex(written)
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            raise IoFailed(
                "an author's key cannot be read: its file is damaged or closed"
            ) from None
        return key if len(key) == sealing.KEY_BYTES else None

    def make(self, name: str) -> bytes:
        key, beside = sealing.new_key(), self._file(name).with_suffix(".new")
        try:
            for each in (self._folder.parent, self._folder):  # `parents` would be open to all
                each.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            made = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
            with os.fdopen(made, "w", encoding="ascii") as file:
                file.write(key.hex() + "\n")
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._file(name))
            self._sync()
        except OSError:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            raise IoFailed("an author's key could not be kept in the folder of keys") from None
        return key

    def destroy(self, name: str) -> None:
        """Written over before it goes: where a file system writes in place, nothing of it stays."""
        try:
            with self._file(name).open("r+b") as file:
                file.write(os.urandom(2 * sealing.KEY_BYTES))
                file.flush()
                os.fsync(file.fileno())
            self._file(name).unlink()
            self._sync()
        except FileNotFoundError:
            return
        except OSError:
            raise IoFailed("an author's old key could not be destroyed") from None

    def names(self, beginning: str) -> list[str]:
        return sorted(each.stem for each in self._folder.glob(f"{beginning}*{_SUFFIX}"))

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}{_SUFFIX}"

    def _sync(self) -> None:
        """That a file came or went is on disk, where a folder can be synced."""
        if hasattr(os, "O_DIRECTORY"):
            folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


class KeyGiven:
    """All keys derived from one that somebody else keeps."""

    renews = False

    def __init__(self, key: bytes, author: str) -> None:
        self._key = key
        self._author = author

    def read(self, name: str) -> bytes:
        return hmac.digest(self._key, f"{self._author}\0{name}".encode(), "sha256")

    def make(self, name: str) -> bytes:
        return self.read(name)

    def destroy(self, name: str) -> None:  # noqa: ARG002 - nothing of ours to destroy
        return

    def names(self, beginning: str) -> list[str]:  # noqa: ARG002
        return []


def author_keys(home: Path, author: str, folder: str) -> AuthorKeys:
    """Those that the environment names, or else those in the author's home; in `folder`, which is
    this author's alone: two authors may have one home."""
    if given := os.environ.get(KEY_VARIABLE):
        try:
            key = bytes.fromhex(given.strip())
        except ValueError:
            key = b""
        if len(key) != sealing.KEY_BYTES:
            raise InvalidArgument(
                f"{KEY_VARIABLE} must be {2 * sealing.KEY_BYTES} hexadecimal digits",
                field=KEY_VARIABLE,
            )
        return KeyGiven(key, author)
    if named := os.environ.get(FOLDER_VARIABLE):
        return KeysInFolder(Path(named) / folder)
    return KeysInFolder(home / KEYS / folder)
