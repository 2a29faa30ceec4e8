"""Phrases in which authors name habits of writing, for `rules/rule_parser.py`.

The words stand in `data/en/` and `data/zh/`, by kind: alternatives are separated by spaces, `_`
stands for a space inside one. Everything is written simplified and in lower case, as the reader
folds a text before it looks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from mohen.rules.model import Op
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics

SENTENCE = "sentence"
"""A sentence as such: its mean length or the longest, as the rest of the text says."""


class Token(NamedTuple):
    """What a piece of text says: its kind, and what that kind needs."""

    kind: str  # noun lean size none few many like use average scene perhaps filler word break
    name: str = ""  # the feature or scene
    op: Op | None = None


_OPS = {each.name.lower(): each for each in Op}
_PLACE_ZH = "场景|描写|段落|部分|片段|戏|情节"
_PLACE_EN = "scenes?|passages?|sequences?|sections?"


def _alternatives(words: str) -> str:
    """One expression, the longest first; an English word ends where its letters end."""
    texts = sorted({each.replace("_", " ") for each in words.split()}, key=len, reverse=True)
    return "|".join(
        re.escape(each) + ("(?![a-z])" if each.isascii() else "") for each in texts
    ).replace("\\ ", r"\s+")


def _listed() -> dict[str, str]:
    """Both languages' words, by topic."""
    zh, en = (topics(__file__, f"{each}/rule_phrases.txt") for each in ("zh", "en"))
    return {topic: f"{zh[topic]} {en[topic]}" for topic in zh}


@cache
def scene_names() -> dict[str, str]:
    """The scene that a word names."""
    return {
        word: topic.removeprefix("scene ")
        for topic, words in _listed().items()
        if topic.startswith("scene ")
        for word in words.split()
    }


@cache  # made by the first rule that is read: most commands read none
def tokens() -> list[tuple[re.Pattern[str], Token]]:
    made = chain.from_iterable(_of(*topic.split(), words=text) for topic, text in _listed().items())
    return [(re.compile(pattern), token) for pattern, token in made]


def _of(kind: str, name: str = "", way: str = "", *, words: str) -> Iterator[tuple[str, Token]]:
    """The expressions of one topic, and what they say."""
    names = _alternatives(words)
    if kind == "scene":
        # Named as a scene it is one; the bare word may be what the rule is about.
        sure = rf"(?:{names})\s*(?:{_PLACE_ZH}|(?:{_PLACE_EN})(?![a-z]))(?:之?中|里|时)?"
        yield sure, Token("scene", name)
        yield rf"(?:in|during|for)\s+(?:{names})", Token("scene", name)
        yield rf"(?:{names})(?:之?中|里|时)", Token("scene", name)
        yield names, Token("perhaps", name)
    elif kind == "size":
        yield names, Token("size", op=_OPS[name])
    else:
        yield names, Token(kind, name, _OPS.get(way))


# --- numbers ----------------------------------------------------------------------------

_NUMBER = r"(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?|[一二两三四五六七八九十百千]+)"
_UNIT = (
    r"(个?字母|letters?(?![a-z])|个?字符?(?!词)|个?单?词|words?(?![a-z])"
    r"|(?:chinese )?char(?:acter)?s?(?![a-z])|%|percent(?![a-z])|per cent(?![a-z])|[个处次])"
)
_BEFORE = {
    Op.LESS: r"<=?|≤|不(?:要|得|应|可|能|宜|许)?(?:超过|多于|大于|高于|长于)|别超过|[少小低短]于"
    r"|不到|至多|最多|最长|under|below|(?:less|fewer|shorter|lower) than|at most|up to|within"
    r"|(?:no|not) (?:more|longer|higher|greater) than|max(?:imum)?(?: of)?",
    Op.MORE: r">=?|≥|不(?:要|得|应|可|能|宜|许)?(?:少于|低于|小于|短于)|超过|[多大高长]于|至少"
    r"|最少|over|above|(?:more|longer|greater|higher) than|at least|beyond|exceed(?:ing|s)?"
    r"|(?:no|not) (?:less|fewer|shorter|lower) than|min(?:imum)?(?: of)?",
}
_AFTER = {
    Op.LESS: "以内|以下|之内|之下|内|or (?:less|fewer|under|shorter)|at most|max(?:imum)?",
    Op.MORE: "以上|之上|or (?:more|over|longer)|at least|min(?:imum)?",
}
COMPARED = [
    (LazyPattern(pattern), op)
    for op in Op
    for pattern in (
        rf"(?:{_BEFORE[op]})\s*{_NUMBER}\s*{_UNIT}?",
        rf"{_NUMBER}\s*{_UNIT}\s*(?:{_AFTER[op]})(?![a-z])",
    )
]
"""A bound: its number and what it counts."""

PER = LazyPattern(
    rf"每{_NUMBER}个?(?:字符?|单?词)(?:[中里内])?"
    rf"|(?:per|for every|in every|every|in) {_NUMBER} (?:words|characters)(?![a-z])"
)
WORDS = LazyPattern("词|word")
PERCENT = LazyPattern("%|per")

MARKS = {
    "!": "感叹号",
    "...": "省略号",
    "......": "省略号",
    "—": "破折号",
    "——": "破折号",
    "?": "问号",
    ",": "逗号",
    ";": "分号",
    ":": "冒号",
}
"""A mark quoted for itself (after NFKC)."""


@cache
def simplified() -> dict[int, str]:
    """Traditional characters of these words; what is not in them need not be folded."""
    pairs = topics(__file__, "zh/simplified.txt")["pairs"]
    return {ord(pair[0]): pair[1] for pair in pairs.split()}
