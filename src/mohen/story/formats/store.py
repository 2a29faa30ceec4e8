"""Originals in mind.db: files of writers' tools as they came in, taken apart by what they tell of.

Rows of parts go by themselves with the entity or the piece of knowledge that they belong to: the
triggers stand in the schema, so that no way of deleting can pass them by.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from mohen.core.database import Rows
from mohen.knowledge.transfer.model import Form
from mohen.story.formats.model import Original, Part, Place

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_THING, _TEXT = "thing", "text"


class OriginalStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, project_id: str) -> list[Original]:
        """All of a project, in the order in which they came."""
        with self._database.read() as reader:
            found: list[Any] = reader.execute(
                "SELECT pk FROM story_originals WHERE project_id = ? ORDER BY pk", (project_id,)
            ).fetchall()
            return [_original(reader, pk) for (pk,) in found]

    def names(self, tx: Tx, project_id: str, form: Form) -> set[str]:
        found: list[Any] = tx.execute(
            "SELECT name FROM story_originals WHERE project_id = ? AND form = ?",
            (project_id, form.value),
        ).fetchall()
        return {name for (name,) in found}

    def named(self, tx: Tx, project_id: str, form: Form, name: str) -> Original | None:
        pk = self._pk(tx, project_id, form, name)
        return None if pk is None else _original(tx, pk)

    def put(self, tx: Tx, project_id: str, original: Original) -> None:
        """In place of the one of that name."""
        pk = self._pk(tx, project_id, original.form, original.name)
        if pk is not None:
            tx.execute("DELETE FROM story_originals WHERE pk = ?", (pk,))
        made = tx.execute(
            "INSERT INTO story_originals (project_id, form, name, ref, body, holes, picture)"
            " VALUES (?,?,?,?,?,?,?) RETURNING pk",
            (
                project_id,
                original.form.value,
                original.name,
                original.ref,
                _json(original.body),
                _json(original.holes),
                original.picture,
            ),
        ).get
        told = [(_THING, each) for each in original.things]
        told += [(_TEXT, each) for each in original.texts]
        tx.executemany(
            "INSERT INTO story_original_parts (original, project_id, kind, place, owner, body)"
            " VALUES (?,?,?,?,?,?)",
            (
                (made, project_id, kind, _json(each.place), each.owner, _json(each.value))
                for kind, each in told
            ),
        )

    # -- forgetting

    def bodies(self, project_id: str) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
        """Number and words of every original and of every part."""
        with self._database.read() as reader:
            whole: list[Any] = reader.execute(
                "SELECT pk, name, ref, body, holes FROM story_originals WHERE project_id = ?",
                (project_id,),
            ).fetchall()
            parts: list[Any] = reader.execute(
                "SELECT pk, body, place FROM story_original_parts WHERE project_id = ?",
                (project_id,),
            ).fetchall()
        return (
            [
                (pk, f"{name}\n{ref}\n{_words(body)}\n{_words(holes)}")
                for pk, name, ref, body, holes in whole
            ],
            [(pk, f"{_words(body)}\n{_words(place)}") for pk, body, place in parts],
        )

    def forget(self, tx: Tx, originals: Iterable[int], parts: Iterable[int]) -> None:
        tx.executemany("DELETE FROM story_originals WHERE pk = ?", ((pk,) for pk in originals))
        tx.executemany("DELETE FROM story_original_parts WHERE pk = ?", ((pk,) for pk in parts))

    def _pk(self, tx: Tx, project_id: str, form: Form, name: str) -> int | None:
        found = tx.execute(
            "SELECT pk FROM story_originals WHERE project_id = ? AND form = ? AND name = ?",
            (project_id, form.value, self._database.named(tx, name)),
        ).get
        return None if found is None else int(found)


def _original(tx: Tx, pk: int) -> Original:
    rows: list[Any] = tx.execute(
        "SELECT kind, place, owner, body FROM story_original_parts WHERE original = ? ORDER BY pk",
        (pk,),
    ).fetchall()
    row: Any = tx.execute(
        "SELECT form, name, ref, body, holes, picture FROM story_originals WHERE pk = ?", (pk,)
    ).fetchone()
    form, name, ref, body, holes, picture = row
    parts = [
        (kind, Part(_place(place), owner, json.loads(said))) for kind, place, owner, said in rows
    ]
    return Original(
        form=Form(form),
        name=name,
        ref=ref,
        body=json.loads(body),
        holes=tuple(tuple(each) for each in json.loads(holes)),
        things=tuple(each for kind, each in parts if kind == _THING),
        texts=tuple(each for kind, each in parts if kind == _TEXT),
        picture=picture,
    )


def _place(said: str) -> Place:
    return tuple(json.loads(said))


def _words(said: str) -> str:
    """Every text in a JSON value, as it reads."""
    return "\n".join(_texts(json.loads(said)))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


ROWS = (
    Rows(
        "story_originals",
        "SELECT pk, form, body, holes FROM story_originals",
        lambda row: (Form(row[0]), json.loads(row[1]), json.loads(row[2])),
    ),
    Rows(
        "story_original_parts",
        "SELECT pk, place, body FROM story_original_parts",
        lambda row: (_place(row[0]), json.loads(row[1])),
    ),
)
