"""Where and when a text plays, as far as its words tell: in a kitchen, at night, long ago.

What a writer without understanding says must not contradict the scene, so each part of its stock
names the settings it needs, and only those that the text itself shows are given to it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from mohen.core.values import dataclass
from mohen.text import sentences
from mohen.text.word_lists import topics, words

_NEITHER = ("places", "excluded")


@dataclass(frozen=True, slots=True)
class _Known:
    """The settings of a language: `cues` by setting, in the order of the file."""

    cues: tuple[tuple[str, tuple[str, ...]], ...]
    brings: dict[str, frozenset[str]]
    places: frozenset[str]
    excluded: tuple[tuple[str, str], ...]


@cache
def _known(language: str) -> _Known:
    listed = topics(__file__, f"{language}/settings.txt")
    heads = [(each.split(), text) for each, text in listed.items() if each not in _NEITHER]
    return _Known(
        tuple((head[0], tuple(text.lower().split())) for head, text in heads),
        {head[0]: frozenset(head[1:]) for head, _ in heads},
        words(listed["places"]),
        tuple((one, other) for one, other in map(str.split, listed["excluded"].splitlines())),
    )


@cache
def cue_words(language: str) -> frozenset[str]:
    """All words that show a setting; none of them is somebody's name."""
    return frozenset(cue.rstrip("!") for _, cues in _known(language).cues for cue in cues)


def shown(text: str, language: str) -> frozenset[str]:
    """What the text shows, with what that brings along: of the places one, and nothing beside
    what excludes it."""
    known = _known(language)
    found = _counted(text, language, known)
    places = [each for each in found if each in known.places]
    there = max(places, key=lambda each: (found[each], _last(text, each, known)), default="")
    own = {each for each in found if each == there or each not in known.places}
    by_place = known.brings[there] if there else frozenset()
    own -= {less for more, less in known.excluded if more in by_place | {there}}
    own |= by_place.union(*(known.brings[each] for each in own))
    return frozenset(own - {less for more, less in known.excluded if more in own} - by_place) | (
        by_place
    )


_ENOUGH = 2  # words that hint at a place, or one that says it
_NOT = {"zh": ("没有", "没", "不", "无", "求", "盼"), "en": ("no ", "without ", "not ")}


def _counted(text: str, language: str, known: _Known) -> Counter[str]:
    """How often each setting is named and not denied; one that is not, is not there."""
    lower = text.lower()
    there = None if language == "zh" else Counter(sentences.words(text))

    def count(told: str) -> int:
        cue = told.rstrip("!").replace("_", " ")
        found = lower.count(cue) if there is None or " " in cue else there[cue]
        found -= sum(lower.count(no + cue) for no in _NOT[language]) if found else 0
        return found * _ENOUGH if told.endswith("!") else found

    counts = {name: sum(map(count, cues)) for name, cues in known.cues}
    enough = {name: _ENOUGH if name in known.places else 1 for name in counts}
    return Counter({name: found for name, found in counts.items() if found >= enough[name]})


def _last(text: str, name: str, known: _Known) -> int:
    lower = text.lower()
    return max(
        lower.rfind(cue.rstrip("!").replace("_", " "))
        for each, cues in known.cues
        if each == name
        for cue in cues
    )


def places(text: str, language: str) -> frozenset[str]:
    """All places that a text names, whichever it shows most."""
    known = _known(language)
    return frozenset(_counted(text, language, known)) & known.places
