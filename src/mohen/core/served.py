"""A memory that is kept by a server for a team: where, and whose it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from mohen.core.extras import command, is_installed
from mohen.core.jobs import Crew
from mohen.core.system import Broadcast, FarBroadcast, Listener
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument

if TYPE_CHECKING:
    from mohen.core.database import Database, Rows
    from mohen.core.degradation import Check

_ADDRESSES = ("postgresql://", "postgres://")
_NAME_CHARS = 128
_FOLDER_CHARS = 60
_AUTHORS = "authors"
TEAM = " team"
"""Whose rows a team's own are: nobody can be called that."""


@dataclass(frozen=True, slots=True)
class Served:
    """An author's memory on a PostgreSQL."""

    address: str = field(repr=False)  # it may hold a password
    author: str

    def home(self, usual: Path) -> Path:
        """The folder of the author's other things: keys, files, workspaces."""
        return usual / _AUTHORS / self.folder()

    def folder(self) -> str:
        """What a folder of the author's is called. Two authors never share one, on no system."""
        plain = quote(self.author, safe="").replace(".", "%2E")
        if plain != plain.lower() or len(plain) > _FOLDER_CHARS:
            mark = sha256(self.author.encode()).hexdigest()[:16]
            plain = f"{plain[:_FOLDER_CHARS].lower()}-{mark}"
        return plain

    def crew(self, size: int) -> Crew:
        """Who does the background work of all authors of this process."""
        return _crew(size)

    def database(
        self,
        name: str,
        *,
        kind: str,
        storage: Any,
        recording: Any,
        spread_most: int,
        clock: Any,
        home: Path,
        rows: Callable[[], Iterable[Rows]],
        in_file: Callable[[Path], Database],
    ) -> Database:
        """One of the author's stores; `in_file` makes a file of its kind, to be rehearsed on."""
        from mohen.core.author_keys import author_keys
        from mohen.core.postgres.database import PostgresDatabase, Tuning
        from mohen.core.postgres.server import server_at

        return PostgresDatabase(
            server_at(self.address, storage.connections),
            name=name,
            kind=kind,
            author=self.author,
            keys=author_keys(home, self.author, self.folder()),
            tuning=Tuning(
                busy_timeout_ms=storage.busy_timeout_ms,
                retries=recording.retries,
                backoff_ms=recording.backoff_ms,
                spread_most=spread_most,
                words_bytes=storage.words_bytes,
                pause=clock.pause,
                now=clock.machine.now,
            ),
            rows=rows,
            in_file=in_file,
        )

    def broadcast(self) -> Broadcast:
        """Pushes that the author hears wherever they are connected."""

        def send(push: str, data: Mapping[str, Any]) -> None:
            from mohen.core.postgres.line import line_at

            line_at(self.address).send(self.author, push, data)

        def join(hear: Listener) -> Callable[[], None]:
            from mohen.core.postgres.line import line_at

            return line_at(self.address).join(self.author, hear)

        return FarBroadcast(send, join)


@cache
def _crew(size: int) -> Crew:
    return Crew(size)


def served_at(place: str | os.PathLike[str] | None, author: str | None) -> Served | None:
    """What an address and an author's name stand for; None for a folder."""
    if not isinstance(place, str) or not is_address(place):
        if author is not None:
            raise InvalidArgument("a folder has one author: leave it out", field="author")
        return None
    _refuse_without_extra()
    if author is None:
        raise InvalidArgument("whose memory? say author=…", field="author")
    if not is_name(author):
        raise InvalidArgument(
            f"an author's name has 1 to {_NAME_CHARS} printable characters, and no space at its "
            "beginning or end",
            field="author",
        )
    return Served(place, author)


def team_at(place: str) -> Served:
    """Where it is kept who may come in to a team's server."""
    if not is_address(place):
        raise InvalidArgument("a store is an address: postgresql://…", field="store")
    _refuse_without_extra()
    return Served(place, TEAM)


def examine(address: str) -> list[Check]:
    """Whether a PostgreSQL is fit to keep memories."""
    _refuse_without_extra()
    from mohen.core.postgres import fitness

    return fitness.examine(address)


def is_address(place: object) -> bool:
    """Whether it names a PostgreSQL."""
    return isinstance(place, str) and place.startswith(_ADDRESSES)


def shown(address: str) -> str:
    """An address as it may be told: without user and password."""
    _refuse_without_extra()
    from mohen.core.postgres import fitness

    return fitness.shown(address)


def _refuse_without_extra() -> None:
    if not is_installed("postgres"):
        raise InvalidArgument(
            f"a memory on PostgreSQL needs one more package: {command('postgres')}", field="place"
        )


def is_name(author: object) -> bool:
    """Whether somebody can be called that."""
    return (
        isinstance(author, str)
        and 0 < len(author) <= _NAME_CHARS
        and author.isprintable()
        and author == author.strip()
    )
