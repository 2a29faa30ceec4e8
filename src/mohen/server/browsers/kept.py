"""Browsers that were let in and stay in until their owner says otherwise: each a file of the home.

A browser holds two halves, and only both together open the door: a cookie, which no script can
read, and a key in the storage of the page, which, unlike a cookie, goes to no other port of this
machine. The home holds neither, only what both come to under its token: whoever reads the file gets
in nowhere, and with another token all of them are out. When a file was changed is when its browser
was last seen, so that to note it can never bring back one that was revoked meanwhile.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from mohen.core.home import FILE_MODE, FOLDER_MODE
from mohen.core.keyed_hash import sealed
from mohen.core.logs import logger
from mohen.core.policy import Doors
from mohen.core.values import dataclass
from mohen.errors import IoFailed

log = logger(__name__)

FOLDER: Final = "browsers"
_HALF_BYTES = 32
_NOTED_MS = 60_000  # between two notes of when it was seen
_HOME_CHARS = 12
_ID: Final = re.compile(r"br_[0-9a-f]{16}")
_MOST_BYTES = 1_024  # of a file


@dataclass(frozen=True, slots=True)
class Browser:
    """One that was let in, as its owner may see it."""

    id: str
    name: str  # such as Firefox, Linux; empty where it did not say
    since: int
    seen: int


class Halves(NamedTuple):
    """What a browser bears: the cookie's value, and the page's key."""

    cookie: str
    key: str

    @property
    def id(self) -> str:
        return self.cookie.partition(".")[0]


def fresh_halves() -> Halves:
    id = f"br_{secrets.token_hex(8)}"
    halves = (secrets.token_urlsafe(_HALF_BYTES) for _ in range(2))
    return Halves(f"{id}.{next(halves)}", next(halves))


def home_name(token: str) -> str:
    """Tells homes apart that are served at the same place, and says nothing else of them."""
    return sealed(token.encode(), "home")[:_HOME_CHARS]


class Browsers:
    def __init__(
        self, home: Path, token: Callable[[], str], now: Callable[[], int], doors: Doors
    ) -> None:
        self._folder = home / FOLDER
        self._token = token
        self._now = now
        self._doors = doors
        self._unwritten: dict[str, dict[str, Any]] = {}
        """Of this process alone, where nothing can be written."""

    def let_in(self, name: str) -> Halves:
        """A new one; of too many, the one that was not seen for longest goes."""
        token = self._token()
        given = fresh_halves()
        kept = {
            "home": home_name(token),
            "seal": _seal(token, given),
            "name": name,
            "since": self._now(),
        }
        self._make_room()
        try:
            self._write(given.id, kept)
        except OSError as error:
            log.warning("a browser is let in until the server ends: %s", error.strerror)
            self._unwritten[given.id] = kept
        return given

    def knows(self, given: Halves) -> bool:
        """Whether it was let in, and is still."""
        return self._of(given) is not None

    def note_seen(self, given: Halves) -> None:
        """Now and then: a time to the minute is enough."""
        now, path = self._now(), self._folder / given.id
        with suppress(OSError):
            if not 0 <= now - _seen(path) < _NOTED_MS:
                os.utime(path, (now / 1000, now / 1000))

    def all(self) -> list[Browser]:
        """Who is in, the latest seen first."""
        found = [each for each in map(self._told, self._ids()) if each is not None]
        return sorted(found, key=lambda each: (each.seen, each.since, each.id), reverse=True)

    def revoke(self, id: str | None = None) -> int:
        """Shut one out, or all of them; how many that were."""
        ids = [each for each in self._ids() if id in (None, each)]
        try:
            for each in ids:
                (self._folder / each).unlink(missing_ok=True)
        except OSError as error:
            raise IoFailed(f"a browser could not be revoked: {error.strerror}") from None
        return len(ids)

    # -- files

    def _of(self, given: Halves) -> dict[str, Any] | None:
        if not _ID.fullmatch(given.id):
            return None
        kept = self._unwritten.get(given.id) or self._read(given.id)
        if kept is None or self._gone(given.id):
            return None
        seal = _seal(self._token(), given)
        same = hmac.compare_digest(str(kept["seal"]).encode(), seal.encode())
        return kept if same else None

    def _gone(self, id: str) -> bool:
        """Not seen for so long that its cookie is gone, too. It is not deleted: a clock may be
        wrong."""
        with suppress(OSError):
            return self._now() - _seen(self._folder / id) > self._doors.browser_ms
        return id not in self._unwritten

    def _told(self, id: str) -> Browser | None:
        kept = self._read(id)
        if kept is None or self._gone(id) or kept["home"] != home_name(self._token()):
            return None
        with suppress(OSError):
            return Browser(id, str(kept["name"]), int(kept["since"]), _seen(self._folder / id))
        return None

    def _make_room(self) -> None:
        """Also takes out what an earlier token had let in."""
        known = {each.id for each in self.all()[: self._doors.browsers - 1]}
        for id in self._ids():
            if id not in known:
                with suppress(OSError):
                    (self._folder / id).unlink()

    def _ids(self) -> Iterable[str]:
        try:
            return [each.name for each in self._folder.iterdir() if _ID.fullmatch(each.name)]
        except OSError:
            return []

    def _read(self, id: str) -> dict[str, Any] | None:
        """What is no file of ours lets nobody in."""
        try:
            with (self._folder / id).open("rb") as file:
                kept = json.loads(file.read(_MOST_BYTES))
            return {
                "home": str(kept["home"]),
                "seal": str(kept["seal"]),
                "name": str(kept["name"]),
                "since": int(kept["since"]),
            }
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def _write(self, id: str, kept: dict[str, Any]) -> None:
        self._folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
        made = os.open(self._folder / id, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        with os.fdopen(made, "w", encoding="utf-8") as file:
            json.dump(kept, file)
        now = self._now() / 1000
        os.utime(self._folder / id, (now, now))


def _seal(token: str, given: Halves) -> str:
    return sealed(token.encode(), "browser", given.cookie, given.key)


def _seen(path: Path) -> int:
    return path.stat().st_mtime_ns // 1_000_000


_MAKERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def name_of(agent: str) -> str:
    """What a browser calls itself, in two words: the first of each that it names, since each names
    its forebears too."""
    found = (
        next((name for sign, name in signs if sign in agent), None) for signs in (_MAKERS, _SYSTEMS)
    )
    return ", ".join(each for each in found if each)
