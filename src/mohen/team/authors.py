"""Authors of a team: added, removed, listed."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from mohen.errors import InvalidArgument, NotFound
from mohen.team.model import Author

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.team.store import TeamStore

_NAME: Final = re.compile(r"\w[\w.-]{0,63}")


def author_name(typed: str) -> str:
    """A name as it is kept: the same person however it was typed. It names a folder, too."""
    name = unicodedata.normalize("NFKC", typed).strip().casefold()
    if not _NAME.fullmatch(name):
        raise InvalidArgument(
            "an author's name is 1 to 64 letters, digits, dots, hyphens and underscores, "
            "and begins with a letter or a digit",
            field="name",
        )
    return name


class Authors:
    def __init__(self, *, clock: Clock, database: Database, store: TeamStore) -> None:
        self._clock = clock
        self._database = database
        self._store = store

    def add(self, typed: str) -> tuple[Author, bool]:
        """Somebody new, or who was removed and has their memory again. False: they were in."""
        name = author_name(typed)

        def put(tx: Tx) -> tuple[Author, bool]:
            before = self._store.author(name, tx)
            self._store.put_author(tx, name, self._clock.now())
            after = self._store.author(name, tx)
            assert after is not None
            return after, before is None or before.removed is not None

        return self._database.write(put).value

    def get(self, typed: str) -> Author:
        """`NotFound` for who was never added."""
        found = self._store.author(author_name(typed))
        if found is None:
            raise NotFound("there is no such author: `mohen team list` names them", field="name")
        return found

    def list(self, after: str = "", limit: int = 1_000_000) -> list[Author]:
        return self._store.authors(after, limit)

    def remove(self, typed: str) -> Author:
        """Shut them out, with every token and browser of theirs. Their memory stays."""
        name = self.get(typed).name
        self._database.write(lambda tx: self._store.shut_out(tx, name, self._clock.now()))
        return self.get(name)

    def forget(self, name: str) -> None:
        """When nothing of theirs is left, their name goes, too."""
        self._database.write(lambda tx: self._store.drop_author(tx, name))
