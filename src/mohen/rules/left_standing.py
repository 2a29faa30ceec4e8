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
from mohen.text.style import BETWEEN, SIDES


def is_left(pattern: Pattern, witnesses: Sequence[Witness], policy: Learning) -> bool:
    """Whether edits of texts that were not as the pattern wants them hardly ever were for it. Of
    one who edits much and never for it, fewer such texts tell as much. What choices show beyond
    all doubt is wanted though it is too much work to mend."""
    feature, op = pattern.predicate.feature, pattern.predicate.op
    if feature not in PLACE or pattern.strength >= policy.left_strength:
        return False
    way = 1 if op is Op.MORE else -1
    bound = rule_text.round_boundary(feature, pattern.predicate.value, op)
    edits = meant = chances = taken = 0
    for each in witnesses:
        if _bears(each, pattern):
            edit = float(each.account.edit[0, PLACE[feature]])
            before = _before(each, feature)
            wanted = meant_for(each.account.purposes, feature, edit) == way
            edits, meant = edits + 1, meant + wanted
            if not isnan(before) and way * (before - bound) <= 0:
                chances, taken = chances + 1, taken + wanted
    if not meant and edits >= policy.left_edits:
        return chances >= policy.left_chances // 2
    return chances >= policy.left_chances and taken <= policy.left_share * chances


def _before(witness: Witness, feature: str) -> float:
    """What stood there; a text that takes no side is between the two."""
    told, at = witness.account, PLACE[feature]
    was = float(told.used[at]) - float(told.edit[0, at])
    return BETWEEN if isnan(was) and feature in SIDES and isnan(told.used[at]) else was


def _bears(witness: Witness, pattern: Pattern) -> bool:
    """An edit that was kept, where and since it is wanted."""
    where = pattern.predicate
    here = where.scene_type in (None, witness.scene) and where.skill_used in (None, witness.skill)
    edited = witness.kept and len(witness.account.edit) > 0
    return edited and here and witness.at >= pattern.began
