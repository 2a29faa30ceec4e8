"""What a person wrote into files that are made for reading: the snapshot, an entity's page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mohen.knowledge.model import AGENT, USER, Category
from mohen.knowledge.workspace.snapshot_text import LABELS, WORDS

# With the score, or the day, that stands before some of them.
_BULLET = re.compile(
    r"\s*(?:[-*]|\d+\.)\s+(?:\[\d(?:\.\d+)?\]\s+|\d{4}-\d\d-\d\d: )?(?P<said>\S.*)"
)
_PAIR = re.compile(r"(?P<label>[^:：]{1,20})[:：]\s*(?P<value>\S.*)")
# Whose part of the snapshot it is, and what stands there.
_PARTS: Mapping[str, tuple[str, Category]] = {
    "identity": (AGENT, Category.IDENTITY),
    "user": (USER, Category.IDENTITY),
    "constraints": (AGENT, Category.CONSTRAINT),
    "core": (USER, Category.GENERAL),
    "recent": (USER, Category.GENERAL),
}


@dataclass(frozen=True, slots=True)
class Addition:
    content: str
    category: Category
    subject: str = ""
    attribute: str = ""
    value: str = ""


def of_snapshot(text: str, ours: str) -> list[Addition]:
    """Lines that stand under one of its headings and are not ours."""
    known = {line.strip() for line in ours.splitlines()}
    found = []
    part = ""
    whole = text.encode(errors="ignore").decode()  # bytes that are no text are no words either
    for line in whole.splitlines():
        if line.startswith("#"):
            part = _part(line.lstrip("# "))
        elif part and line.strip() not in known and (match := _BULLET.fullmatch(line)):
            found.append(_addition(match["said"].strip(), part))
    return found


def _part(heading: str) -> str:
    """By how it begins: what stands in brackets behind it are figures."""
    for words in WORDS.values():
        for name, said in words.headings.items():
            if heading.split(" (")[0].strip() == said.split(" (")[0]:
                return name
    return ""


def _addition(said: str, part: str) -> Addition:
    subject, category = _PARTS[part]
    if (pair := _PAIR.fullmatch(said)) and (attribute := _attribute(pair["label"].strip())):
        return Addition(said, category, subject, attribute, pair["value"].strip())
    return Addition(said, category, subject)


def _attribute(label: str) -> str:
    return next(
        (
            attribute
            for labels in LABELS.values()
            for attribute, known in labels.items()
            if known.casefold() == label.casefold()
        ),
        "",
    )


@dataclass(frozen=True, slots=True)
class Edited:
    """An attribute of an entity as it now stands on its page; `item`: the fact it was made of."""

    name: str
    attribute: str
    value: str
    item: str | None


def of_entity(text: str) -> Iterator[Edited]:
    """All attributes of a page. Raises `ValueError` where it is none."""
    try:
        page = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(page, dict) or not isinstance(page.get("name"), str):
        raise ValueError("not the page of an entity")  # noqa: TRY004 - one kind for the caller
    attributes = page.get("attributes", {})
    if not isinstance(attributes, dict):
        raise ValueError("attributes must be an object")  # noqa: TRY004
    for attribute, detail in attributes.items():
        value = detail.get("value") if isinstance(detail, dict) else detail
        if not isinstance(value, str) or not value.strip():
            raise ValueError("a value must be text")
        f"{page['name']}{attribute}{value}".encode()  # of which none is half a character
        fact = detail.get("fact") if isinstance(detail, dict) else None
        yield Edited(
            page["name"], attribute, value.strip(), fact if isinstance(fact, str) else None
        )
