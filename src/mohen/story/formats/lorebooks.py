"""Lorebooks of five makes: entries that wait for their keys to be named.

They differ in what fields are called and mean the same: a name, keys, a text, and whether the entry
is always told, or never. What else an entry holds is not ours to understand, and is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mohen.core.values import dataclass
from mohen.knowledge.transfer.model import Form
from mohen.story import card_prose, vocabulary
from mohen.story.formats.model import Make, Place, Telling, Thing
from mohen.story.model import ContextLevel, EntityType


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What the fields of an entry are called."""

    names: tuple[str, ...]  # the first that says something; a new one goes into the first
    keys: str
    text: str
    always: str = ""
    on: str = ""  # true: it may be told
    off: str = ""  # true: it may not
    commas: bool = False  # keys stand in one text
    blank: Mapping[str, Any]


_WORLD_BLANK: Mapping[str, Any] = {
    "key": [], "keysecondary": [], "comment": "", "content": "", "constant": False,
    "vectorized": False, "selective": True, "selectiveLogic": 0, "addMemo": True, "order": 100,
    "position": 0, "disable": False, "excludeRecursion": False, "preventRecursion": False,
    "delayUntilRecursion": False, "probability": 100, "useProbability": True, "depth": 4,
    "group": "", "groupOverride": False, "groupWeight": 100, "scanDepth": None,
    "caseSensitive": None, "matchWholeWords": None, "useGroupScoring": None, "automationId": "",
    "role": 0, "sticky": None, "cooldown": None, "delay": None,
}  # fmt: skip

WORLD = Shape(
    names=("comment",), keys="key", text="content", always="constant", off="disable",
    blank=_WORLD_BLANK,
)  # fmt: skip
BOOK = Shape(
    names=("name", "comment"), keys="keys", text="content", always="constant", on="enabled",
    blank={
        "keys": [], "content": "", "extensions": {}, "enabled": True, "insertion_order": 100,
        "name": "", "comment": "", "constant": False, "selective": False, "secondary_keys": [],
        "use_regex": False, "position": "before_char",
    },
)  # fmt: skip
NOVELAI = Shape(
    names=("displayName",), keys="keys", text="text", always="forceActivation", on="enabled",
    blank={
        "text": "", "displayName": "", "keys": [], "searchRange": 1000, "enabled": True,
        "forceActivation": False, "keyRelative": False, "nonStoryActivatable": False,
        "category": "", "loreBiasGroups": [],
        "contextConfig": {
            "prefix": "", "suffix": "\n", "tokenBudget": 2048, "reservedTokens": 0,
            "budgetPriority": 400, "trimDirection": "trimBottom", "insertionType": "newline",
            "maximumTrimType": "sentence", "insertionPosition": -1,
        },
    },
)  # fmt: skip
RISU = Shape(
    names=("comment",), keys="key", text="content", always="alwaysActive", commas=True,
    blank={
        "key": "", "comment": "", "content": "", "mode": "normal", "insertorder": 100,
        "alwaysActive": False, "secondkey": "", "selective": False,
    },
)  # fmt: skip
AGNAI = Shape(
    names=("name",), keys="keywords", text="entry", on="enabled",
    blank={"name": "", "entry": "", "keywords": [], "priority": 0, "weight": 0, "enabled": True},
)  # fmt: skip


# -- one entry


def thing(entry: Any, place: Place, shape: Shape, kind: EntityType | None = None) -> Thing | None:
    """What an entry describes; None where it has no name and no key."""
    if not isinstance(entry, Mapping):
        return None
    keys = _keys(entry, shape)
    said = (entry.get(each) for each in (*shape.names,))
    name = next((each.strip() for each in said if isinstance(each, str) and each.strip()), "")
    name = name or next(iter(keys), "")
    text = entry.get(shape.text)
    told = text if isinstance(text, str) else ""
    if not name and not told.strip():
        return None
    return Thing(
        place=place,
        name=name,
        kind=kind or _kind(name, told),
        aliases=keys,
        level=_level(entry, shape),
        texts=(((*place, shape.text), told),) if told.strip() else (),
    )


def _kind(name: str, text: str) -> EntityType | None:
    lines = (each.strip() for each in text.splitlines() if each.strip())
    first = next(lines, "")
    label, _, said = first.partition(":")
    if vocabulary.attribute(label) in ("type", "kind", "类型", "类别"):
        return vocabulary.entity_type(said)
    return EntityType.LOCATION if name and card_prose.is_place(name, first) else None


def _keys(entry: Mapping[str, Any], shape: Shape) -> tuple[str, ...]:
    held = entry.get(shape.keys)
    if shape.commas and isinstance(held, str):
        held = held.split(",")
    named = held if isinstance(held, list) else ()
    return tuple(dict.fromkeys(each.strip() for each in named if _says(each)))


