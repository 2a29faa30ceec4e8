"""An author's seals on one store: which key holds now, and the keys of rows under it.

The row of `author_key` names the author's key, which is outside the database
(`core/author_keys.py`). Under it lie, in the database, a key for each row that was written
(`item_keys`) and the key of names.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from mohen.core import sealing
from mohen.core.author_keys import AuthorKeys
from mohen.errors import IoFailed, StoreSealed

ROWS_OF_A_COMMIT = 1 << 24
"""Keys get the number of the commit that brought them, and of the row within it."""

_KEPT = 1 << 16  # keys of rows that are remembered while a store is open
_NAMES_MOST = 4_096


class Kept(NamedTuple):
    """The row of `author_key`."""

    id: str
    lineage: str
    names: bytes


class Ring:
    """The keys that one author's key opens. Whoever has it reads what was sealed while it held."""

    def __init__(self, kept: Kept, key: bytes, whose: str) -> None:
        self.id = kept.id
        self.lineage = kept.lineage
        self.whose = whose
        self.key = key
        names = sealing.Names(sealing.unwrapped(key, kept.names, _of(whose, "names")), whose)
        self.named = lru_cache(maxsize=_NAMES_MOST)(names.sealed)
        self.name = lru_cache(maxsize=_NAMES_MOST)(names.opened)
        self._items: dict[int, bytes] = {}

    def known(self, numbers: Iterable[int]) -> dict[int, bytes]:
        """Those of these keys that are remembered."""
        items = self._items  # the same while we look, whoever remembers more
        return {each: items[each] for each in numbers if each in items}

    def learn(self, found: Iterable[tuple[int, bytes]]) -> dict[int, bytes]:
        """Keys of rows, from how they stand in the database."""
        keys = {
            number: sealing.unwrapped(self.key, kept, _of(self.whose, number))
            for number, kept in found
        }
        self.remember(keys)
        return keys

    def remember(self, keys: Mapping[int, bytes]) -> None:
        """Too many are too much to keep: then all are asked for again."""
        if len(self._items) >= _KEPT:
            self._items = {}
        self._items.update(keys)

    def wrapped(self, number: int, key: bytes) -> bytes:
        return sealing.wrapped(self.key, key, _of(self.whose, number))


class Seals:
    """One author's, on one store."""

    def __init__(self, keys: AuthorKeys, *, author: str, store: str) -> None:
        self.keys = keys
        self._store = store
        self._whose = f"{author}\0{store}"
        self._ring: Ring | None = None
        self._lock = threading.Lock()

    def known(self, id: str) -> Ring | None:
        ring = self._ring
        return ring if ring is not None and ring.id == id else None

    def ring(self, kept: Kept) -> Ring:
        """What the key in force opens."""
        with self._lock:
            if (ring := self.known(kept.id)) is None:
                ring = self._opened(kept, self.keys.read(self._name(kept.lineage, kept.id)))
                self._ring = ring
        return ring

    def _opened(self, kept: Kept, key: bytes | None) -> Ring:
        if key is None:
            raise StoreSealed(
                "the author's key is not there: bring its file back into the folder of keys, or "
                "name that folder in MOHEN_AUTHOR_KEYS; nothing was written"
            )
        try:
            return Ring(kept, key, self._whose)
        except sealing.NotOpened:
            raise StoreSealed(
                "the author's key is another than the one that sealed what is kept; nothing was "
                "written"
            ) from None

    def begin(self) -> Kept:
        """Of an author who is new here."""
        return self._made(secrets.token_hex(8))

    def renew(self, old: Ring) -> tuple[Kept, Ring]:
        """A new key, kept for good, beside the old one. What killed processes left is destroyed:
        nobody else is at this, who has the author's lock."""
        for name in self.keys.names(self._name(old.lineage, "")):
            if name != self._name(old.lineage, old.id):
                self.keys.destroy(name)
        kept = self._made(old.lineage)
        return kept, self._opened(kept, self.keys.read(self._name(kept.lineage, kept.id)))

    def destroy(self, ring: Ring) -> bool:
        """Whether it is gone; what it opened is forgotten here as well."""
        with self._lock:
            if self._ring is not None and self._ring.id == ring.id:
                self._ring = None
        try:
            self.keys.destroy(self._name(ring.lineage, ring.id))
        except IoFailed:
            return False
        return True

    def _made(self, lineage: str) -> Kept:
        id = secrets.token_hex(8)
        key = self.keys.make(self._name(lineage, id))
        return Kept(
            id,
            lineage,
            sealing.wrapped(key, sealing.new_name_key(), _of(self._whose, "names")),
        )

    def _name(self, lineage: str, id: str) -> str:
        return f"{self._store}-{lineage}-{id}"


def _of(whose: str, what: Any) -> str:
    return f"{whose}\0{what}"
