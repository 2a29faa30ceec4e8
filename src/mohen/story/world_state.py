"""The state of the story's world: its facts together, and what of them holds at a point."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from weakref import WeakKeyDictionary

from mohen.story import vocabulary
from mohen.story.model import Entity, Facts, MarkKind, Relation, State
from mohen.story.name_index import NameIndex, merged
from mohen.story.policy import Story
from mohen.story.timeline import has_year, parse_date
from mohen.text import numerals
from mohen.text.lazy_pattern import LazyPattern

_STEM = LazyPattern(r"(?:.*/)?([^/]*?)(?:\.\w+)?")
_KNOWING = (vocabulary.LEARNS, vocabulary.KNOWS)


class Book:
    """All that a story says, indexed. Made once for each `Facts`; reads only."""

    def __init__(self, facts: Facts, policy: Story) -> None:
        self.policy = policy
        self.project_id = facts.project_id
        self.chapters = facts.chapters
        self.marks = sorted(facts.marks, key=lambda each: each.since)
        self.entities: dict[str, Entity] = merged(facts.entities)
        self.roster = NameIndex(list(self.entities.values()), policy)
        self.relations = [
            each
            for each in facts.relations
            if each.source in self.entities and each.target in self.entities
        ]
        self.states = sorted(
            (each for each in facts.states if each.entity in self.entities),
            key=lambda each: (each.since, each.value != vocabulary.SOMEWHERE, each.id),
        )
        self._states_of: dict[str, list[State]] = {}
        for each in self.states:
            self._states_of.setdefault(each.entity, []).append(each)

    def states_of(self, entity: str) -> list[State]:
        """The states of an entity, in the order of the story."""
        return self._states_of.get(entity, [])

    # -- names

    def name(self, id: str) -> str:
        return self.entities[id].name if id in self.entities else id

    def find(self, name_or_id: str) -> Entity | None:
        """An entity by its id, name or alias."""
        if name_or_id in self.entities:
            return self.entities[name_or_id]
        found = self.roster.called(name_or_id)
        if found is not None:
            return self.entities[found]
        # a name too short to be looked for in a text
        same = (each for each in self.entities.values() if each.name == name_or_id.strip())
        return next(same, None)

    # -- time

    def chapter(self, said: str | None) -> int | None:
        """The number of a chapter from its file, its title or its number; None: not known."""
        if said is None:
            return None
        for each in self.chapters:
            if said in (each.ref, each.title, str(each.number)):
                return each.number
        if (day := parse_date(said)) and has_year(said):
            return self._on(day)
        stem = _stem(said)
        same = [each.number for each in self.chapters if _stem(each.ref) == stem]
        return same[0] if same else numerals.first(said)

    def _on(self, day: date) -> int:
        """The last chapter that has a date up to this day."""
        dated = [each for each in self.marks if each.kind is MarkKind.DATE and has_year(each.value)]
        reached = [m.since.chapter for m in dated if (at := parse_date(m.value)) and at <= day]
        return max(reached, default=0)

    def current(self, states: Iterable[State], at: int | None) -> list[State]:
        """What holds in a chapter (its end included), or at the end: of what changes the latest
        value, of everything else each value once."""
        found: dict[tuple[str, ...], State] = {}
        for each in states:
            if not holds(each, at):
                continue
            key = (each.entity, each.attribute)
            if each.attribute in vocabulary.CHANGING:
                found[key] = each
            else:
                found.setdefault((*key, each.value), each)
        known = {(s.entity, s.value) for s in found.values() if s.attribute in _KNOWING}
        return [
            each
            for each in found.values()
            if each.attribute not in vocabulary.HIDDEN
            and each.value != vocabulary.SOMEWHERE
            and not (each.attribute == vocabulary.UNAWARE and (each.entity, each.value) in known)
        ]


def holds(fact: State | Relation, at: int | None) -> bool:
    """Whether something holds in a chapter, or at the end of the story."""
    if at is None:
        return fact.until is None
    return fact.since.chapter <= at and (fact.until is None or at < fact.until.chapter)


def _stem(ref: str) -> str:
    match = _STEM.fullmatch(ref)
    return match.group(1) if match else ref


_BOOKS: WeakKeyDictionary[Facts, Book] = WeakKeyDictionary()


def book(facts: Facts, policy: Story) -> Book:
    """The book of these facts, made once while somebody holds them."""
    known = _BOOKS.get(facts)
    if known is None or known.policy != policy:
        known = _BOOKS[facts] = Book(facts, policy)
    return known
