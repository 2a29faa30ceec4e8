"""What an author who edits leaves standing is not against their taste.

Choices among a few texts can lean either way by chance; whoever then edits the one they took, and
has what they are said to avoid before them each time, and touches it never, does not avoid it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from mohen.rules import rule_text
from mohen.rules.comparisons import PLACE, Witness, meant_for
from mohen.rules.learner import Pattern
from mohen.rules.model import Op
from mohen.rules.policy import Learning


def is_left(pattern: Pattern, witnesses: Sequence[Witness], policy: Learning) -> bool:
    """Whether edits of texts that were not as the pattern wants them hardly ever were for it."""
    feature, op = pattern.predicate.feature, pattern.predicate.op
    if feature not in PLACE:
        return False
    way = 1 if op is Op.MORE else -1
    bound = rule_text.round_boundary(feature, pattern.predicate.value, op)
    chances = taken = 0
    for each in witnesses:
        if _bears(each, pattern):
            edit = float(each.account.edit[0, PLACE[feature]])
            before = float(each.account.used[PLACE[feature]]) - edit
            if not isnan(before) and way * (before - bound) <= 0:
                chances += 1
                taken += meant_for(each.account.purposes, feature, edit) == way
    return chances >= policy.left_chances and taken <= policy.left_share * chances


def _bears(witness: Witness, pattern: Pattern) -> bool:
    """An edit that was kept, where and since it is wanted."""
    where = pattern.predicate
    here = where.scene_type in (None, witness.scene) and where.skill_used in (None, witness.skill)
    edited = witness.kept and len(witness.account.edit) > 0
    return edited and here and witness.at >= pattern.began
