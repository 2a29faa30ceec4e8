"""An item of knowledge as rows: its columns, its sources, its links, its entities."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from mohen.core.database import Rows, Tx
from mohen.errors import StoreCorrupt
from mohen.knowledge.consolidation.model import Named
from mohen.knowledge.model import Category, EntityType, Fading, Item, State, place

Said = tuple[str, int, int]
"""Where something was said: session, line, when. A line of 0: the session as a whole."""

_KEPT = 1_024  # lists of names that are remembered
_STATES = {each.value: each for each in State}
_CATEGORIES = {each.value: each for each in Category}

_FIXED = ("id", "project_id", "created_at", "read_at")
_FREE = (
    "type", "content", "origin", "updated_at", "version", "state", "category", "importance",
    "score", "faded_at", "confidence", "basis", "entities", "subject", "attribute", "value",
    "valid_from", "valid_to", "event_at", "superseded_by", "stale", "put_away", "accessed_at",
    "accesses",
)  # fmt: skip
_OWN = (*_FIXED, *_FREE)
_SOURCES = (
    "(SELECT coalesce(json_group_array(CASE s.line WHEN 0 THEN s.session"
    " ELSE s.session || ':' || s.line END ORDER BY s.at, s.session, s.line), '[]')"
    " FROM knowledge_sources s WHERE s.item = k.pk)"
)
_LINKS = (
    "(SELECT coalesce(json_group_array(l.source ORDER BY l.source), '[]') FROM knowledge_links l"
    " WHERE l.item = k.pk)"
)
WHOLE = f"{', '.join(f'k.{each}' for each in _OWN)}, {_SOURCES}, {_LINKS}"
"""All columns of an item, whose row is called `k`."""
SELECT = f"SELECT {WHOLE} FROM knowledge k"
_BEGAN = "coalesce(k.valid_from, k.created_at)"
WITHIN = (
    f"{_BEGAN} >= coalesce(CAST(n.value ->> 1 AS BIGINT), {_BEGAN})"
    f" AND {_BEGAN} < coalesce(CAST(n.value ->> 2 AS BIGINT), {_BEGAN} + 1)"
)
"""Whether an item `k` began while a name stood for somebody; `n` is a `Span`."""

_INSERT = (
    f"INSERT INTO knowledge ({', '.join(_OWN)}, mark) VALUES ({','.join('?' * (len(_OWN) + 1))})"
    " RETURNING pk"
)
_UPDATE = (
    f"UPDATE knowledge SET {', '.join(f'{each} = ?' for each in _FREE)},"
    " mark = coalesce(?, mark) WHERE id = ? RETURNING pk"
)


def insert(tx: Tx, item: Item, mark: str) -> int:
    """Answers the row's number."""
    return int(tx.execute(_INSERT, (*_values(item, _OWN), mark)).get)


def update(tx: Tx, item: Item, mark: str | None) -> int | None:
    found = tx.execute(_UPDATE, (*_values(item, _FREE), mark, item.id)).get
    return None if found is None else int(found)


def _values(item: Item, columns: Iterable[str]) -> list[Any]:
    held = [getattr(item, each) for each in columns]
    return [_STORED[type(each)](each) if type(each) in _STORED else each for each in held]


_STORED: dict[type, Callable[[Any], Any]] = {
    bool: int,
    State: str,
    Category: str,
    tuple: lambda names: json.dumps(names, ensure_ascii=False) if names else "[]",
}


def items(found: Iterable[tuple[Any, ...]]) -> list[Item]:
    return [item(row) for row in found]


def item(row: tuple[Any, ...]) -> Item:
    *own, sources, links = row
    held = dict(zip(_OWN, own, strict=True))
    if not held["content"]:  # no hand of ours writes an empty one
        raise _senseless()
    try:
        held["state"], held["category"] = _STATES[held["state"]], _CATEGORIES[held["category"]]
        held["entities"] = names(held["entities"])
    except (KeyError, ValueError, TypeError):
        raise _senseless() from None
    held["stale"], held["put_away"] = bool(held["stale"]), bool(held["put_away"])
    return Item(**held, sources=names(sources), source_facts=names(links))


def fading(row: tuple[Any, ...]) -> Fading:
    try:
        id, kind, origin, held, category, *figures = row
        return Fading(id, kind, origin, _STATES[held], _CATEGORIES[category], *figures)
    except KeyError:
        raise _senseless() from None


@lru_cache(_KEPT)  # what is known of somebody is found again and again
def names(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


def state(value: str) -> State:
    try:
        return _STATES[value]
    except KeyError:
        raise _senseless() from None


def _senseless() -> StoreCorrupt:
    return StoreCorrupt("a row of mind.db makes no sense; run `mohen doctor`")


ROWS = (Rows("knowledge", f"SELECT k.pk, {WHOLE} FROM knowledge k", lambda row: item(tuple(row))),)


# -- beside the row


def put_sources(tx: Tx, pk: int, said: Iterable[Said]) -> None:
    tx.executemany(
        "INSERT OR IGNORE INTO knowledge_sources (item, session, line, at) VALUES (?,?,?,?)",
        ((pk, *each) for each in said),
    )


def told(item: Item) -> list[Said]:
    """The sources that an item names itself, as its own time has it."""
    return [(*place(each), item.created_at) for each in item.sources]


def put_links(tx: Tx, pk: int, ids: Iterable[str]) -> None:
    tx.executemany(
        "INSERT OR IGNORE INTO knowledge_links (item, source) VALUES (?,?)",
        ((pk, each) for each in ids),
    )


def put_entities(tx: Tx, pk: int, item: Item, named: Sequence[Named]) -> None:
    """Those the item names. What is said about their types stands; what was known before of one
    of which nothing is said now stays."""
    found = tx.execute("SELECT name, type FROM knowledge_entities WHERE item = ?", (pk,))
    before = {str(name): str(kind) for name, kind in found}
    types = {name: before.get(name, EntityType.OTHER.value) for name in item.entities}
    types |= {each.name: each.type.value for each in named}
    if types == before:
        return
    tx.execute("DELETE FROM knowledge_entities WHERE item = ?", (pk,))
    tx.executemany(
        "INSERT INTO knowledge_entities (item, project_id, name, type) VALUES (?,?,?,?)",
        ((pk, item.project_id or "", name, kind) for name, kind in types.items()),
    )


def row_of(tx: Tx, id: str) -> int | None:
    found = tx.execute("SELECT pk FROM knowledge WHERE id = ?", (id,)).get
    return None if found is None else int(found)
