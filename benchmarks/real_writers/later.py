"""How often what was learned is borne out by what a writer did afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mohen.episodes.record import scene_of
from mohen.rules import compliance
from mohen.rules.model import PHRASE, Op, Predicate, Rule
from mohen.text.style import FEATURES
from real_writers.desk import POLICY, measured
from real_writers.reading import Turn, real


@dataclass(frozen=True, slots=True)
class Wins:
    won: int = 0
    of: int = 0

    def __add__(self, other: Wins) -> Wins:
        return Wins(self.won + other.won, self.of + other.of)


def wins(rules: Iterable[Rule], turns: Sequence[Turn]) -> Wins:
    """Pairs of what was taken and what was not, of which a rule prefers one."""
    told = [each.predicate for each in rules if each.predicate is not None]
    return sum((_wins(rule, turn) for turn in turns for rule in told), Wins())


def edit_wins(rules: Iterable[Rule], turns: Sequence[Turn]) -> Wins:
    """The same of a text before and after an edit."""
    told = [each.predicate for each in rules if each.predicate is not None]
    edited = [each for each in turns if each.edited]
    return sum(
        (_pair(rule, each.became or "", each.taken or "") for each in edited for rule in told),
        Wins(),
    )


def _wins(rule: Predicate, turn: Turn) -> Wins:
    taken = turn.taken
    if taken is None or not compliance.applies(
        rule, scene_of(real(turn).draft, POLICY.scenes), rule.skill_used or ""
    ):
        return Wins()
    return sum(
        (_pair(rule, taken, each) for at, each in enumerate(turn.shown) if at != turn.picked),
        Wins(),
    )


def _pair(rule: Predicate, taken: str, other: str) -> Wins:
    way = 1 if rule.op is Op.MORE else -1
    if rule.feature.startswith(PHRASE):
        phrase = rule.feature.removeprefix(PHRASE)
        apart = float(compliance.uses(taken, phrase) - compliance.uses(other, phrase))
        return Wins(int(apart * way > 0), 1) if apart else Wins()
    one, two = measured(taken).get(rule.feature), measured(other).get(rule.feature)
    if one is None or two is None:
        return Wins()
    apart = (one - two) / FEATURES[rule.feature].norm(POLICY.style).scale
    if abs(apart) < POLICY.learning.dead_zone:
        return Wins()
    return Wins(int(apart * way > 0), 1)
