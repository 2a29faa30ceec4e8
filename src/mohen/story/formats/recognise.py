"""Which make a writer's file is, by what stands in it and not by its name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mohen.core import outside_json
from mohen.errors import InvalidArgument
from mohen.knowledge.transfer.model import STORY_FORMS, Form
from mohen.knowledge.workspace.model import Trouble
from mohen.story.formats import character_cards, files, lorebooks, png_chunks, vaults
from mohen.story.formats.files import Opened
from mohen.story.formats.model import Found, Make, Thing
from mohen.story.policy import Story

MAKES: tuple[Make, ...] = (*character_cards.MAKES, *lorebooks.MAKES, *vaults.MAKES)
_BOOK_IN_PICTURE = "naidata"
_CARDS_IN_PICTURE = ("ccv3", "chara")
"""The third version first: who writes both means the newer one."""
_CARD_IN_ARCHIVE = "card.json"
_HINTS = (b'"entries"', b'"spec"', b'"first_mes"', b'"data"')
"""Without one of these a file is not worth being read twice."""
_OURS = "<!-- mohen:"


def make_of(form: Form, value: Any = None) -> Make:
    """The one that reads this value; without one the first of its form, for a new file."""
    fit = [each for each in MAKES if each.form is form]
    return next((each for each in fit if value is not None and each.knows(value)), fit[0])


def found(path: str, form: Form | None, bounds: Story) -> Found | None:
    """What a writer's tool wrote there; None where none did that we know. Raises
    `InvalidArgument`, `IoFailed`."""
    if form is not None and form not in STORY_FORMS:
        return None
    there = files.opened(path, bounds)
    if there is None:
        told = None
    elif there.files is not None:
        told = _several(there, form, bounds)
    elif there.data.startswith(png_chunks.SIGNATURE):
        told = _picture(there, bounds)
    else:
        told = _json(there)
    if form is not None and (told is None or told.form is not form):
        raise InvalidArgument("the file is of another make than format says", field="format")
    return told


def of_value(
    value: Any, ref: str, *, picture: bytes = b"", form: Form | None = None
) -> Found | None:
    """What a JSON value is."""
    fit = (each for each in MAKES if each.form is form) if form else iter(MAKES)
    make = next(
        (each for each in fit if each.knows(value) or (each.files is not None and form)), None
    )
    if make is None:
        return None
    return Found(
        form=make.form,
        name=make.titles(value) or _stem(ref),
        ref=ref,
        value=value,
        things=_things(make, value),
        picture=picture,
    )


def _things(make: Make, value: Any) -> tuple[Thing, ...]:
    return tuple(make.things(value))


def _json(there: Opened) -> Found | None:
    if not any(each in there.data for each in _HINTS):
        return None
    value = _loaded(there.data)
    return of_value(value, there.name) if isinstance(value, dict) else None


def _picture(there: Opened, bounds: Story) -> Found | None:
    held = png_chunks.texts(there.data)
    for key in (*_CARDS_IN_PICTURE, _BOOK_IN_PICTURE):
        if key in held:
            value = _loaded(png_chunks.unpacked(held[key]))
            bare = png_chunks.bare(there.data)
            told = of_value(value, there.name, picture=bare)
            if told is not None:
                return _bounded(told, bounds)
    raise InvalidArgument("the picture holds no character card", field="path")


def _several(there: Opened, form: Form | None, bounds: Story) -> Found | None:
    held = there.files or {}
    if _CARD_IN_ARCHIVE in held and there.data:
        rest = files.others(there.data, _CARD_IN_ARCHIVE, bounds.picture_bytes)
        told = of_value(_loaded(held[_CARD_IN_ARCHIVE]), there.name, picture=rest)
        if told is not None:
            return told if rest else _without_picture(told)
    if vaults.is_codex(list(held)):
        return _codex(there, held)
    notes = {path: text for path, text in held.items() if path.lower().endswith(".md")}
    if any(text.startswith(_OURS) for text in notes.values()):
        return None
    if form is Form.OBSIDIAN or there.marked or vaults.is_vault(notes):
        value = vaults.vault(notes)
        return Found(
            form=Form.OBSIDIAN,
            name=_stem(there.name),
            ref=there.name,
            value=value,
            things=_things(vaults.OBSIDIAN, value),
            troubles=there.troubles,
        )
    return None


def _codex(there: Opened, held: Mapping[str, str]) -> Found:
    try:
        value, left = vaults.codex(held)
    except ValueError:
        raise InvalidArgument("metadata.json of an entry is no JSON", field="path") from None
    out = tuple(Trouble(each, 0, "no part of the codex: left out") for each in left)
    return Found(
        form=Form.NOVELCRAFTER,
        name=_stem(there.name),
        ref=there.name,
        value=value,
        things=_things(vaults.NOVELCRAFTER, value),
        troubles=(*out, *there.troubles),
    )


def is_carrier(data: bytes) -> bool:
    """Whether a card can be put into it: a whole picture, or an archive."""
    try:
        return files.is_archive(data) or bool(png_chunks.bare(data))
    except InvalidArgument:
        return False


def _bounded(told: Found, bounds: Story) -> Found:
    return told if len(told.picture) <= bounds.picture_bytes else _without_picture(told)


def _without_picture(told: Found) -> Found:
    why = Trouble(told.ref, 0, "the picture is too large to be kept")
    return Found(
        form=told.form,
        name=told.name,
        ref=told.ref,
        value=told.value,
        things=told.things,
        troubles=(*told.troubles, why),
    )


def _loaded(data: bytes | str) -> Any:
    """JSON as it is written; `InvalidArgument` where it nests without end or holds half
    characters, which no file can."""
    try:
        value = outside_json.loads(
            data.removeprefix(b"\xef\xbb\xbf") if isinstance(data, bytes) else data
        )
        json.dumps(value, ensure_ascii=False).encode()
    except outside_json.TooDeep:
        raise InvalidArgument("the file is nested too deeply", field="path") from None
    except ValueError:
        return None
    return value


def _stem(name: str) -> str:
    stem = name.rpartition(".")[0]
    return stem or name
