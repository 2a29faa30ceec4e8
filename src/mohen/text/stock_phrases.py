"""Phrases that readers tire of: clichés, vague and abstract words, telling what was shown.

The phrases stand in `data/`, by topic. A text is asked once which of the listed words or pairs of
characters it holds at all; only what begins or hangs on one of those is then looked for. Of
phrases of one topic that overlap, the longer counts. Decides nothing about style.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product

from mohen.text.word_lists import topics, words

TOPICS = ("cliches", "vague", "exposition")
_OWNERS = words("my your his her its our their one's")
_OWNER = "~"
_Listed = dict[str, list[tuple[str, str]]]  # by what it is found by: topic and phrase


def count_chinese(text: str, pairs: Iterable[str]) -> Counter[str]:
    """How often each topic occurs, and listed idioms; `pairs` are its neighbouring characters."""
    listed = _chinese()
    there = listed.keys() & set(pairs)
    if not there:
        return Counter()
    return _counted(text, (each for head in there for each in listed[head]), len)


def count_english(said: Sequence[str]) -> Counter[str]:
    """The same of a text's words in lower case."""
    listed = _english()
    there = listed.keys() & set(said)
    if not there:
        return Counter()
    text = f" {' '.join(_OWNER if each in _OWNERS else each for each in said)} "
    # The space behind a phrase also stands before the next.
    return _counted(text, (each for word in there for each in listed[word]), _but_a_space)


def _but_a_space(phrase: str) -> int:
    return len(phrase) - 1


def _counted(
    text: str, sought: Iterable[tuple[str, str]], length: Callable[[str], int]
) -> Counter[str]:
    places = sorted(
        (at, -length(phrase), topic) for topic, phrase in sought for at in _places(phrase, text)
    )
    found: Counter[str] = Counter()
    ends: dict[str, int] = {}
    for at, size, topic in places:
        if at >= ends.get(topic, 0):
            found[topic] += 1
            ends[topic] = at - size
    return found


def _places(phrase: str, text: str) -> Iterator[int]:
    at = text.find(phrase)
    while at >= 0:
        yield at
        at = text.find(phrase, at + 1)


@cache
def _chinese() -> _Listed:
    """By their first two characters."""
    listed: _Listed = {}
    idioms = topics(__file__, "zh/style_words.txt")["idioms"]
    for topic, phrases in {**topics(__file__, "zh/stock_phrases.txt"), "idioms": idioms}.items():
        for phrase in phrases.split():
            listed.setdefault(phrase[:2], []).append((topic, phrase))
    return listed


@cache
def _english() -> _Listed:
    """By the longest word of each, which is the rarest."""
    listed: _Listed = {}
    kept = topics(__file__, "en/stock_phrases.txt")
    for topic in TOPICS:
        for entry in kept[topic].split():
            for forms in product(*(each.split("/") for each in entry.split("_"))):
                listed.setdefault(max(forms, key=len), []).append((topic, f" {' '.join(forms)} "))
    return listed
