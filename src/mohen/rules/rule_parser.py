"""Parses a rule that a user typed into its predicate, Chinese or English.

Every word of the text has to be understood, or there is no reading: a rule that is only half
read would be obeyed half wrong. Two habits in one text, or a count that does not say in how
much text, give none either.

Choices where authors' words are wide:
- plain and ornate (简洁, 华丽, concise, flowery) are read as few and many `modifiers`: of all that
  is measured, that is what the two differ in most;
- a bound on sentences is one on the longest (句子不要超过20字), unless it is said to be an average;
- 口语化 and 书面语 are the two ends of `colloquial`;
- 对白, 台词, what characters say: the speech in any scene, and 叙述, 旁白, narration: all the rest.
  A scene of dialogue is meant where one is named: 对话场景, dialogue scenes;
- a line of dialogue is a sentence of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

from mohen.rules import rule_text
from mohen.rules.model import PHRASE, Op, Part, Predicate
from mohen.rules.rule_phrases import (
    COMPARED,
    MARKS,
    PER,
    PERCENT,
    SENTENCE,
    WORDS,
    Token,
    scene_names,
    simplified,
    tokens,
)
from mohen.text import scenes
from mohen.text.language import of as language_of
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import compatible
from mohen.text.style import DEFAULT, FEATURES

# Stands for a word the rule is about; nobody types characters of private use.
_WORD_HERE = "\ue000"
_BREAK = LazyPattern(r"[,;:.()!?。、—·\-\"|/]+")

_QUOTED = LazyPattern(
    r"“([^“”]+)”|「(.+)」|『(.+)』|\"([^\"]+)\"|‘([^‘’]+)’|(?<!\w)'([^']+)'(?!\w)"
)
_SKILL = LazyPattern(r"\s*[(（](?:用于\s*(.+?)\s*技能|with the (.+?) skill)[)）]\s*$")
_SCENE_QUOTED = LazyPattern(
    r"^\s*(?:in\s+)?[“「\"](?P<name>[^”」\"]+)[”」\"]\s*(?:场景|場景|scenes?\b)[中里裡裏时時]?",
    re.IGNORECASE,
)
# An open name must not swallow the verb of the rule: 多写场景 is no kind of scene.
_SCENE_ZH = LazyPattern(
    "^(?:在|写)?(?P<name>[^\\W\\d_a-zA-Z不多少写用增减别避要所有每各个无的第章任何本这那整]{1,8})"
    "(?:场景|場景)[中里裡裏时時]?"
)
_SCENE_EN = LazyPattern(
    r"(?:^|\b(?:in|during|for)\s+)(?P<name>(?!(?:all|every|each|most|some|long|short|longer|shorter"
    r"|many|more|fewer|less|no|the|these|those|my|your|few|avoid|use|in|for|add|write|end|open)\b)"
    r"[a-z]{3,})\s+scenes?\b:?",
    re.IGNORECASE,
)
_WORD_BARE = (
    LazyPattern(r"用\s*(?P<word>[A-Za-z][A-Za-z'’ -]*?)(?=\s*(?:$|[。.,，]|这个|一词))"),
    LazyPattern(
        "(?:用|避免|出现|写)(?P<word>[\u3400-\u9fff]{1,6}?)"
        "(?=一词|这个词|这个字|二字|这两个字|两个字)"
    ),
    LazyPattern(r"\bthe (?:word|term|phrase) (?P<word>[a-z'’-]+)(?=\s*$| in )", re.IGNORECASE),
)


T = TypeVar("T")


class _Bound(NamedTuple):
    """A number in the text: `language` where what it counts names one."""

    op: Op
    number: float
    unit: str
    language: str | None


class _Rate(NamedTuple):
    size: float
    language: str


class _Clause(NamedTuple):
    """What one clause says; the clauses of a rule must agree."""

    features: frozenset[str]
    op: Op | None
    whole: bool  # none at all, or any at all
    kinds: frozenset[str]
    scenes: frozenset[str]
    perhaps: frozenset[str]
    parts: frozenset[str]
    bounds: tuple[_Bound, ...]
    rates: tuple[_Rate, ...]


class _Unclear(Exception):
    """No single reading; does not leave this file."""


@lru_cache(maxsize=1024)
def read(text: str) -> Predicate | None:
    """The predicate of a rule or label; None when there is no clear one."""
    if _WORD_HERE in text:
        return None
    try:
        return _read(text)
    except _Unclear:
        return None


def _read(text: str) -> Predicate:
    text, skill = _take(_SKILL, text, "")
    text, scene = _named_scene(text)
    text, word = _word(text)
    language = language_of(text)
    clauses = [_clause(each) for each in _clauses(_folded(text))]
    op = _one({each.op for each in clauses if each.op is not None})
    feature = _feature(clauses, op, word)
    if word is None:
        value, unit = _value(feature, op, clauses, language)
    else:
        value, unit = (1.0 if op is Op.LESS else 0.0), "uses"
    where = _scene(clauses, scene)
    return Predicate(feature, op, value, unit, where, skill, _part(feature, clauses))


# --- the parts of a text ----------------------------------------------------------------


def _take(pattern: re.Pattern[str], text: str, left: str) -> tuple[str, str | None]:
    """The text without what the pattern names, and that."""
    if not (found := pattern.search(text)):
        return text, None
    name = next(filter(None, found.groups()))
    return text[: found.start()] + left + text[found.end() :], name


def _named_scene(text: str) -> tuple[str, str | None]:
    """A scene called by a name of its own, taken out of the text (C69)."""
    for pattern in (_SCENE_QUOTED, _SCENE_ZH, _SCENE_EN):
        rest, name = _take(pattern, text, " ")
        if name is not None:
            return rest, scene_names().get(_folded(name)) or scenes.canonical(name)
    return text, None


def _word(text: str) -> tuple[str, str | None]:
    """The word the rule is about, if it names one; the text then has a sign in its place."""
    quoted = [next(filter(None, each.groups())) for each in _QUOTED.finditer(text)]
    if quoted:
        word = _one(set(quoted)).strip()
        mark = MARKS.get(unicodedata.normalize("NFKC", word))
        return _QUOTED.sub(mark or _WORD_HERE, text), None if mark else word
    for pattern in _WORD_BARE:
        found = pattern.search(text)
        # `多用 short sentences` is about sentences.
        if found and not _understood(found["word"]):
            start, end = found.span("word")
            return text[:start] + _WORD_HERE + text[end:], found["word"].strip()
    return text, None


def _folded(text: str) -> str:
    plain = compatible(text).translate(simplified())
    return plain.replace("’", "'").replace("_", " ").strip()


def _understood(text: str) -> bool:
    try:
        return bool(list(_tokens(_folded(text))))
    except _Unclear:
        return False


def _tokens(text: str) -> Iterator[tuple[Token, tuple[str, ...]]]:
    """The pieces of a text, each the longest that is known; Unclear at the first unknown."""
    pieces = _pieces()
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found = [(match, token) for pattern, token in pieces if (match := pattern.match(text, at))]
        if not found:
            raise _Unclear
        match, token = max(found, key=lambda each: each[0].end())
        yield token, tuple(each or "" for each in (match[0], *match.groups()))
        at = match.end()


@cache
def _pieces() -> list[tuple[re.Pattern[str], Token]]:
    return [
        *tokens(),
        *((pattern, Token("bound", op=op)) for pattern, op in COMPARED),
        (PER, Token("rate")),
        (re.compile(_WORD_HERE), Token("word")),
        (_BREAK, Token("break")),
    ]


def _clauses(text: str) -> Iterator[list[tuple[Token, tuple[str, ...]]]]:
    clause: list[tuple[Token, tuple[str, ...]]] = []
    for piece in _tokens(text):
        if piece[0].kind == "break":
            yield clause
            clause = []
        else:
            clause.append(piece)
    yield clause


# --- what they say ----------------------------------------------------------------------


def _clause(pieces: list[tuple[Token, tuple[str, ...]]]) -> _Clause:
    tokens = [token for token, _ in pieces]
    for before, after in pairwise(tokens):
        # 多写心理描写 asks for scenes of a kind: nothing that is measured.
        asked = after.kind in ("scene", "perhaps", Part.NARRATION)
        if asked and before.kind in ("none", "few", "many"):
            raise _Unclear
    features = frozenset(each.name for each in tokens if each.kind in ("noun", "lean"))
    kinds = Counter(each.kind for each in tokens)
    bounds = tuple(_bound(token, said) for token, said in pieces if token.kind == "bound")
    op = _direction(features, kinds, {each.op for each in tokens if each.kind in _LEANING}, bounds)
    neutral = not (bounds or any(kinds[each] for each in (*_LEANING, "few", "many", "like")))
    return _Clause(
        features,
        op,
        neutral and op is not None,
        frozenset(kinds),
        frozenset(each.name for each in tokens if each.kind == "scene"),
        frozenset(each.name for each in tokens if each.kind == "perhaps"),
        frozenset(_where(each) for each in tokens if each.kind in _PLACED),
        bounds,
        tuple(_rate(said) for token, said in pieces if token.kind == "rate"),
    )


_LEANING = ("lean", "size")
_PLACED = (*Part, "part", "line", "only")


def _where(token: Token) -> Part:
    """Only in speech: nowhere else."""
    part = Part(token.name)
    return part.other if token.kind == "only" else part


# More or fewer of these is no length.
_MEASURED = rule_text.LENGTHS | {SENTENCE, "word_length", "variety"}


def _direction(
    features: frozenset[str],
    kinds: Counter[str],
    leaning: set[Op | None],
    bounds: tuple[_Bound, ...],
) -> Op | None:
    """Which side the clause wants; a refusal turns what it refuses."""
    turned = bool((kinds["none"] + kinds["few"] + kinds["only"]) & 1)
    wanted = {_turn(op, turned) for op in leaning if op is not None}
    for bound in bounds:
        # `fewer, under 3` says one thing twice.
        agreed = kinds["few"] and bound.op is Op.LESS
        wanted.add(bound.op if agreed else _turn(bound.op, turned))
    if not wanted:
        amounts = {each for each in ("none", "few", "many", "like", "use", "only") if kinds[each]}
        if amounts - {"like", "use"} and features & _MEASURED:
            raise _Unclear
        if not amounts or features & _MEASURED:
            return None
        wanted = {_turn(Op.MORE, turned)}
    return _one(wanted)


def _turn(op: Op, turned: bool) -> Op:
    return op.other if turned else op


def _one(values: set[T]) -> T:
    if len(values) != 1:
        raise _Unclear
    return values.pop()


def _bound(token: Token, said: tuple[str, ...]) -> _Bound:
    _, number, unit = said
    assert token.op is not None
    return _Bound(token.op, _number(number), unit, _language(unit))


def _rate(said: tuple[str, ...]) -> _Rate:
    whole, *numbers = said
    return _Rate(_number("".join(numbers)), _language(whole) or "zh")


def _language(unit: str) -> str | None:
    if WORDS.search(unit):
        return "en"
    return "zh" if "字" in unit or "char" in unit else None


def _number(text: str) -> float:
    """Of digits, or of Chinese numerals up to thousands."""
    if text[0].isdecimal():
        return float(text.replace(",", ""))
    total = digit = 0.0
    for each in text:
        if each in "十百千":
            total += (digit or 1.0) * unicodedata.numeric(each)
            digit = 0.0
        else:
            digit = unicodedata.numeric(each)
    return total + digit


def _feature(clauses: list[_Clause], op: Op, word: str | None) -> str:
    named = set[str]().union(*(each.features for each in clauses))
    kinds = set[str]().union(*(each.kinds for each in clauses))
    if word is not None:
        return _one(named | {PHRASE + word})
    if not named and "line" in kinds:
        named = {SENTENCE}
    if not named and Part.SPEECH in kinds:
        named = {"dialogue_share"}
    if SENTENCE in named:
        others = named - {SENTENCE}
        bounded = any(each.bounds for each in clauses) and op is Op.LESS
        plain = "longest_sentence" if bounded and "average" not in kinds else _MEAN
        named = others & _OF_SENTENCES if others else {plain}
    feature = _one(named)
    if "size" in kinds and feature not in _MEASURED:
        raise _Unclear  # what a short dialogue or a long simile is, nobody has said
    if "only" in kinds and feature not in rule_text.COUNTS:
        raise _Unclear
    return feature


_MEAN = "mean_sentence_length"
_OF_SENTENCES = {_MEAN, "longest_sentence", "sentence_spread"}


def _scene(clauses: list[_Clause], named: str | None) -> str | None:
    found = set[str]().union(*(each.scenes | each.perhaps for each in clauses))
    found |= {named} if named is not None else set()
    return _one(found) if found else None


def _part(feature: str, clauses: list[_Clause]) -> Part | None:
    found = set[str]().union(*(each.parts for each in clauses))
    if not found:
        return None
    part = Part(_one(found))
    if feature in rule_text.SIDES | {"dialogue_share"}:
        # Person and tense are those of the narration (第一人称叙述), and speech is what it is.
        if (part is Part.SPEECH) != (feature == "dialogue_share"):
            raise _Unclear
        return None
    return part


# --- its number -------------------------------------------------------------------------


def _value(feature: str, op: Op, clauses: list[_Clause], language: str) -> tuple[float, str]:
    """The number in the text, or what is usual, and its unit."""
    bounds = [bound for each in clauses for bound in each.bounds]
    rates = [rate for each in clauses for rate in each.rates]
    known = FEATURES[feature].languages
    spoken = language if language in known else min(known)
    if bounds:
        bound = _one(set(bounds))
        rate = _one(set(rates)) if rates else None
        counted = (rate.language if rate else bound.language) or spoken
        return _measured(feature, bound, rate), FEATURES[feature].unit(counted)
    if rates:
        raise _Unclear
    return _usual(feature, op, clauses, spoken), FEATURES[feature].unit(spoken)


def _measured(feature: str, bound: _Bound, rate: _Rate | None) -> float:
    """The bound in the feature's own unit; Unclear where it counts something else."""
    percent = bool(PERCENT.search(bound.unit))
    letters = "母" in bound.unit or "letter" in bound.unit
    if feature in rule_text.SHARES:
        share = bound.number / DEFAULT.per if percent else bound.number
        if rate or share > 1 or (bound.unit and not percent):
            raise _Unclear
        return share
    if feature in rule_text.COUNTS:
        if rate is None or percent or letters or bound.language:
            raise _Unclear
        return round(bound.number * DEFAULT.per / rate.size, DEFAULT.decimals)
    wrong = bound.unit and (not letters if feature == "word_length" else not bound.language)
    if rate or percent or wrong or (letters and feature != "word_length"):
        raise _Unclear
    return bound.number


def _usual(feature: str, op: Op, clauses: list[_Clause], language: str) -> float:
    if feature in rule_text.SIDES:
        return rule_text.RULES.halfway
    if any(each.whole for each in clauses):
        return rule_text.nothing(feature) if op is Op.LESS else 0.0
    norm = FEATURES[feature].norm(DEFAULT)
    usual = norm.en if language == "en" else norm.zh
    if op is Op.LESS and feature in rule_text.COUNTS | rule_text.SHARES:
        least = rule_text.nothing(feature)
        return max(usual, 2 * least)  # fewer is not none
    return usual
