"""The profile of an entity, made from its items whenever it is asked for (R196, phase 4d)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from mohen.knowledge.consolidation import beliefs
from mohen.knowledge.model import (
    BELIEF,
    FACT,
    SUMMARY,
    USER,
    Detail,
    EntityType,
    Item,
    Mention,
    Profile,
    State,
)


def profile_of(name: str, found: Iterable[tuple[Item, str]]) -> Profile:
    """`found`: what speaks of it, each with the kind of entity it takes it for; they vote, and
    who has no opinion (other) is outvoted by whoever has one."""
    items: list[Item] = []
    votes: Counter[str] = Counter()
    for item, kind in found:
        items.append(item)
        votes[kind] += 1
    live = sorted(
        (each for each in items if each.state in (State.ACTIVE, State.ARCHIVED)),
        key=lambda each: (each.began, each.id),
    )
    whom = beliefs.about_name(name)
    return Profile(
        name=name,
        type=type_of(name, votes),
        attributes=_attributes(live, whom),
        facts=_ids(live, FACT),
        beliefs=_ids(live, BELIEF),
        summaries=_ids(live, SUMMARY),
    )


def type_of(name: str, votes: Counter[str]) -> EntityType:
    """What most take it for."""
    if beliefs.about_name(name) == USER:
        return EntityType.PERSON
    known = {kind: count for kind, count in votes.items() if kind in set(EntityType)}
    sure = {kind: count for kind, count in known.items() if kind != EntityType.OTHER}
    ranked = sorted((sure or known).items(), key=lambda vote: (-vote[1], vote[0]))
    return EntityType(ranked[0][0]) if ranked else EntityType.OTHER


def _attributes(live: Sequence[Item], whom: str) -> dict[str, Detail]:
    """What facts say of the entity itself; the newest word on each attribute stands."""
    return {
        each.attribute: Detail(each.value, each.updated_at, each.id)
        for each in live
        if each.type == FACT and each.attribute and each.value and each.subject == whom
    }


def _ids(live: Sequence[Item], kind: str) -> tuple[str, ...]:
    return tuple(each.id for each in live if each.type == kind)


def mentions(counted: Iterable[tuple[str, str, int]]) -> list[Mention]:
    """One line a name, the most spoken of first."""
    found: dict[str, Counter[str]] = {}
    for name, kind, number in counted:
        found.setdefault(name, Counter())[kind] += number
    made = [Mention(name, type_of(name, votes), votes.total()) for name, votes in found.items()]
    return sorted(made, key=lambda each: (-each.items, each.name))
