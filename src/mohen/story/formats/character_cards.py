"""Character cards: one person with their words, and often a lorebook of their own.

The second and the third version hold everything in `data`; the first had it at the top, and tools
still write it there as well. Words that tell a model what to do (`system_prompt`,
`post_history_instructions`), greetings and sample talk are kept and never become knowledge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

from mohen.knowledge.transfer.model import Form
from mohen.story.formats import lorebooks
from mohen.story.formats.model import Make, Place, Telling, Thing
from mohen.story.model import ContextLevel, EntityType

V2, V3 = "chara_card_v2", "chara_card_v3"
_FIRST = ("name", "description", "personality", "scenario", "first_mes", "mes_example")
_TEXTS = ("description", "personality", "scenario")
_BOOK: Place = ("data", "character_book", "entries")


def _is_of(value: Any, spec: str) -> bool:
    inner = value.get("data") if isinstance(value, dict) else None
    return isinstance(inner, dict) and value.get("spec") == spec


def _is_second(value: Any) -> bool:
    flat = isinstance(value, dict) and all(isinstance(value.get(each), str) for each in _FIRST)
    return _is_of(value, V2) or (flat and "spec" not in value)


def _titles(value: Any) -> str:
    for held in (value.get("data"), value):
        name = held.get("name") if isinstance(held, dict) else None
        if isinstance(name, str) and name.strip():
            return name.strip()
    return ""


def _things(value: Any) -> Iterator[Thing]:
    inner = value.get("data")
    nick = inner.get("nickname") if isinstance(inner, dict) else None
    yield Thing(
        place=(),
        name=_titles(value),
        kind=EntityType.CHARACTER,
        aliases=(nick.strip(),) if isinstance(nick, str) and nick.strip() else (),
        texts=tuple(_texts(value)),
    )
    book = inner.get("character_book") if isinstance(inner, dict) else None
    entries = book.get("entries") if isinstance(book, dict) else None
    for number, each in enumerate(entries if isinstance(entries, list) else ()):
        if (found := lorebooks.thing(each, (*_BOOK, number), lorebooks.BOOK)) is not None:
            yield found


def _texts(value: Any) -> Iterator[tuple[Place, str]]:
    for way, held in ((("data",), value.get("data")), ((), value)):
        for name in _TEXTS if isinstance(held, dict) else ():
            text = held.get(name)
            if isinstance(text, str) and text.strip():
                yield (*way, name), text


def _put(held: Any, was: Thing, now: Telling) -> None:
    if was.place:
        lorebooks.put(held, was, now, lorebooks.BOOK)
    elif now.aliases != was.aliases and held.get("spec") == V3:
        held["data"]["nickname"] = next(iter(now.aliases), "")


def _second(_name: str, told: Sequence[Telling]) -> Any:
    return {"spec": V2, "spec_version": "2.0", "data": _data(told[0])}


def _third(_name: str, told: Sequence[Telling]) -> Any:
    nick = next(iter(told[0].aliases), "")
    data = _data(told[0]) | {"group_only_greetings": []} | ({"nickname": nick} if nick else {})
    return {"spec": V3, "spec_version": "3.0", "data": data}


def _data(told: Telling) -> dict[str, Any]:
    return {
        "name": told.name,
        "description": told.text,
        "personality": "",
        "scenario": "",
        "first_mes": "",
        "mes_example": "",
        "creator_notes": "",
        "system_prompt": "",
        "post_history_instructions": "",
        "alternate_greetings": [],
        "tags": [],
        "creator": "",
        "character_version": "",
        "extensions": {},
    }


def converted(card: Any, form: Form) -> Any:
    """A card as another version of itself: nothing is taken away, what is missing is added."""
    if card.get("spec") == (V3 if form is Form.SILLYTAVERN_V3 else V2):
        return card
    blank = (_third if form is Form.SILLYTAVERN_V3 else _second)("", [_NOBODY])
    made = deepcopy(card)
    flat = {name: made[name] for name in _data(_NOBODY) if name in made}
    inner = made["data"] if isinstance(made.get("data"), dict) else flat
    data = {**blank["data"], **inner}
    book = data.get("character_book")
    if isinstance(book, dict):
        data["character_book"] = {"extensions": {}, "entries": [], **book}
    return {**made, "spec": blank["spec"], "spec_version": blank["spec_version"], "data": data}


_NOBODY = Telling(name="", kind=EntityType.CHARACTER, aliases=(), level=ContextLevel.WHEN_DETECTED)

MAKES = (
    Make(
        form=Form.SILLYTAVERN_V3,
        knows=lambda value: _is_of(value, V3),
        things=_things,
        put=_put,
        fresh=_third,
        titles=_titles,
    ),
    Make(
        form=Form.SILLYTAVERN_V2,
        knows=_is_second,
        things=_things,
        put=_put,
        fresh=_second,
        titles=_titles,
    ),
)
