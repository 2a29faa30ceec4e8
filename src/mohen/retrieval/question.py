"""Reads a question: its terms, whom it names of those who speak, and which times."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from datetime import date

from mohen.retrieval import times
from mohen.retrieval.model import Question
from mohen.text import sentences
from mohen.text.asking import asks_for_anything
from mohen.text.dates import Local
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import simplified
from mohen.text.remembered import remembered
from mohen.text.terms import Asks, QueryBounds, asks_for, expand, query_terms, tells

_REMEMBERED, _CHARS = 16, 100_000  # one question is asked of several


def read(
    text: str, *, speakers: Iterable[str] = (), now: Local | None = None, policy: QueryBounds
) -> Question:
    """`speakers`: those who speak in what is searched; `now`: when and where it is asked."""
    asked = _by_itself(text, policy)
    held = frozenset(asked.terms)
    called = {each: held.intersection(expand(each)) for each in speakers}
    if named := frozenset(each for each in called if called[each]):
        # Ann and Ann Lee may be one person, whom a host calls now so and now so.
        shared = frozenset.intersection(*(called[each] for each in named))
        asked = replace(asked, named=named, of_one=bool(shared))
    if now is None:
        return asked
    plain = simplified(text)
    if not (spans := tuple(times.asked(plain, now))):
        lately = tuple(times.lately(plain, now.day))
        if lately and Asks.TALK in asks_for(times.without(plain, lately)):
            return replace(asked, today=now.day, spans=lately, of_time=True, of_talk=True)
        return replace(asked, today=now.day)
    rest = times.without(plain, spans)
    besides = frozenset(query_terms(rest, policy=policy))
    parts = (tuple(filter(besides.__contains__, part)) for part in asked.parts or (asked.terms,))
    return replace(
        asked,
        spans=spans,
        today=now.day,
        of_then=asked.of_then or any(span.last < now.day for span in spans),
        parts=tuple(filter(None, parts)),
        event=None,
        of_time=bool(wanted := asks_for(rest)),
        of_talk=Asks.TALK in wanted,
        of_day=all(map(times.is_day, spans)) and asks_for_anything(plain),
    )


@remembered(_REMEMBERED, _CHARS)
def _by_itself(text: str, policy: QueryBounds) -> Question:
    """Whoever asks it, and whenever."""
    plain = simplified(text)
    asked = query_terms(text, policy=policy)
    held = frozenset(asked)
    asking = plain[times.asks_from(plain) :]  # before it is chat
    parts = (query_terms(each, policy=policy) for each in _PART.split(asking))
    of_now = _OF_NOW.search(asking) is not None
    return Question(
        terms=tuple(asked),
        of_now=of_now,
        of_then=not of_now and _OF_THEN.search(asking) is not None,
        parts=tuple(filter(None, (tuple(filter(held.__contains__, each)) for each in parts))),
        event=_event(asking),
        of_last_time=_LAST_TIME.search(asking) is not None
        and bool(asks_for(_LAST_TIME.sub(" ", asking))),
    )


_EVENT = LazyPattern(
    r"\b(?P<when>before|after) (?P<what>[a-z][^,.;?!]{3,80})"
    r"|(?:^|[，。；？！,;?!\s])(?P<zh>[^，。；？！,;?!\s]{2,20})(?P<side>[之以][前后])",
    re.IGNORECASE,
)


def _event(asking: str) -> tuple[str, bool] | None:
    """What is asked for the time around, and whether for the time after it."""
    found = _EVENT.search(asking)
    if found is None:
        return None
    what, side = found["what"] or found["zh"], found["when"] or found["side"]
    told = any(tells(term, known=True) for term in expand(what))
    return (what, side.lower() == "after" or side.endswith("后")) if told else None


def placed(asked: Question, day_of: Callable[[str], date | None]) -> Question:
    """With the day of the event that it asks around. `day_of`: when something was told of, None
    where nobody surely did."""
    if asked.event is None:
        return asked
    what, after = asked.event
    day = day_of(what)
    return asked if day is None else replace(asked, beside=(day, after), of_then=True)


def of_day(asked: Question, day: date) -> Question:
    """With the day that somebody asks for who asks what was said the last time."""
    span = times.Span(0, 0, day, day)
    return replace(asked, spans=(span,), of_time=True, of_talk=True, of_then=True)


_LAST_TIME = LazyPattern(
    r"上一?次|上一?回|前一次|\b(?:the )?(?:last|previous) (?:time|conversation|chat|session|talk)\b"
    r"|\b(?:leave|left) off\b",
    re.IGNORECASE,
)
_PART = LazyPattern(r"[。！？；!?;]|\.(?=\s)|另外|还有")
_OF_NOW = LazyPattern(
    r"现在|目前|如今|眼下|当前|最近|最新|近来"
    r"|\b(?:now|nowadays|current(?:ly)?|at the moment|these days|lately|recent(?:ly)?|latest)\b",
    re.IGNORECASE,
)
# How it was once, before something else, or when it was: what came later does not answer that.
# Who compares (more than before, 比以前) asks for both, and what was mentioned before may hold now.
_OF_THEN = LazyPattern(
    r"(?<!比)(?:原来|原先|最初|最早|起初|一开始|当初|第一次|曾经|从前)"
    r"|(?<!比)(?:以前|之前|先前|那时|当时)(?!.{0,4}[说提讲聊荐议诉])"
    r"|(?:什么时候|何时|哪一?[天年]).{0,20}[的了过]"
    r"|(?<!than )(?<!than i did )\b(?:original|initial|previous|former)ly\b"
    r"(?! (?:mention|said|say|told|tell|talk|discuss|suggest|recommend))"
    r"|\b(?:at first|back then|used to|in the beginning|when (?:did|was|were))\b"
    r"|\b(?:was|were|did)\b[^.?!]{0,40}\b(?:previous|former|original|initial|first|earliest)\b"
    r"|\bbefore (?:i|we|he|she|they|my|our|the|\w{1,20}ing)\b",
    re.IGNORECASE,
)
_NEWS = LazyPattern(
    r"现在|目前|如今|最近|刚刚|刚才|已经|改成|换成|改为|换了|不再|终于|升到|搬到|涨到"
    r"|\b(?:now|nowadays|currently|these days|lately|recently|latest|just|so far|already|no longer"
    r"|any ?more|instead|switched|changed|moved|updated|upgraded|increased|reached)\b",
    re.IGNORECASE,
)


_FIGURE = LazyPattern(r"\d")  # who asks whether 25:50 is good says that it is 25:50


def states(text: str, words: Collection[str]) -> tuple[frozenset[str], bool]:
    """Which of these words stand in what a message states, not in what it asks; and whether it says
    there how things are by now."""
    found: frozenset[str] = frozenset()
    news = False
    for sentence in sentences.said(text):
        held = frozenset(words).intersection(expand(sentence))
        if held and (not asks(sentence) or _FIGURE.search(sentence)):
            found |= held
            news = news or _NEWS.search(simplified(sentence)) is not None
    return found, news


def meant(text: str, speakers: Iterable[str]) -> str:
    """A question as its meaning is looked for: without those of the speakers whom it names. Who
    said a line is known; near a name is every line that it stands in front of, and every greeting.
    """
    parts = {part for name in speakers for part in simplified(name).split()}
    plain = simplified(text)
    if not parts:
        return text
    names = re.compile("|".join(map(_whole, sorted(parts, key=len, reverse=True))), re.IGNORECASE)
    kept, end = "", 0
    for match in names.finditer(plain):
        kept, end = kept + text[end : match.start()], match.end()
    kept += text[end:]
    return kept if any(map(str.isalnum, kept)) else text


def _whole(word: str) -> str:
    """A name as it stands in a text, and not in another word."""
    word = re.escape(word)
    return rf"(?<!\w){word}(?:['’]s)?(?!\w)" if word.isascii() else word


_ROLES = frozenset(("", "user", "assistant", "system", "tool"))


def told(text: str, speaker: str = "") -> str:
    """A message as it is searched. A person's name is part of what can be asked for; a role is
    not."""
    return text if speaker in _ROLES else f"{speaker}: {text}"


def said(text: str, speaker: str = "") -> list[str]:
    """The terms of a message."""
    return expand(told(text, speaker))


_TAIL = 60  # characters: a question may be followed by a smile


def asks(text: str) -> bool:
    """Whether a turn ends with a question, which the next one answers."""
    tail = text[-_TAIL:]
    return "?" in tail or "？" in tail
