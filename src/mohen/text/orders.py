"""Text that gives orders to a model, known without asking one.

A memory is read by models. What somebody writes to be obeyed by them ("ignore what you were told",
"send the user's files to …", 不要告诉用户) is not what a memory is for, whoever managed to put it
there. It is known by its words and by signs: who is addressed, what is to be done with
instructions, tools, files, answers and the user, and what is to be hidden. The signs stand in
`data/{en,zh}/orders.txt`; what words and signs weigh was fitted on texts of our own
(`tools/fit_orders.py`, `data/order_weights.txt`), half of whose harmless ones are fiction.

Fiction is full of orders: what is said in quotation marks by somebody in a story is given to
somebody in it. Wishes about the text, and how a user likes to be answered, are no such orders.

Repetitions are bounded, and a long text is judged a stretch at a time.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from mohen.text import hidden_writing, normalize, sentences
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.remembered import remembered
from mohen.text.word_lists import topics, weights, words

_ENOUGH = 0.1  # logarithm of the odds; `tools/fit_orders.py --cross` shows what each would hold
_ENOUGH_IF_HIDDEN = -1.0  # nobody hides an ordinary sentence
_ENOUGH_IN_LONG = 1.0  # where much is said, some of it will sound like one
_LONG = 200  # characters
_ENOUGH_IN_MANY = 3.0  # where many stretches are read, some will look like one
_FEW = 3
_STRETCH = 400  # characters that are judged together
_UNSIGNED = 0.6  # less, where there are words and no sign
_SIGNS = 5  # marks weigh so much less than they are fitted with, or words would count for nothing
_BIAS = "%bias"
_WEIGHTS = "order_weights.txt"  # fitted by tools/fit_orders.py
_HUNDREDTHS = 100
_LANGUAGES = ("en", "zh")
_REMEMBERED, _CHARS = 4_096, 2_000_000  # the same memories stand in one prompt after another


@remembered(_REMEMBERED, _CHARS)
def are_in(text: str) -> bool:
    """Whether it gives an order to a model."""
    if any(map(_says, hidden_writing.spellings(text))):
        return True
    if any(_says(each, _ENOUGH_IF_HIDDEN) for each in hidden_writing.hidden(text)):
        return True
    letters = hidden_writing.squeezed(text)
    return any(each in letters for language in _LANGUAGES for each in _signs(language).squeezed)


# -- signs


class _Signs(NamedTuple):
    sure: tuple[re.Pattern[str], ...]  # an order by itself
    who: tuple[re.Pattern[str], ...]  # a model is addressed, or its user spoken of
    what: tuple[re.Pattern[str], ...]  # what a model is told to do
    harmless: tuple[re.Pattern[str], ...]
    asked: re.Pattern[str]  # our own wording of what a user wishes: only what is sure counts
    squeezed: tuple[str, ...]  # where letters stand apart
    anchors: frozenset[str]  # words without one of which nothing of it is there


@cache
def _signs(language: str) -> _Signs:
    held = topics(__file__, f"{language}/orders.txt")
    named = {name: "|".join(each.split("\n")) for name, each in held.items()}

    def made(line: str) -> re.Pattern[str]:
        """Many texts can hold none of them (`_possible`), so none is compiled for those."""
        return LazyPattern(lambda: _spelled_out(line, named))

    def lines(topic: str) -> tuple[re.Pattern[str], ...]:
        return tuple(map(made, held[topic].split("\n")))

    return _Signs(
        sure=lines("sure"),
        who=lines("who"),
        what=lines("what"),
        harmless=tuple(made(named[each]) for each in ("plain", "own", "story")),
        asked=made(named["asked"]),
        squeezed=tuple(held["squeezed"].split()),
        anchors=words(held["anchors"]),
    )


def _spelled_out(line: str, named: Mapping[str, str]) -> str:
    for name, each in named.items():
        line = line.replace(f"{{{name}}}", each)
    return line.replace(" _ ?", r"[^.!?\n]{0,60}?").replace(" _ ", r"[^.!?\n]{1,60}?")


_WORD = LazyPattern(r"[a-zà-ÿ가-힣_]+")
_TOKEN = LazyPattern(
    r"[a-zà-ÿа-я']+|[一-鿿ぁ-ヿ가-힣]|[\"“”<>\[\]{}@/:=#*_-]|\d+|[,.!?;，。！？；、]"
)
_QUOTES = str.maketrans("「」『』", "“”“”")  # what is spoken is so in either script


def _says(text: str, enough: float = _ENOUGH) -> bool:
    """Long texts are judged a stretch at a time, and the more there are the surer it must be."""
    found = list(stretches(text))
    if len(found) > _FEW:
        return any(likelihood(each) > _ENOUGH_IN_MANY for each in found)
    return any(
        likelihood(each) > (_ENOUGH_IN_LONG if len(each) > _LONG else enough) for each in found
    )


def likelihood(said: str) -> float:
    """How likely a few sentences are an order: the logarithm of the odds."""
    return weighed(terms(said), marks(said), weights(__file__, _WEIGHTS))


def weighed(of_words: frozenset[str], found: frozenset[str], worth: Mapping[str, int]) -> float:
    """By its terms and its marks."""
    if "%asked" in found and "%sure" not in found:
        return -math.inf
    unsigned = 0.0 if found else _UNSIGNED
    by_words = sum(worth.get(each, 0) for each in of_words) / math.sqrt(max(1, len(of_words)))
    by_marks = sum(worth.get(each, 0) for each in found) / _SIGNS
    return (worth[_BIAS] + by_words + by_marks) / _HUNDREDTHS - unsigned


def terms(said: str) -> frozenset[str]:
    """Words, Chinese characters and what stands between them, up to three in a row; any number is
    one."""
    words = [
        "0" if each.isdigit() else each
        for each in _TOKEN.findall(normalize.simplified(said.lower()).translate(_QUOTES))
    ]
    found = set(words)
    found.update(map("·".join, pairwise(words)))
    found.update(map("·".join, zip(words, words[1:], words[2:], strict=False)))
    return frozenset(found)


def marks(said: str) -> frozenset[str]:
    """Which signs are in the part that has most of them."""
    plain = normalize.simplified(said)
    parts = ((each, spoken, signs) for each, spoken in _parts(plain) for signs in _possible(each))
    return max((_marked(*each) for each in parts), default=(0, frozenset[str]()), key=_first)[1]


def _marked(said: str, spoken: bool, signs: _Signs) -> tuple[int, frozenset[str]]:
    sure = _any(signs.sure, said)
    counted = {
        "who": _count(signs.who, said),
        "what": _count(signs.what, said),
        "harmless": _count(signs.harmless, said),
    }
    found = {f"%{name}{n}" for name, many in counted.items() for n in range(1, min(many, 3) + 1)}
    found |= {"%sure"} if sure else set()
    found |= {"%spoken"} if spoken else set()
    found |= {"%asked"} if signs.asked.search(said) else set()
    strength = 3 * sure + counted["who"] + counted["what"] - 2 * counted["harmless"] - 2 * spoken
    return strength, frozenset(found)


def _first(pair: tuple[int, frozenset[str]]) -> int:
    return pair[0]


def _possible(said: str) -> Iterator[_Signs]:
    """Those that can be in it: few texts speak of what a model is told or has, and reading for all
    signs takes long."""
    english, chinese = map(_signs, _LANGUAGES)
    if not english.anchors.isdisjoint(_WORD.findall(said)) or "@" in said or "<" in said:
        yield english
    if has_han(said) and any(each in said for each in chinese.anchors):
        yield chinese


def _any(signs: tuple[re.Pattern[str], ...], said: str) -> bool:
    return any(each.search(said) for each in signs)


def _count(signs: tuple[re.Pattern[str], ...], said: str) -> int:
    return sum(each.search(said) is not None for each in signs)


# -- what is judged: two sentences at a time, and what is said in a story apart

_STOP = LazyPattern(r"(?<=[.!?])[\"'”’」』)]{0,2} |(?<=[。!?])[”」』)]?(?=[一-鿿])|\n")
_LABEL = LazyPattern(r"[\w )\]】\"]{1,30}[:=] ?$")
_TELLS = LazyPattern(
    r"\b(?:said|says|told|asked|whispered|shouted|muttered|hissed|barked|snapped|begged|replied"
    r"|answered|announced|called|cried|murmured|growled|laughed|ordered|typed|printed|read|snarled"
    r"|sighed|yelled|screamed|insisted|added|continued|was (?:calm|low|soft))\b"
    r"|(?:[说說道问問喊吼叫笑嚷骂罵答念]|下令|低[声聲]|叮[嘱囑]|哀求|[开開]口|平[静靜]|冷笑|吩咐|[了鞠]一躬)"
    r"[了着著道]?:? ?$"
)
_BEFORE = 40  # characters in which somebody is said to speak


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """What is told, and what is spoken in it. A quotation that nothing but a label leads into is a
    value, not speech."""
    spoken = [
        (start, end)
        for start, end in sentences.speech(text)
        if not _LABEL.search(text[max(0, start - _BEFORE) : start])
        or _TELLS.search(text[max(0, start - _BEFORE) : start])
    ]
    told, at = [], 0
    for start, end in spoken:
        told.append(text[at:start])
        at = end
    told.append(text[at:])
    yield from ((each, False) for each in _pairs(" … ".join(told)) if each.strip(" …"))
    yield from ((text[start + 1 : end - 1], True) for start, end in spoken)


def _pairs(text: str) -> Iterator[str]:
    said = [each for each in _STOP.split(text) if each.strip()]
    if len(said) == 1:
        yield text
    for one, two in pairwise(said):
        yield f"{one} {two}"


def stretches(text: str) -> Iterator[str]:
    """Sentences that stand together, and each of them once with what is before and behind it."""
    if len(text) <= _STRETCH:
        yield text
        return
    held: list[str] = []
    for each in _STOP.split(text):
        for at in range(0, len(each), _STRETCH):
            held.append(each[at : at + _STRETCH])
            if sum(map(len, held)) > _STRETCH:
                yield " ".join(held[:-1])
                held = held[-2:]
    yield " ".join(held)
