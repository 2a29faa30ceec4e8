"""Index of the names in a story: who can be named in a text, and where they are named.

A longer name wins over a shorter one inside it (林远山 is not 林远), and a word that two could be
called by is nobody's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from mohen.core.values import dataclass
from mohen.story.model import Entity, EntityType, Origin
from mohen.story.policy import Story
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

_HAN = LazyPattern(r"[\u3400-\u9fff]+")
_LATIN_NAME = LazyPattern(r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)+")
_TITLES = {"mr", "mrs", "ms", "dr", "sir", "lady", "lord", "the", "captain", "professor", "old"}


def merged(entities: Iterable[Entity]) -> dict[str, Entity]:
    """One entity for each id. What the user said wins, then a card that describes it over a
    line that only names it, then the first file."""
    ranked = sorted(
        entities,
        key=lambda each: (
            each.origin is not Origin.USER,
            not (each.attributes or each.aliases),
            each.evidence.ref,
        ),
    )
    found: dict[str, Entity] = {}
    for each in ranked:
        known = found.get(each.id)
        found[each.id] = each if known is None else _joined(known, each)
    return found


def _joined(first: Entity, more: Entity) -> Entity:
    aliases = dict.fromkeys((*first.aliases, *more.aliases))
    return replace(
        first,
        aliases=tuple(alias for alias in aliases if alias != first.name),
        attributes={**more.attributes, **first.attributes},
        evidence=first.evidence if first.evidence.ref else more.evidence,
    )


@dataclass(frozen=True, slots=True)
class Mention:
    entity: str
    start: int
    end: int


class NameIndex:
    """All names of a story, and the pattern that finds them."""

    def __init__(self, entities: Sequence[Entity], policy: Story) -> None:
        self._policy = policy
        self.entities = {each.id: each for each in entities}
        self._by_name = self._surfaces(list(self.entities.values())[: policy.roster_max])
        self._pattern = _pattern(self._by_name)

    def find(self, text: str) -> Iterator[Mention]:
        """Every mention, in the order of the text."""
        if self._pattern is None:
            return
        for match in self._pattern.finditer(text):
            yield Mention(self._by_name[fold(match.group())], match.start(), match.end())

    def called(self, name: str) -> str | None:
        """The id of whom a name means."""
        return self._by_name.get(fold(name.strip()))

    def _surfaces(self, entities: Sequence[Entity]) -> dict[str, str]:
        least = self._policy.name_chars_min
        names = {fold(each.name): each.id for each in reversed(entities) if len(each.name) >= least}
        spare: list[tuple[str, str]] = []
        for each in entities:
            said = (*each.aliases, *_short_forms(each, self._policy))
            spare += [(fold(name), each.id) for name in said if len(name) >= least]
        shared = Counter(name for name, _ in set(spare))
        for name, id in spare:
            if shared[name] == 1:
                names.setdefault(name, id)
        return names


def _short_forms(entity: Entity, policy: Story) -> Iterator[str]:
    """沈青禾 is called 青禾, Anna Whitfield Anna."""
    if entity.type is not EntityType.CHARACTER:
        return
    if _HAN.fullmatch(entity.name) and len(entity.name) == policy.given_name_chars + 1:
        yield entity.name[1:]
    elif _LATIN_NAME.fullmatch(entity.name):
        first = entity.name.split()[0]
        if len(first) >= policy.short_name_chars and fold(first) not in _TITLES:
            yield first


def _pattern(names: Mapping[str, str]) -> re.Pattern[str] | None:
    """By how they begin, so that each place of a text is compared with few of many names."""
    if not names:
        return None
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    begun: dict[str, list[str]] = {}
    for name in longest_first:
        begun.setdefault(name[0], []).append(re.escape(name[1:]) + _edge(name[-1]))
    alike = (
        f"{_edge(first)}{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in begun.items()
    )
    return re.compile("|".join(alike), re.IGNORECASE)


def _edge(letter: str) -> str:
    """A name in letters is a whole word; Chinese has no words to be whole."""
    return r"\b" if letter.isascii() and letter.isalnum() else ""
