"""Keys of model servers that the owner gave by hand: in the system's keyring where there is one,
else in a file of the home that only its owner reads. No database, export or log holds one."""

from __future__ import annotations

import json
import os
import re
import secrets
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from mohen.core.home import FILE_MODE
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument, IoFailed

if TYPE_CHECKING:
    from mohen.core.home import Home

FILE: Final = "keys.json"
KEYRING, IN_FILE = "keyring", "file"
_SERVICE: Final = "mohen"
_KEY: Final = re.compile(r"[!-~]{8,1024}")
_SHOWN: Final = 4


@dataclass(frozen=True, slots=True)
class KeptKey:
    """A key as its owner may see it."""

    last_four: str
    kept_in: str  # KEYRING or IN_FILE


class ServerKeys:
    """Each key is of one server and goes to no other: to the scheme, host and port it was given
    for. The file names the servers whose keys the keyring holds, under a name made by lot, since
    another home of the same owner may have another key for the same server."""

    def __init__(self, *, home: Home) -> None:
        self._path = home.path / FILE
        self._known: dict[str, str] = {}

    def get(self, url: str) -> str:
        """The key of that server; "" where none was given, or the keyring gives it no more."""
        kept = self._read().get(_origin(url), {})
        if name := kept.get(KEYRING):
            # Asked for once: a keyring may take its time, and each key has a name of its own.
            if name not in self._known and (ring := _keyring()) is not None:
                if not (key := _asked(ring, name)):
                    return ""  # locked; it may be opened
                self._known[name] = key
            return self._known.get(name, "")
        return str(kept.get("key", ""))

    def told(self, url: str) -> KeptKey | None:
        key = self.get(url)
        if not key:
            return None
        where = KEYRING if KEYRING in self._read().get(_origin(url), {}) else IN_FILE
        return KeptKey(key[-_SHOWN:], where)

    def put(self, url: str, key: str) -> KeptKey:
        """Keep it in the place of one that was there."""
        given, origin = sound(key), _origin(url)
        self.drop(url)
        ring, name = _keyring(), f"{origin} {secrets.token_hex(4)}"
        if ring is not None and _done(ring.set_password, name, given):
            self._write(self._read() | {origin: {KEYRING: name}})
            return KeptKey(given[-_SHOWN:], KEYRING)
        self._write(self._read() | {origin: {"key": given}})
        return KeptKey(given[-_SHOWN:], IN_FILE)

    def drop(self, url: str) -> bool:
        """Forget it; whether there was one."""
        kept = self._read()
        gone = kept.pop(_origin(url), None)
        if gone is None:
            return False
        self._known.pop(gone.get(KEYRING, ""), None)
        ring = _keyring() if KEYRING in gone else None
        if ring is not None:
            _done(ring.delete_password, gone[KEYRING])
        self._write(kept)
        return True

    def count(self) -> int:
        return len(self._read())

    def drop_all(self) -> int:
        """Forget them all; how many there were."""
        return sum(self.drop(each) for each in self._read())

    def _read(self) -> dict[str, dict[str, str]]:
        try:
            kept = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(kept, dict):
            return {}
        return {name: each for name, each in kept.items() if isinstance(each, dict)}

    def _write(self, kept: dict[str, dict[str, str]]) -> None:
        # Beside and then in place: a file that is there is always whole.
        beside = self._path.with_name(f"{FILE}.{os.getpid()}")
        try:
            if not kept:
                self._path.unlink(missing_ok=True)
                return
            made = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE)
            with os.fdopen(made, "w", encoding="utf-8") as file:
                json.dump(kept, file)
            beside.replace(self._path)
        except OSError:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            raise IoFailed("the key could not be kept in the home folder") from None


def sound(key: str) -> str:
    """Without what pasting brings along. No message repeats it."""
    given = key.strip().removeprefix("Bearer ").strip("\"' \t\r\n")
    if not _KEY.fullmatch(given):
        raise InvalidArgument("key must be 8 to 1024 letters, digits and signs", field="key")
    return given


def _origin(url: str) -> str:
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.hostname or ''}:{port}"


def _keyring() -> Any:
    """The system's, where the package is installed and there is one."""
    try:
        ring: Any = import_module("keyring")
        return ring if ring.get_keyring().priority >= 1 else None
    except Exception:  # noqa: BLE001 - backends raise anything, and are not needed
        return None


# A keyring may be locked, or its service gone.


def _asked(ring: Any, name: str) -> str:
    try:
        return ring.get_password(_SERVICE, name) or ""
    except Exception:  # noqa: BLE001
        return ""


def _done(act: Any, *said: str) -> bool:
    try:
        act(_SERVICE, *said)
    except Exception:  # noqa: BLE001
        return False
    return True
