"""What an author's verdict on a generation says of the rules behind it (R86).

It is an explicit comment (C81): one episode for or against each rule that is meant, and evidence
that says so again whenever the project is distilled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import fsum, isclose

from mohen.errors import InvalidArgument
from mohen.logic import confidence, edits
from mohen.logic.edits import Words
from mohen.logic.evidence import Evidence
from mohen.logic.style import FEATURES
from mohen.model.rule import PHRASE, Link, Op, Origin, Predicate, Rule, Tally
from mohen.policy import Learning, Recording


def check_reason(reason: str | None, policy: Recording) -> str | None:
    """A blank one is none (edge: Trace)."""
    said = (reason or "").strip()
    if len(said) > policy.text_chars_max:
        raise InvalidArgument(
            f"reason is longer than {policy.text_chars_max} characters", field="reason"
        )
    try:
        said.encode()
    except UnicodeEncodeError:
        raise InvalidArgument(
            "reason holds a lone surrogate, which is not a character", field="reason"
        ) from None
    return said or None


def testimony(measured: Evidence, wanted: Sequence[Predicate], *, correct: bool) -> Evidence:
    """The evidence of the verdict's episode: what the author said of these rules, and of anything
    else in their comment. The text itself was judged in its own episode and is not again."""
    said = {
        each.feature: 1 if _more(each, correct) else -1
        for each in reversed(wanted)
        if each.feature in FEATURES
    }
    said = {**dict(measured.said), **said}
    return replace(measured, pairs=(), said=tuple(said.items()), words=_words(wanted, correct))


def _more(predicate: Predicate, correct: bool) -> bool:
    """Whether more of it is wanted: what a right rule says, or the opposite of a wrong one."""
    return (predicate.op is Op.MORE) is correct


def _words(wanted: Sequence[Predicate], correct: bool) -> Words | None:
    """A word to avoid is as good as cut, one to use as good as added."""
    phrases = [each for each in wanted if each.feature.startswith(PHRASE)]
    if not phrases:
        return None
    added, cut = (
        tuple(
            unit
            for each in phrases
            if _more(each, correct) is more
            for unit in edits.units(each.feature.removeprefix(PHRASE))
        )
        for more in (True, False)
    )
    return Words(cut, added, b"", 0.0)


def heard(tally: Tally, *, supports: bool, weight: float) -> Tally:
    """One more episode that speaks."""
    if supports:
        return replace(tally, supporting=tally.supporting + 1, weight_for=tally.weight_for + weight)
    return replace(
        tally, contradicting=tally.contradicting + 1, weight_against=tally.weight_against + weight
    )


def unlinked(after: Tally, before: Tally) -> Tally:
    """The same count and weight, of an episode that is not there."""
    return replace(
        after,
        supporting=before.supporting,
        contradicting=before.contradicting,
        gone_supporting=before.gone_supporting + after.supporting - before.supporting,
        gone_contradicting=before.gone_contradicting + after.contradicting - before.contradicting,
    )


def beside_labels(said: Tally, links: Sequence[Link], kept: Tally, policy: Learning) -> Tally:
    """All that speaks of a rule that labels made: `said` by them, and verdicts. Of a verdict whose
    episode is gone the count is left, and each weighs the same (C3, C81)."""
    gone = (kept.gone_supporting, kept.gone_contradicting)
    supporting, contradicting = (
        [each.weight for each in links if each.supports is side] for side in (True, False)
    )
    return Tally(
        said.supporting + len(supporting),
        said.contradicting + len(contradicting),
        said.weight_for + fsum(supporting) + gone[0] * policy.comment,
        said.weight_against + fsum(contradicting) + gone[1] * policy.comment,
        *gone,
    )


def as_heavy(one: Tally, other: Tally) -> bool:
    """Whether two say the same, by weight."""
    return isclose(one.weight_for, other.weight_for) and isclose(
        one.weight_against, other.weight_against
    )


def moved(sure: float, before: Tally, after: Tally, prior: int, *, supports: bool) -> float:
    """How sure a rule is after it: as C16 says; in proportion, where it was less or more sure
    than that (in a conflict, by the author's hand, by a model)."""
    old, new = confidence.of_tally(before, prior), confidence.of_tally(after, prior)
    changed = sure * new / old if old > 0 else new
    return min(1.0, max(sure, changed)) if supports else min(sure, changed)


def keeps_its_confidence(rule: Rule) -> bool:
    """What the author confirmed or typed is their own word (R66, R75)."""
    return rule.user_confirmed or rule.origin is Origin.MANUAL
