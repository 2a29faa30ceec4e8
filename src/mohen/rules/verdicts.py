"""What an author's verdict on a generation does to the rules behind it (R86)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import fsum, isclose

from mohen.core import validation
from mohen.episodes.policy import Recording
from mohen.errors import InvalidArgument
from mohen.rules import model
from mohen.rules.model import Link, Origin, Rule, Tally
from mohen.rules.policy import Learning


def check_reason(reason: str | None, policy: Recording) -> str | None:
    """The reason in canonical form; a blank one is none (edge: Trace)."""
    said = (reason or "").strip()
    if len(said) > policy.text_chars_max:
        raise InvalidArgument(
            f"reason is longer than {policy.text_chars_max} characters", field="reason"
        )
    validation.check_characters("reason", said)
    return said or None


def heard(tally: Tally, *, supports: bool, weight: float) -> Tally:
    """The tally with one more episode that speaks."""
    if supports:
        return replace(tally, supporting=tally.supporting + 1, weight_for=tally.weight_for + weight)
    return replace(
        tally, contradicting=tally.contradicting + 1, weight_against=tally.weight_against + weight
    )


def unheard(tally: Tally, links: Sequence[Link]) -> Tally:
    """The tally without what these links say."""
    for each in links:
        yes, no = int(each.supports), int(not each.supports)
        tally = replace(
            tally,
            supporting=tally.supporting - yes,
            contradicting=tally.contradicting - no,
            weight_for=max(0.0, tally.weight_for - yes * each.weight),
            weight_against=max(0.0, tally.weight_against - no * each.weight),
        )
    return tally


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
    """All that speaks of a rule that was learned: `said` by labels, and verdicts; of one that no
    label speaks of, the comments that made it. Of episodes that are gone the count is left, and
    each weighs the same (C3, C81)."""
    gone = (kept.gone_supporting, kept.gone_contradicting)
    told = [each for each in links if each.verdict or not said.bearing]
    supporting, contradicting = (
        [each.weight for each in told if each.supports is side] for side in (True, False)
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
    old, new = model.tally_confidence(before, prior), model.tally_confidence(after, prior)
    changed = sure * new / old if old > 0 else new
    return min(1.0, max(sure, changed)) if supports else min(sure, changed)


def keeps_its_confidence(rule: Rule) -> bool:
    """What the author confirmed or typed is their own word (R66, R75)."""
    return rule.user_confirmed or rule.origin is Origin.MANUAL
