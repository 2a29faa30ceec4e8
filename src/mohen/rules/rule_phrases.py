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

from mohen.rules.model import Op, Part
from mohen.text import scenes
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics

SENTENCE = "sentence"
"""A sentence as such: its mean length or the longest, as the rest of the text says."""


class Token(NamedTuple):
    """What a piece of text says: its kind, and what that kind needs."""

    kind: str  # noun lean size none few many like use average filler word break
    # of a place: scene perhaps; part, speech and narration where the bare word says it, line only
    name: str = ""  # the feature, scene or part
    op: Op | None = None


_OPS = {each.name.lower(): each for each in Op}
_PLACE_ZH = "场景|段落|片段|戏|情节"
_PLACE_EN = "scenes?|passages?|sequences?|sections?"
# Of a kind of scene 描写 and 部分 name the scene, of speech all the speech there is.
_SHARE_ZH = "描写|部分"
_WITHIN_ZH = "(?:之中|当中|里面|的时候|中|里|时)"
_INTO_EN = r"(?:(?:in|inside|within|during|for)\s+(?:the\s+|all\s+)?)"
PARTS = {scenes.DIALOGUE: Part.SPEECH, scenes.NARRATION: Part.NARRATION}
"""What a word that also names a kind of scene means by itself: 对白 is what is said."""


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


# Those who use words are those who speak; the word alone may be whom a passage describes.
_SPEAKERS = (
    r"(?:characters|people)(?=\s+(?:never|don't|do\s+not|must|should|may|can|use|avoid|always)(?![a-z]))"
    "|(?:人物|角色)们?(?=从不|从来不|绝不|不会)"
)


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
        places = _PLACE_ZH if name in PARTS else f"{_PLACE_ZH}|{_SHARE_ZH}"
        sure = rf"{_INTO_EN}?(?:{names})\s*(?:{places}|(?:{_PLACE_EN})(?![a-z])){_WITHIN_ZH}?"
        yield sure, Token("scene", name)
        if name in PARTS:
            yield names, Token(PARTS[name], PARTS[name])  # first: of two as long it is taken
            yield from _of_part(names, PARTS[name])
            return
        yield rf"{_INTO_EN}(?:{names})", Token("scene", name)
        yield rf"(?:{names}){_WITHIN_ZH}", Token("scene", name)
        yield names, Token("perhaps", name)
    elif kind == "part":
        yield from _of_part(names, Part(name))
        if name == Part.SPEECH:
            yield _SPEAKERS, Token("part", Part.SPEECH)
    elif kind == "line":
        yield rf"{_INTO_EN}?(?:{names}){_WITHIN_ZH}?", Token("line", Part.SPEECH)
    elif kind == "size":
        yield names, Token("size", op=_OPS[name])
    else:
        yield names, Token(kind, name, _OPS.get(way))


def _of_part(names: str, part: Part) -> Iterator[tuple[str, Token]]:
    """All the speech there is, or all that is told around it."""
    within = rf"(?:{names})(?:的?(?:{_SHARE_ZH}|内容|地方))?{_WITHIN_ZH}?"
    yield rf"{_INTO_EN}?{within}", Token("part", part)
    yield rf"{_INTO_EN}(?:{names})\s+only(?![a-z])", Token("only", part)
    only_zh = "[只仅](?:[能许可限]|允许)?(?:用?在|用于|出现在|限于|于)?"
    yield rf"(?:{only_zh}|only\s+{_INTO_EN}){within}(?:出现|使用|用)?", Token("only", part)


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
