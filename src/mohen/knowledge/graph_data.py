"""Everything that is known in a project, and its story, brought together for a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from mohen.knowledge.identities import NOBODY_KNOWN, Identities, shown, subject_of
from mohen.knowledge.model import (
    TIME,
    Drawing,
    EntityType,
    Figure,
    Item,
    Mention,
    State,
    Told,
)
from mohen.knowledge.workspace.snapshot_text import LABELS

# -- Knowledge as a picture: each item ties those it speaks of, from when to when it held.


SHOWN = (State.ACTIVE, State.ARCHIVED, State.SUPERSEDED)
"""What holds or held. A belief that was denied never did, and what was taken back is not shown."""

_FAMILIES = {
    "allergy": ("Allergy", "过敏"),
    "health": ("Health", "健康"),
    "preference": ("Taste", "喜好"),
    "pet": ("Pet", "宠物"),
    "skill": ("Skill", "技能"),
    "project": ("Project", "项目"),
    "goal": ("Goal", "目标"),
    "owns": ("Owns", "拥有"),
    "habit": ("Habit", "习惯"),
    "constraint": ("Constraint", "约束"),
    "style": ("Manner", "方式"),
    "schedule": ("Plan", "日程"),
}


def drawing(
    items: Iterable[Item], mentions: Iterable[Mention], who: Identities = NOBODY_KNOWN
) -> Drawing:
    """Whoever has several names is one figure, under the name that is used most."""
    types = {subject_of(each.name): each.type for each in mentions}
    kept = list(items)
    names: dict[str, Counter[str]] = {}
    for each in kept:
        for name in each.entities:
            whom = who.one(name, each.began)
            names.setdefault(whom, Counter())[name] += 1
    known_as = {whom: shown(whom, found) for whom, found in names.items()}
    figures = (
        Figure(
            name,
            name,
            types.get(whom, EntityType.OTHER).value,
            tuple(sorted(names[whom].keys() - {name})),
        )
        for whom, name in sorted(known_as.items(), key=lambda each: each[1])
    )
    return Drawing(TIME, tuple(figures), tuple(_told(each, who, known_as) for each in kept))


def _told(item: Item, who: Identities, known_as: Mapping[str, str]) -> Told:
    return Told(
        id=item.id,
        kind=item.type,
        text=(item.content, item.content),
        label=_label(item),
        figures=tuple(known_as[each] for each in who.names(item)),
        since=item.began,
        until=_until(item),
        sources=item.sources,
        importance=item.importance,
        confidence=item.confidence,
        archived=item.state is State.ARCHIVED,
    )


def _until(item: Item) -> int | None:
    if item.valid_to is not None or item.state is not State.SUPERSEDED:
        return item.valid_to
    return item.updated_at


def _label(item: Item) -> tuple[str, str]:
    """A word for the tie: what family of things is said, or how somebody is related."""
    family, _, rest = item.attribute.partition(":")
    if family == "relation":
        return rest, rest
    return _FAMILIES.get(family) or (LABELS["en"].get(family, ""), LABELS["zh"].get(family, ""))
