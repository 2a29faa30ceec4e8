"""How likely a statement is understood by itself, tomorrow and by a stranger.

What makes a sentence lean on its conversation has no end of idioms: a mood of the hour, a promise,
half of a sentence, a time that was named before. So it is weighed as a whole: what is said, in
short pieces, what a template calls it, and how its clause stood in the message. What each sign
weighs was fitted on facts that were read by hand (`tools/fit_alone.py`,
`data/*/alone_weights.txt`). What is left out stays in the conversation and is found there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mohen.core.values import dataclass
from mohen.knowledge.consolidation.model import Act, Statement
from mohen.knowledge.model import AGENT, BELIEF, USER, Category
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding import entities
from mohen.text.word_lists import weights

BIAS = "%bias"
_HUNDREDTHS = 100


@dataclass(frozen=True, slots=True)
class Judge:
    """Of the statements of one language."""

    listed: str  # the file of what each sign weighs
    worded: frozenset[str]  # attributes of which most words are those of the clause
    told: Callable[[str], Iterator[str]]  # signs of the text itself
    # Of how a clause stood in the message; both as they were said.
    around: Callable[[str, str], Iterator[str]]
    # So plain that they need no judge: anything, and what is to come.
    is_plain: Callable[[str], bool] = lambda _content: False
    is_plan: Callable[[str], bool] = lambda _content: False

    def stands_alone(
        self, statement: Statement, clause: str, message: str, policy: Extraction
    ) -> bool:
        """Whether it is likely enough, or needs no judge: what a template names (a name, an age, a
        job) says all, and without what puts something right or ends it what is no longer so would
        stay."""
        if statement.act is not Act.STATES or statement.ended or not self.judges(statement):
            return True
        return self.likelihood(statement, clause, message) > policy.alone_from

    def judges(self, statement: Statement) -> bool:
        """Whether it may be anything: not what a template takes out of its clause."""
        if statement.category is Category.TEMPORARY or self.is_plain(statement.content):
            return False
        if statement.category is Category.SCHEDULE and self.is_plan(statement.content):
            return False
        return statement.attribute.partition(":")[0] in self.worded

    def likelihood(self, statement: Statement, clause: str, message: str) -> float:
        """The logarithm of the odds."""
        worth = weights(entities.__file__, self.listed)
        return weighed(self.signs(statement, clause, message), worth)

    def signs(self, statement: Statement, clause: str, message: str) -> frozenset[str]:
        return frozenset(
            (
                *self.told(statement.content),
                *_meant(statement),
                *self.around(clause, message),
                *_between(clause, message),
            )
        )


def weighed(found: frozenset[str], worth: Mapping[str, int]) -> float:
    return (worth[BIAS] + sum(worth.get(each, 0) for each in found)) / _HUNDREDTHS


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


def _between(clause: str, message: str) -> Iterator[str]:
    """Signs of what the clause stands between: a comma, the end, a question mark."""
    before, found, behind = message.partition(clause)
    if found:
        yield f">{behind[:1]}"
        yield f"|{before[-1:]}"
