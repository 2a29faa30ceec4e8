"""The bearer token of a home: strong, kept to its owner, and changed without a restart."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path

from mohen.core.home import TOKEN_FILE
from mohen.errors import InvalidArgument, IoFailed

TOKEN_BYTES = 32
_CHARS = (32, 512)
_DISTINCT = 10  # of a random token of 32 characters nearly all are
_WORD = re.compile(r"[!-~]+")


class HomeToken:
    """What callers must bear: as the file of the home says now, so that a new one holds at once.
    Called, it tells the token."""

    def __init__(self, home: Path) -> None:
        self._path = home / TOKEN_FILE
        self._text = _kept(self._path) or made(home)
        self._seen = self._look()

    def __call__(self) -> str:
        seen = self._look()
        if seen is not None and seen != self._seen:
            try:
                self._text = _kept(self._path) or self._text
            except (InvalidArgument, IoFailed):
                return self._text  # a file that is no token changes nothing
            self._seen = seen
        return self._text

    def _look(self) -> tuple[int, int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size


def told(home: Path) -> str:
    """The token of a home as its file says it; "" where there is none."""
    return _kept(home / TOKEN_FILE)


def made(home: Path) -> str:
    """A new token in the place of what was there, readable by its owner alone."""
    fresh = secrets.token_urlsafe(TOKEN_BYTES)
    # Beside and then in place: a file that is there is always whole.
    beside = home / f"{TOKEN_FILE}.{os.getpid()}"
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(fresh + "\n")
        beside.replace(home / TOKEN_FILE)
    except OSError as error:
        raise _unusable(error) from None
    return fresh


def _kept(path: Path) -> str:
    """The token of the file, if there is one; a weak one is refused, for anybody could guess it."""
    try:
        if not path.exists():
            return ""
        with path.open("rb") as file:
            raw = file.read(_CHARS[1] + 2)
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(0o600)
    except OSError as error:
        raise _unusable(error) from None
    text = raw.decode("ascii", "replace").strip()
    if text and not _strong(text):
        raise InvalidArgument(
            f"the token of the home is too weak: {_CHARS[0]} random characters or more; "
            "`mohen token --rotate` makes a good one",
            field="token",
        )
    return text


def _strong(text: str) -> bool:
    long = _CHARS[0] <= len(text) <= _CHARS[1]
    return long and len(set(text)) >= _DISTINCT and _WORD.fullmatch(text) is not None


def _unusable(error: OSError) -> IoFailed:
    return IoFailed(f"the token file of the home cannot be used: {error.strerror}", field="token")
