"""Measures whether a text complies with a rule's predicate.

As the learner measures (`text/style.py`), so that what was learned and what is checked are one
thing. Of several candidates the mean is judged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from mohen.rules import rule_text
from mohen.rules.model import PHRASE, Op, Predicate
from mohen.text import scenes, sentences, style
from mohen.text.normalize import folded
from mohen.text.policy import Style
from mohen.text.style import FEATURES, Profile


@dataclass(frozen=True, slots=True)
class Prose:
    """Texts to be judged together, and what was measured on them."""

    texts: tuple[str, ...]
    profile: Profile
    units: float  # characters or words of one of them


def read(texts: Sequence[str], policy: Style) -> Prose:
    """Blank ones tell nothing."""
    told = tuple(each for each in texts if each.strip())
    profile = style.mean([style.measure(each, policy) for each in told], policy)
    return Prose(told, profile, fsum(map(sentences.count_units, told)) / max(1, len(told)))


def applies(predicate: Predicate, scene_type: str, skill_id: str) -> bool:
    """Whether a rule speaks of this scene and skill."""
    here = scenes.canonical(scene_type)
    return predicate.scene_type in (None, here) and predicate.skill_used in (None, skill_id)


def measured(predicate: Predicate, prose: Prose) -> float | None:
    """In the predicate's own unit; None where the text has none of what it takes."""
    if not prose.texts:
        return None
    if predicate.feature.startswith(PHRASE):
        phrase = predicate.feature.removeprefix(PHRASE)
        return fsum(uses(each, phrase) for each in prose.texts) / len(prose.texts)
    feature = FEATURES.get(predicate.feature)
    if feature is None or feature.unit(prose.profile.language) != predicate.unit:
        return None
    return prose.profile.features.get(predicate.feature)


def uses(text: str, phrase: str) -> int:
    """How often a word or phrase stands there; a Latin one as a whole word."""
    wanted, said = re.escape(folded(phrase)), folded(text)
    if phrase[:1] < "\u2e80":
        wanted = rf"(?<!\w){wanted}(?!\w)"
    return len(re.findall(wanted, said)) if phrase else 0


def obeyed(predicate: Predicate, prose: Prose, policy: Style) -> bool | None:
    """None: too short to tell, or nothing that could be demanded of a single passage."""
    value = measured(predicate, prose)
    if value is None:
        return None
    if _fulfils(predicate, value):
        return True
    if predicate.feature.startswith(PHRASE):
        return False if predicate.op is Op.LESS else None
    return None if _one_would_decide(predicate, prose, value, policy) else False


def _fulfils(predicate: Predicate, value: float) -> bool:
    if predicate.feature.startswith(PHRASE) and predicate.op is Op.LESS:
        return value <= 0  # of several candidates none may use it
    return value < predicate.value if predicate.op is Op.LESS else value > predicate.value


def _one_would_decide(predicate: Predicate, prose: Prose, value: float, policy: Style) -> bool:
    """Whether the text is so short that it can hold none of it or more than enough, and nothing
    between: of a rate in 100 such a text does not tell. A rule that wants none is plain."""
    if predicate.feature not in rule_text.COUNTS:
        return False
    if predicate.op is Op.LESS and rule_text.none_at_all(predicate):
        return False
    marks = FEATURES[predicate.feature].units[0] == FEATURES[predicate.feature].units[1]
    length = prose.profile.length if marks else prose.units
    one = policy.per / max(1, length)
    return predicate.value < one and value <= one


def distance(predicate: Predicate, value: float, policy: Style) -> float:
    """How far a text is from what a rule wants: 0 as wanted, 1 clearly otherwise."""
    if _fulfils(predicate, value):
        return 0.0
    feature = FEATURES.get(predicate.feature)
    if feature is None:
        return 1.0
    return min(1.0, abs(value - predicate.value) / feature.norm(policy).scale)


def usual(predicate: Predicate, language: str, policy: Style) -> float:
    """What texts measure of it where nobody asked for anything."""
    feature = FEATURES.get(predicate.feature)
    if feature is None:
        return 0.0
    norm = feature.norm(policy)
    return norm.en if language == "en" else norm.zh
