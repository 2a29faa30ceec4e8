"""Folders of Markdown: an Obsidian vault, and what Novelcrafter exports.

A value is what stands in each file: the head as it is written, and the rest. Novelcrafter has a
folder for each entry of its codex, with `entry.md`, `metadata.json` and notes to oneself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mohen.core import outside_json
from mohen.knowledge.transfer.model import Form
from mohen.story import card_prose, vocabulary
from mohen.story.formats import front_matter
from mohen.story.formats.model import Make, Place, Telling, Thing
from mohen.story.model import ContextLevel, EntityType
from mohen.text.lazy_pattern import LazyPattern

_LINK = LazyPattern(
    r"!?\[\[(?P<name>[^\[\]|#^\n]{1,200})(?:[#^][^\[\]|\n]{0,200})?(?:\|(?P<shown>[^\[\]\n]{0,200}))?\]\]"
)
_TAG = LazyPattern(r"#?(?P<tag>[^\s#/]+)")
_ENTRY, _DATA, _OWN_NOTES = "entry.md", "metadata.json", "notes.md"
_KINDS = {"object": EntityType.ITEM, "objects": EntityType.ITEM, "subplot": EntityType.EVENT,
          "subplots": EntityType.EVENT}  # fmt: skip
_MENTIONS, _INCLUDES = "mentions", "includes"
_SKIPPED = frozenset(
    [
        "aliases",
        "alias",
        "tags",
        "tag",
        "type",
        "kind",
        "name",
        "title",
        "cssclass",
        "cssclasses",
        "publish",
        "color",
        "类型",
        "类别",
    ]
)


def is_vault(files: Mapping[str, str]) -> bool:
    """Whether a folder of Markdown is a vault: its notes are linked, or say what they are."""
    return any(_LINK.search(text) for text in files.values())


def is_codex(names: Sequence[str]) -> bool:
    ends = [each.rpartition("/")[2] for each in names]
    return _DATA in ends and any(
        each.count("/") >= 2 and each.endswith(f"/{_ENTRY}") for each in names
    )


def linked(text: str) -> str:
    """A text with its wiki links as the words that a reader sees."""
    return _LINK.sub(lambda found: found["shown"] or found["name"].rpartition("/")[2], text)


# -- Obsidian


def vault(files: Mapping[str, str]) -> dict[str, Any]:
    return {path: _note(text) for path, text in files.items()}


def _note(text: str) -> dict[str, str]:
    front, body = front_matter.split(text)
    return {"front": front, "body": body}


def _things(value: Any) -> Iterator[Thing]:
    for path, held in value.items():
        said = front_matter.fields(held["front"])
        name = _stem(path)
        yield Thing(
            place=(path,),
            name=name,
            kind=_kind(path, name, said, held["body"]),
            aliases=tuple(dict.fromkeys((*said.get("aliases", ()), *said.get("alias", ())))),
            level=_level(said),
            texts=(((path, "body"), held["body"]),) if held["body"].strip() else (),
            links=_links(held["body"], held["front"], name),
            fields=_fields(said),
        )


def _kind(path: str, name: str, said: Mapping[str, list[str]], body: str) -> EntityType | None:
    """As its head says, else its tags, else the folder it is in, else a place by its name."""
    told = [
        *said.get("type", ()),
        *said.get("kind", ()),
        *said.get("类型", ()),
        *said.get("类别", ()),
    ]
    for each in (*told, *said.get("tags", ()), *said.get("tag", ())):
        word = _TAG.match(linked(each))
        if word and (found := vocabulary.entity_type(word["tag"])):
            return found
    for folder in reversed(path.split("/")[:-1]):
        if found := vocabulary.entity_type(folder):
            return found
    first = next((each for each in body.splitlines() if each.strip(" #")), "")
    return EntityType.LOCATION if card_prose.is_place(name, linked(first)) else None


def _level(said: Mapping[str, list[str]]) -> ContextLevel | None:
    for key in ("aicontextlevel", "ai_context_level"):
        for each in said.get(key, ()):
            if each in set(ContextLevel):
                return ContextLevel(each)
    return None


def _links(body: str, front: str, own: str) -> tuple[tuple[str, str], ...]:
    named = (
        each["name"].rpartition("/")[2].strip()
        for text in (front, body)
        for each in _LINK.finditer(text)
    )
    return tuple((_MENTIONS, each) for each in dict.fromkeys(named) if each and each != own)


def _fields(said: Mapping[str, list[str]]) -> str:
    return "\n".join(
        f"{key}: {', '.join(map(linked, values))}"
        for key, values in said.items()
        if values and key not in _SKIPPED
    )


def _put(held: Any, was: Thing, now: Telling) -> None:
    if now.aliases != was.aliases:
        held["front"] = front_matter.put(held["front"], "aliases", now.aliases)
    if now.level is not was.level:
        held["front"] = front_matter.put(held["front"], "aicontextlevel", [now.level.value])


def _fresh(_name: str, told: Sequence[Telling]) -> Any:
    return {path: each for one in told for path, each in (_written(one),)}


def _written(told: Telling) -> tuple[str, dict[str, str]]:
    kind = () if told.kind is None else (told.kind.value,)
    head: dict[str, Sequence[str]] = {"type": kind} if kind else {}
    head |= {"aliases": told.aliases} if told.aliases else {}
    if told.level is not ContextLevel.WHEN_DETECTED:
        head["aicontextlevel"] = (told.level.value,)
    bound = "".join(f"- {kind}: [[{name}]]\n" for kind, name in told.links)
    folder = f"{told.kind.value}s/" if told.kind is not None else ""
    body = f"{told.text}\n" if told.text else ""
    between = "\n" if body and bound else ""
    return f"{folder}{told.name}.md", {
        "front": front_matter.made(head),
        "body": body + between + bound,
    }


def _files(_name: str, value: Any) -> dict[str, str]:
    return {path: held["front"] + held["body"] for path, held in value.items()}


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


# -- Novelcrafter


def codex(files: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """What an export tells, and the files that are no part of the codex: the manuscript, chats."""
    value: dict[str, Any] = {}
    left: list[str] = []
    for path, text in files.items():
        folder, _, name = path.rpartition("/")
        if folder and name == _ENTRY:
            value.setdefault(folder, {})[name] = _note(text)
        elif folder and name == _DATA:
            value.setdefault(folder, {})[name] = outside_json.loads(text)
        elif folder and name == _OWN_NOTES:
            value.setdefault(folder, {})[name] = text
        else:
            left.append(path)
    return value, left


def _entries(value: Any) -> Iterator[Thing]:
    names = {_told(held).get("id"): _named(folder, held) for folder, held in value.items()}
    for folder, held in value.items():
        note = held.get(_ENTRY) or {"front": "", "body": ""}
        said, told = front_matter.fields(note["front"]), _attributes(held)
        kind = str(
            told.get("type")
            or next(iter(said.get("type", ())), "")
            or folder.rpartition("/")[0].rpartition("/")[2]
        )
        place: Place = (folder, _ENTRY, "body")
        yield Thing(
            place=(folder,),
            name=_named(folder, held),
            kind=_KINDS.get(kind.lower()) or vocabulary.entity_type(kind),
            aliases=_aliases(told, said),
            level=_told_level(told),
            texts=((place, note["body"]),) if note["body"].strip() else (),
            links=tuple((_INCLUDES, names[each]) for each in _nested(held) if each in names),
        )


def _told(held: Mapping[str, Any]) -> Mapping[str, Any]:
    data = held.get(_DATA)
    return data if isinstance(data, dict) else {}


def _attributes(held: Mapping[str, Any]) -> dict[str, Any]:
    inner = _told(held).get("attributes")
    return inner if isinstance(inner, dict) else {}


def _named(folder: str, held: Mapping[str, Any]) -> str:
    name = _attributes(held).get("name")
    if isinstance(name, str) and name.strip():
        return name.strip()
    front = front_matter.fields((held.get(_ENTRY) or {"front": ""})["front"])
    stem = folder.rpartition("/")[2]
    return next(iter(front.get("name", ())), "") or stem.rpartition("-")[0] or stem


def _aliases(told: Mapping[str, Any], said: Mapping[str, list[str]]) -> tuple[str, ...]:
    held = told.get("aliases")
    named = held if isinstance(held, list) else said.get("aliases", ())
    return tuple(
        dict.fromkeys(each.strip() for each in named if isinstance(each, str) and each.strip())
    )


def _told_level(told: Mapping[str, Any]) -> ContextLevel:
    if any(told.get(each) is True for each in ("doNotTrack", "hideFromAi")):
        return ContextLevel.NEVER
    always = any(told.get(each) is True for each in ("alwaysIncludeInContext", "alwaysInclude"))
    return ContextLevel.ALWAYS if always else ContextLevel.WHEN_DETECTED


def _nested(held: Mapping[str, Any]) -> list[str]:
    inner = _told(held).get("relationships")
    ids = inner.get("nestedEntries") if isinstance(inner, dict) else None
    return [each for each in ids if isinstance(each, str)] if isinstance(ids, list) else []


def _put_entry(held: Any, was: Thing, now: Telling) -> None:
    told = _attributes(held)
    if not told:
        held[_DATA] = {**_told(held), "attributes": told}
    if now.aliases != was.aliases:
        told["aliases"] = list(now.aliases)
    if now.level is not was.level:
        told["alwaysIncludeInContext"] = now.level is ContextLevel.ALWAYS
        told["doNotTrack"] = now.level is ContextLevel.NEVER


def _fresh_codex(_name: str, told: Sequence[Telling]) -> Any:
    return {f"{_FOLDERS.get(each.kind, 'lore')}/{each.name}": _new_entry(each) for each in told}


_FOLDERS: dict[EntityType | None, str] = {
    EntityType.CHARACTER: "characters",
    EntityType.LOCATION: "locations",
    EntityType.ITEM: "objects",
    EntityType.EVENT: "subplots",
}


def _new_entry(told: Telling) -> dict[str, Any]:
    kind = _FOLDERS.get(told.kind, "lore").removesuffix("s")
    attributes = {
        "type": kind,
        "name": told.name,
        "color": None,
        "aliases": list(told.aliases),
        "tags": [],
        "alwaysIncludeInContext": told.level is ContextLevel.ALWAYS,
        "doNotTrack": told.level is ContextLevel.NEVER,
        "noAutoInclude": False,
    }
    front = front_matter.made({"type": (kind,), "name": (told.name,), "aliases": told.aliases})
    return {
        _DATA: {"attributes": attributes},
        _ENTRY: {"front": front, "body": f"{told.text}\n" if told.text else ""},
    }


def _codex_files(_name: str, value: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder, held in value.items():
        for name, each in held.items():
            if name == _ENTRY:
                each = each["front"] + each["body"]
            elif name == _DATA:
                each = json.dumps(each, ensure_ascii=False, indent=2)
            found[f"{folder}/{name}"] = each
    return found


OBSIDIAN = Make(
    form=Form.OBSIDIAN, knows=lambda _value: False, things=_things, put=_put, fresh=_fresh,
    files=_files,
)  # fmt: skip
NOVELCRAFTER = Make(
    form=Form.NOVELCRAFTER, knows=lambda _value: False, things=_entries, put=_put_entry,
    fresh=_fresh_codex, files=_codex_files,
)  # fmt: skip
MAKES = (OBSIDIAN, NOVELCRAFTER)
