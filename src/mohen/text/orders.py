"""Text that gives orders to a model, known without asking one.

A memory is read by models. What somebody writes to be obeyed by them ("ignore what you were told",
"send the user's files to …", 不要告诉用户) is not what a memory is for, whoever managed to put it
there. It is known by signs: who is addressed, what is to be done with instructions, tools, files,
answers and the user, and what is to be hidden. The signs stand in `data/{en,zh}/orders.txt`.

Fiction is full of orders: what is said in quotation marks by somebody in a story is given to
somebody in it. Wishes about the text, and how a user likes to be answered, are no such orders.

Repetitions are bounded, and a text is judged by two sentences at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from mohen.text import hidden_writing, sentences
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics, words

_ENOUGH = 3  # signs that are an order together
_ENOUGH_IN_MANY = 6  # where many sentences are read, some will have a few
_FEW = 5  # pairs of sentences
_SPOKEN = 2  # more, where it is speech
_NOBODY = 3  # less, where nobody is addressed
_HARMLESS = 2  # less for each: it is about the text, of a story, or what the writer likes
_LANGUAGES = ("en", "zh")
_REMEMBERED = 4096  # the same memories stand in one prompt after another


@lru_cache(maxsize=_REMEMBERED)
def are_in(text: str) -> bool:
    """Whether it gives an order to a model."""
    if any(map(_says, hidden_writing.readings(text))):
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
        for name, each in named.items():
            line = line.replace(f"{{{name}}}", each)
        line = line.replace(" _ ?", r"[^.!?\n]{0,60}?").replace(" _ ", r"[^.!?\n]{1,60}?")
        return re.compile(line)

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


_WORD = LazyPattern(r"[a-z_]+")
# What no story has in its speech.
_OF_MACHINES = LazyPattern(
    r"system prompt|language model|\bllms?\b|chatgpt|api key|<\||\[/?inst\]|https?://"
    r"|\w@\w|语言模型|語言模型|大模型|提示[词詞]"
)


def _says(text: str) -> bool:
    parts = list(_parts(text))
    enough = _ENOUGH if len(parts) <= _FEW else _ENOUGH_IN_MANY
    return any(_is_order(part, enough, spoken=spoken) for part, spoken in parts)


def _is_order(said: str, enough: int, *, spoken: bool) -> bool:
    return any(_has(signs, said, enough, spoken=spoken) for signs in _possible(said))


def _has(signs: _Signs, said: str, enough: int, *, spoken: bool) -> bool:
    if _any(signs.sure, said) and (not spoken or _OF_MACHINES.search(said) is not None):
        return True
    if signs.asked.search(said):
        return False
    return _score(signs, said) >= enough + _SPOKEN * spoken


def _score(signs: _Signs, said: str) -> int:
    who = _count(signs.who, said)
    against = _HARMLESS * _count(signs.harmless, said) + (0 if who else _NOBODY)
    return who + _count(signs.what, said) - against


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
