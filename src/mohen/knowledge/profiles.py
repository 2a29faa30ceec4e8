"""The profile of an entity, made from its items whenever it is asked for (R196, phase 4d)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from mohen.knowledge.identities import NOBODY_KNOWN, Identities, shown, subject_of
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


def profile_of(
    name: str, found: Iterable[tuple[Item, str]], who: Identities = NOBODY_KNOWN
) -> Profile:
    """`name`: under which it is known; `found`: what speaks of it, each with the kind of entity it
    takes it for; they vote, and who has no opinion (other) is outvoted by whoever has one."""
    items: list[Item] = []
    votes: Counter[str] = Counter()
    for item, kind in found:
        items.append(item)
        votes[kind] += 1
    live = sorted(
        (each for each in items if each.state in (State.ACTIVE, State.ARCHIVED)),
        key=lambda each: (each.began, each.id),
    )
    return Profile(
        name=name,
        type=type_of(name, votes),
        attributes=_attributes(live, subject_of(name), who),
        facts=_ids(live, FACT),
        beliefs=_ids(live, BELIEF),
        summaries=_ids(live, SUMMARY),
    )


def type_of(name: str, votes: Counter[str]) -> EntityType:
    """What most take it for."""
    if subject_of(name) == USER:
        return EntityType.PERSON
    known = {kind: count for kind, count in votes.items() if kind in set(EntityType)}
    sure = {kind: count for kind, count in known.items() if kind != EntityType.OTHER}
    ranked = sorted((sure or known).items(), key=lambda vote: (-vote[1], vote[0]))
    return EntityType(ranked[0][0]) if ranked else EntityType.OTHER


def _attributes(live: Sequence[Item], whom: str, who: Identities) -> dict[str, Detail]:
    """What facts say of the entity itself; the newest word on each attribute stands."""
    return {
        each.attribute: Detail(each.value, each.updated_at, each.id)
        for each in live
        if each.type == FACT and each.attribute and each.value and who.subject(each) == whom
    }


def _ids(live: Sequence[Item], kind: str) -> tuple[str, ...]:
    return tuple(each.id for each in live if each.type == kind)


def mentions(
    counted: Iterable[tuple[str, str, int]],
    called: Iterable[tuple[str, str, int, Sequence[str]]] = (),
    who: Identities = NOBODY_KNOWN,
) -> list[Mention]:
    """One line for each, whatever its names, the most spoken of first. `counted`: name, type and
    how many items; `called`: each item of whoever is called so only at times, with all its names.
    """
    found: dict[str, Counter[str]] = {}
    names: dict[str, Counter[str]] = {}

    def add(whom: str, name: str, kind: str, number: int) -> None:
        found.setdefault(whom, Counter())[kind] += number
        names.setdefault(whom, Counter())[name] += number

    for name, kind, number in counted:
        add(subject_of(name), name, kind, number)
    for name, kind, at, beside in called:
        whom = who.one(name, at)
        if whom == name or whom not in beside:  # 用户的女朋友叫李梅 is one item of hers
            add(whom, whom, kind, 1)
    made = [
        Mention(shown(whom, names[whom]), type_of(whom, votes), votes.total())
        for whom, votes in found.items()
    ]
    return sorted(made, key=lambda each: (-each.items, each.name))