def _says(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _level(entry: Mapping[str, Any], shape: Shape) -> ContextLevel:
    if entry.get(shape.off) is True or entry.get(shape.on) is False:
        return ContextLevel.NEVER
    return ContextLevel.ALWAYS if entry.get(shape.always) is True else ContextLevel.WHEN_DETECTED


def put(entry: Any, was: Thing, now: Telling, shape: Shape) -> None:
    """Keys and level as they are now, where they are not what the entry says."""
    if now.aliases != was.aliases:
        entry[shape.keys] = ", ".join(now.aliases) if shape.commas else list(now.aliases)
    if now.level is not was.level:
        _put_level(entry, now.level, shape)


def _put_level(entry: dict[str, Any], level: ContextLevel, shape: Shape) -> None:
    never = level is ContextLevel.NEVER
    told = {
        shape.off: never,
        shape.on: not never,
        shape.always: level is ContextLevel.ALWAYS,
    }
    entry.update({name: value for name, value in told.items() if name})


def entry(telling: Telling, shape: Shape) -> dict[str, Any]:
    """A new one."""
    keys = tuple(dict.fromkeys((telling.name, *telling.aliases)))
    made = {
        name: list(each) if isinstance(each, list) else each for name, each in shape.blank.items()
    }
    made[shape.names[0]] = telling.name
    made[shape.keys] = ", ".join(keys) if shape.commas else list(keys)
    made[shape.text] = telling.text
    _put_level(made, telling.level, shape)
    return made


# -- whole books


def _listed(
    value: Any, way: Place, shape: Shape, kinds: Mapping[str, EntityType]
) -> Iterator[Thing]:
    held = value
    for step in way:
        held = held[step]
    numbered = held.items() if isinstance(held, dict) else enumerate(held)
    for step, each in numbered:
        category = each.get("category") if isinstance(each, dict) else None
        kind = kinds.get(category) if isinstance(category, str) else None
        if (found := thing(each, (*way, step), shape, kind)) is not None:
            yield found


def _make(
    form: Form,
    shape: Shape,
    way: Place,
    knows: Callable[[Any], bool],
    whole: Callable[[str, list[dict[str, Any]]], Any],
    titles: Callable[[Any], str] = lambda _value: "",
) -> Make:
    return Make(
        form=form,
        knows=knows,
        things=lambda value: _listed(value, way, shape, _categories(value)),
        put=lambda entry, was, now: put(entry, was, now, shape),
        fresh=lambda name, told: whole(name, [entry(each, shape) for each in told]),
        titles=titles,
    )


def _categories(value: Any) -> dict[str, EntityType]:
    """NovelAI's, which are often called after what they hold."""
    held = value.get("categories") if isinstance(value, dict) else None
    named = (
        (each for each in held or () if isinstance(each, dict)) if isinstance(held, list) else ()
    )
    found = ((each.get("id"), vocabulary.entity_type(str(each.get("name", "")))) for each in named)
    return {id: kind for id, kind in found if isinstance(id, str) and id and kind is not None}


def _entries(value: Any, key: str, kind: type) -> bool:
    held = value.get(key) if isinstance(value, dict) else None
    return isinstance(held, kind)


def _inside(held: Any) -> Sequence[Any]:
    return list(held.values()) if isinstance(held, dict) else list(held)


def _some_have(value: Any, key: str, *fields: str) -> bool:
    """One that looks like an entry is enough: others may be whatever somebody made of them."""
    entries = (each for each in _inside(value[key]) if isinstance(each, dict))
    return any(all(name in each for name in fields) for each in entries)


def _is_world(value: Any) -> bool:
    return _entries(value, "entries", dict) and _some_have(value, "entries", "key", "content")


def is_book(value: Any) -> bool:
    return _entries(value, "entries", list) and _some_have(value, "entries", "keys", "content")


def _is_spec(value: Any) -> bool:
    return isinstance(value, dict) and value.get("spec") == "lorebook_v3"


def _titled(value: Any) -> str:
    inner = value.get("data") if _is_spec(value) else value
    name = inner.get("name") if isinstance(inner, dict) else None
    return name.strip() if isinstance(name, str) else ""


def _numbered(_name: str, entries: list[dict[str, Any]]) -> Any:
    return {
        "entries": {str(n): {"uid": n, **each, "displayIndex": n} for n, each in enumerate(entries)}
    }


def _lorebook_v3(name: str, entries: list[dict[str, Any]]) -> Any:
    data = {
        "name": name,
        "extensions": {},
        "entries": [_ordered(n, e) for n, e in enumerate(entries)],
    }
    return {"spec": "lorebook_v3", "data": data}


def _ordered(number: int, entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "id": number, "insertion_order": number}


MAKES = (
    _make(
        Form.NOVELAI, NOVELAI, ("entries",),
        lambda value: isinstance(value, dict) and "lorebookVersion" in value
        and _entries(value, "entries", list),
        lambda _name, entries: {
            "lorebookVersion": 5, "entries": entries,
            "settings": {"orderByKeyLocations": False}, "categories": [],
        },
    ),
    _make(
        Form.RISU, RISU, ("data",),
        lambda value: isinstance(value, dict) and value.get("type") == "risu"
        and _entries(value, "data", list),
        lambda _name, entries: {"type": "risu", "ver": 1, "data": entries},
    ),
    _make(
        Form.AGNAI, AGNAI, ("entries",),
        lambda value: isinstance(value, dict) and value.get("kind") == "memory"
        and _entries(value, "entries", list),
        lambda name, entries: {
            "kind": "memory", "name": name, "description": "", "entries": entries
        },
        _titled,
    ),
    _make(
        Form.CHARACTER_BOOK, BOOK, ("data", "entries"),
        lambda value: _is_spec(value) and _entries(value.get("data"), "entries", list),
        _lorebook_v3, _titled,
    ),
    _make(Form.CHARACTER_BOOK, BOOK, ("entries",), is_book, _lorebook_v3, _titled),
    _make(Form.LOREBOOK, WORLD, ("entries",), _is_world, _numbered, _titled),
)  # fmt: skip
"""In the order in which they are tried: those with a mark of their own first."""
