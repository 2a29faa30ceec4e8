"""How likely a Chinese statement is understood by itself, tomorrow and by a stranger.

What makes a sentence lean on its conversation has no end of idioms: a mood of the hour, a promise,
half of a sentence, a time that was named before. So it is weighed as a whole: what is said, in
signs of up to three characters, what a template calls it, and how its clause stood in the message.
What each sign weighs was fitted on facts that were read by hand (`tools/fit_alone.py`,
`data/zh/alone_weights.txt`). What is left out stays in the conversation and is found there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mohen.knowledge.consolidation.model import Act, Statement
from mohen.knowledge.model import AGENT, BELIEF, USER
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding import entities
from mohen.knowledge.understanding.zh.meanwhile import LATELY
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import weights

_WEIGHTS = "zh/alone_weights.txt"
BIAS = "%bias"
_HUNDREDTHS = 100
_LONGEST = 3  # characters of a sign
_WORDED = frozenset(
    (
        "",
        "constraint",
        "employer",
        "goal",
        "habit",
        "health",
        "hometown",
        "location",
        "major",
        "medication",
        "money",
        "owns",
        "preference",
        "project",
        "role",
        "schedule",
        "school",
        "skill",
        "status",
    )
)
_TOLD = LazyPattern(r"（\d{4}-\d\d-\d\d 说）$")
_SAID = LazyPattern(r"^用户在 \d{4}-\d\d-\d\d 说：“(?P<said>.*)”$")
_DAY = LazyPattern(
    r" ?\d{4}(?:-\d\d){1,2}(?: 那周)?(?: ?(?:早上|上午|中午|下午|晚上|凌晨|\d\d:\d\d))? ?"
    r"| ?\d{4} 年 ?"
)
_NUMBER = LazyPattern(r"\d+(?:[.,:/]\d+)*")
_NAMED = LazyPattern("[A-Za-z《]")
_LATELY = LazyPattern(LATELY)
_ME = LazyPattern("我|本人|俺")
_OTHERS = {
    "%he": LazyPattern("[他她它]"),
    "%you": LazyPattern("[你您]"),
    "%asked": LazyPattern("[?？]"),
}


def stands_alone(statement: Statement, clause: str, message: str, policy: Extraction) -> bool:
    """Whether it is likely enough, or needs no judge: what a template names (a name, an age, a job)
    says all, and without what puts something right or ends it what is no longer so would stay."""
    if statement.act is not Act.STATES or statement.ended:
        return True
    return not is_worded(statement) or likelihood(statement, clause, message) > policy.alone_from


def is_worded(statement: Statement) -> bool:
    """Whether most of its words are those of its clause."""
    return statement.attribute.partition(":")[0] in _WORDED


def likelihood(statement: Statement, clause: str, message: str) -> float:
    """The logarithm of the odds; `clause` and `message` as they were said."""
    return weighed(signs(statement, clause, message), weights(entities.__file__, _WEIGHTS))


def weighed(found: frozenset[str], worth: Mapping[str, int]) -> float:
    return (worth[BIAS] + sum(worth.get(each, 0) for each in found)) / _HUNDREDTHS


def signs(statement: Statement, clause: str, message: str) -> frozenset[str]:
    return frozenset((*_told(statement.content), *_meant(statement), *_around(clause, message)))


def _told(content: str) -> Iterator[str]:
    """Signs of the text itself: its characters, and what kinds of things are in it."""
    if said := _SAID.match(content):
        content = said["said"]
        yield "%said"
    dayless, days = _DAY.subn("日", _TOLD.sub("", content))
    told, numbers = _NUMBER.subn("0", dayless)
    if len(dayless) != len(content):
        yield "%dated"
    if days:
        yield "%day"
    if numbers:
        yield "%number"
    if _NAMED.search(told):
        yield "%named"
    text = f"^{told.replace('用户', '～')}$"
    yield f"%long{min(len(text) // 3, 9)}"
    yield f"%clauses{min(text.count('，'), 3)}"
    for size in range(1, _LONGEST + 1):
        for at in range(len(text) - size + 1):
            yield text[at : at + size]


def _meant(statement: Statement) -> Iterator[str]:
    """Signs of what it is taken for, and of whom it speaks."""
    yield f"%of:{statement.attribute.partition(':')[0]}"
    yield f"%is:{statement.category.value}"
    if statement.event_at is not None:
        yield "%event"
    if statement.type == BELIEF:
        yield "%believed"
    if statement.subject not in (USER, AGENT):
        yield "%other"


def _around(clause: str, message: str) -> Iterator[str]:
    """Signs of how it stood in the message: without a subject, behind 最近, before a question."""
    for size in range(1, _LONGEST + 1):
        yield f"<{clause[:size]}"
    if not _ME.search(clause):
        yield "%carried"
    if "我们" in clause or "咱" in clause:
        yield "%we"
    if _LATELY.search(message) and not _LATELY.search(clause):
        yield "%lately"
    yield from (name for name, sign in _OTHERS.items() if sign.search(message))
    yield f"%within{min(len(message) // 15, 6)}"
    before, found, behind = message.partition(clause)
    if found:
        yield f">{behind[:1]}"
        yield f"|{before[-1:]}"
