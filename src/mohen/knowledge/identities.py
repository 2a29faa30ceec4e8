"""Who is who: names that stand for one and the same.

用户 and user are one. Whoever is named by what they are to the user (女朋友, girlfriend) and by
name (李梅) is one, for as long as that holds: it is read from the facts that say so, whenever it
is asked for, so that what was kept before anybody had a name has it too. Where two could be meant
(of two sisters), what is said of `sister` stays where it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cache
from typing import NamedTuple

from mohen.core.values import dataclass
from mohen.knowledge.model import AGENT, USER, Item
from mohen.knowledge.understanding import relations
from mohen.text.normalize import fold

_ALWAYS = {
    **dict.fromkeys(("user", "the user", "用户"), USER),
    **dict.fromkeys(("agent", "assistant", "the assistant", "助手"), AGENT),
}
ANYBODY = frozenset(_ALWAYS)
"""Who speaks and who is spoken to, by all their names: everything speaks of them."""


def subject_of(name: str) -> str:
    """The subject that a display name stands for: USER, AGENT, or the name itself."""
    return _ALWAYS.get(name.casefold(), name)


FAMILIES = ("relation", "pet")
"""Families of attributes that say who somebody is."""


@cache
def _titles() -> frozenset[str]:
    """All words, in small letters, by which somebody is called who may have a name."""
    return ANYBODY | relations.every_word()


class Tie(NamedTuple):
    """Somebody was something to the user from a time on, and until another."""

    role: str
    name: str
    since: int
    until: int | None


class Span(NamedTuple):
    """A name, and when it stands for whoever is asked for."""

    name: str
    since: int | None = None
    until: int | None = None


class _Held(NamedTuple):
    since: int | None
    until: int | None
    name: str | None  # None: nobody, or one of several


class Fact(NamedTuple):
    """What is read of a fact that may say who somebody is."""

    attribute: str
    value: str
    entities: tuple[str, ...]
    began: int
    valid_to: int | None


def tie(fact: Fact) -> Tie | None:
    """What a fact says of who somebody is: relation:女朋友 is 李梅, relation:Anna is a sister."""
    family, _, thing = fact.attribute.partition(":")
    if family not in FAMILIES or not (thing and fact.value):
        return None
    named = {fold(each): each for each in fact.entities}
    for role, name in ((thing, fact.value), (fact.value, thing)):
        kind, known = relations.kind_of(role), named.get(fold(name))
        if kind and known and relations.kind_of(name) is None:
            return Tie(kind, known, fact.began, fact.valid_to)
    return None


@dataclass(frozen=True, slots=True)
class Identities:
    """Who is who in a project."""

    roles: Mapping[str, tuple[_Held, ...]]
    people: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # who holds a role now

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> Identities:
        ties: dict[str, list[Tie]] = {}
        for each in filter(None, map(tie, facts)):
            ties.setdefault(each.role, []).append(each)
        return cls(
            {role: _held(each) for role, each in ties.items()},
            {
                role: tuple(dict.fromkeys(each.name for each in found if each.until is None))
                for role, found in ties.items()
            },
        )

    def one(self, name: str, at: int) -> str:
        """The name under which somebody is known, who was called so at a time."""
        if name.casefold() not in _titles():
            return name
        if (whom := subject_of(name)) != name:
            return whom
        held = self.roles.get(relations.kind_of(name) or "", ())
        for each in held:
            if (each.since is None or each.since <= at) and (each.until is None or at < each.until):
                return each.name or name
        return name

    def renamed(self, names: Iterable[str], at: int) -> list[str]:
        """Those of many by which somebody was called at a time who is known under another."""
        known = _titles()
        return [each for each in names if each.casefold() in known and self.one(each, at) != each]

    def spans(self, name: str, now: int) -> list[Span]:
        """All names under which there may be something of whoever is asked for, and from when
        until when each is theirs."""
        whom = subject_of(name)
        if whom in (USER, AGENT):
            names = dict.fromkeys((name, *(each for each, of in _ALWAYS.items() if of == whom)))
            return [Span(each) for each in names]
        kind = relations.kind_of(name)
        if kind is None:
            return self._of_person(name)
        person = self.one(name, now)
        if person != name:
            return [Span(name, *each[:2]) for each in self.roles[kind] if each.name is None] + (
                self._of_person(person)
            )
        words = [Span(each) for each in relations.words_of(kind)]
        people = self.people.get(kind, ())
        return words + [span for each in people for span in self._of_person(each)]

    def _of_person(self, name: str) -> list[Span]:
        return [
            Span(name),
            *(
                Span(word, each.since, each.until)
                for kind, held in self.roles.items()
                for each in held
                if each.name == name
                for word in relations.words_of(kind)
            ),
        ]

    def words(self) -> frozenset[str]:
        """By what words somebody is called who also has a name."""
        return frozenset(word for kind in self.roles for word in relations.words_of(kind))

    def meant(self, name: str, now: int) -> list[str]:
        """Who may be meant by a name, each under the one they are known by."""
        spans = self.spans(name, now)
        return list(dict.fromkeys(self.one(each.name, now) for each in spans)) or [name]

    def names(self, item: Item) -> tuple[str, ...]:
        """Of whom and what an item speaks, everybody under one name."""
        return tuple(dict.fromkeys(self.one(each, item.began) for each in item.entities))

    def subject(self, item: Item) -> str:
        return self.one(item.subject, item.began)


def _held(ties: Iterable[Tie]) -> tuple[_Held, ...]:
    """Whom a role stood for, span by span. Before anybody had the name, whoever got it first; where
    two hold at once, nobody."""
    known = sorted(ties, key=lambda each: each.since)
    places = sorted(
        {each.since for each in known} | {each.until for each in known if each.until is not None}
    )
    found = []
    for at, since in enumerate([None, *places]):
        until = places[at] if at < len(places) else None
        held = {
            each.name
            for each in known
            if since is not None
            and each.since <= since
            and (each.until is None or since < each.until)
        }
        later = next((each.name for each in known if since is None or each.since > since), None)
        name = next(iter(held)) if len(held) == 1 else later if not held else None
        found.append(_Held(since, until, name))
    several = {each.name for each in known if each.until is None}
    if len(several) > 1:  # two sisters: who was meant before the second was named, nobody knows
        return tuple(each._replace(name=None) for each in found)
    return tuple(found)


def shown(whom: str, names: Counter[str]) -> str:
    """What to call somebody of several names: their own; who has none, as they are called most."""
    if whom in names and whom not in ANYBODY:
        return whom
    return min(names, key=lambda each: (-names[each], each))


NOBODY_KNOWN = Identities({})
