"""Measures whether a text complies with a rule's predicate.

As the learner measures (`text/style.py`), so that what was learned and what is checked are one
thing. Of several candidates the mean is judged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from math import fsum

from mohen.core.values import dataclass
from mohen.rules import rule_text
from mohen.rules.model import PHRASE, Op, Part, Predicate
from mohen.text import scenes, sentences, style
from mohen.text.normalize import folded
from mohen.text.policy import Style
from mohen.text.style import FEATURES, Profile


@dataclass(frozen=True)
class Prose:
    """Texts to be judged together, and what is measured on them once a rule asks for it."""

    texts: tuple[str, ...]
    policy: Style

    @cached_property
    def profile(self) -> Profile:
        return style.mean([style.measure(each, self.policy) for each in self.texts], self.policy)

    @cached_property
    def units(self) -> float:
        """Characters or words of one of them."""
        return fsum(map(sentences.count_units, self.texts)) / max(1, len(self.texts))

    @cached_property
    def _parts(self) -> dict[Part, Prose]:
        told, spoken = zip(*map(sentences.split_speech, self.texts), strict=True)
        return {
            Part.SPEECH: read(spoken, self.policy),
            Part.NARRATION: read(told, self.policy),
        }

    def within(self, part: Part | None) -> Prose:
        """What is said in them, or what is told around it; nothing of a text without it."""
        return self if part is None or not self.texts else self._parts[part]


def read(texts: Sequence[str], policy: Style) -> Prose:
    """Blank ones tell nothing."""
    return Prose(tuple(each for each in texts if each.strip()), policy)


def applies(predicate: Predicate, scene_type: str, skill_id: str) -> bool:
    """Whether a rule speaks of this scene and skill."""
    here = scenes.canonical(scene_type)
    return predicate.scene_type in (None, here) and predicate.skill_used in (None, skill_id)


def measured(predicate: Predicate, prose: Prose) -> float | None:
    """In the predicate's own unit; None where the text has none of what it takes: of what is
    said, a text in which nobody speaks tells nothing."""
    prose = prose.within(predicate.part)
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
    there = prose.within(predicate.part)
    return None if _one_would_decide(predicate, there, value, policy) else False


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
