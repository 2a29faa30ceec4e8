"""Wishes: what an author asks for in so many words, often enough to be a rule (C106).

A comment is read when its episode is measured (`episodes/comments.py`), so 太啰嗦了, 啰嗦 and too
wordy are one wish. Said in enough episodes it needs no proof that it is not chance: nobody says it
by lot. What was said so is then no evidence for statistics as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isnan, sqrt

from mohen.core.values import dataclass
from mohen.rules import rule_text
from mohen.rules.comparisons import PLACE, Witness
from mohen.rules.learner import Pattern
from mohen.rules.model import PHRASE, Link, Op, Predicate
from mohen.rules.policy import Learning
from mohen.text.policy import Style
from mohen.text.style import FEATURES


@dataclass(frozen=True, slots=True)
class _Asked:
    """One thing that was asked for, since the author has wanted it this way."""

    name: str
    way: int
    agreeing: Sequence[Witness]
    opposed: Sequence[Witness]
    turned: bool


def find(witnesses: Sequence[Witness], policy: Learning, style: Style) -> list[Pattern]:
    """Every wish that was said often enough, as a pattern like the others."""
    return [_pattern(each, witnesses, policy, style) for each in _asked(witnesses, policy)]


def beside(witnesses: Sequence[Witness], found: Sequence[Pattern]) -> list[Witness]:
    """The same episodes without the comments that are rules already."""
    known = {each.predicate.feature for each in found}
    return [_beside(each, known) for each in witnesses] if known else list(witnesses)


def _beside(witness: Witness, known: set[str]) -> Witness:
    told = witness.account
    if known.isdisjoint(name for name, _ in told.said):
        return witness
    rest = tuple(each for each in told.said if each[0] not in known)
    return replace(witness, account=replace(told, said=rest))


def joined(wishes: Sequence[Pattern], found: Sequence[Pattern]) -> list[Pattern]:
    """Wishes, and what else was found. What acts show of a wish speaks for it, and its number is
    theirs; where acts say otherwise, the word stands."""
    told = [_borne_out(each, found) for each in wishes]
    return [*told, *(each for each in found if not any(_says(wish, each) for wish in wishes))]


def _borne_out(wish: Pattern, found: Sequence[Pattern]) -> Pattern:
    topic = wish.predicate.topic
    for each in found:
        if each.predicate.topic == topic and each.predicate.op is wish.predicate.op:
            said = {link.episode_id for link in wish.links}
            shown = tuple(link for link in each.links if link.episode_id not in said)
            return replace(each, links=(*wish.links, *shown), said=True)
    return wish


def _says(wish: Pattern, other: Pattern) -> bool:
    one, two = wish.predicate, other.predicate
    return one.feature == two.feature and one.scene_type in (None, two.scene_type)


# -- what was asked for


def _asked(witnesses: Sequence[Witness], policy: Learning) -> Iterator[_Asked]:
    said: dict[str, list[tuple[Witness, int]]] = {}
    for witness in witnesses:
        for name, way in witness.account.said:
            said.setdefault(name, []).append((witness, way))
    for name, each in said.items():
        start, way = _since(each)
        agreeing = [witness for witness, sign in each[start:] if sign == way]
        opposed = [witness for witness, sign in each[start:] if sign != way]
        share = len(agreeing) / (len(agreeing) + len(opposed))
        if len(agreeing) >= policy.wish_episodes and share >= policy.agreement_at_least:
            yield _Asked(name, way, agreeing, opposed, turned=start > 0)


def _since(said: Sequence[tuple[Witness, int]]) -> tuple[int, int]:
    """From which comment on what is now wanted has been wanted, and which way: where the balance
    of what was said since is clearest."""
    balance, best = 0, (0, 0, 1)
    for at in range(len(said) - 1, -1, -1):
        balance += said[at][1]
        if abs(balance) > best[0]:
            best = abs(balance), at, 1 if balance > 0 else -1
    return best[1:]


def _pattern(
    asked: _Asked, witnesses: Sequence[Witness], policy: Learning, style: Style
) -> Pattern:
    language = Counter(each.account.language for each in asked.agreeing).most_common(1)[0][0]
    links = [Link(each.episode_id, True, policy.comment) for each in asked.agreeing]
    links += [Link(each.episode_id, False, policy.comment) for each in asked.opposed]
    op = Op.MORE if asked.way > 0 else Op.LESS
    if asked.name.startswith(PHRASE):
        value, unit = (0.0 if asked.way > 0 else 1.0), "uses"
    else:
        unit = FEATURES[asked.name].unit(language)
        value = _bound(asked, language, policy, style)
    times = [each.at for each in (*asked.agreeing, *asked.opposed)]
    return Pattern(
        Predicate(asked.name, op, value, unit, _scene(asked, witnesses, policy)),
        language,
        sqrt(len(links)),
        tuple(links),
        min(times),
        max(times),
        asked.turned,
        said=True,
    )


def _scene(asked: _Asked, witnesses: Sequence[Witness], policy: Learning) -> str | None:
    """The scene that it was always said of, where there were others to say it of."""
    scenes = {each.scene for each in asked.agreeing}
    scene = scenes.pop()
    if scenes or not scene:
        return None
    there = sum(each.scene == scene for each in witnesses) / len(witnesses)
    by_chance = there ** len(asked.agreeing)
    return scene if by_chance <= policy.wish_scene else None


def _bound(asked: _Asked, language: str, policy: Learning, style: Style) -> float:
    """Where most of what was complained of lies on the wrong side; what is usual, where that tells
    nothing. Fewer is not none."""
    feature, less = asked.name, asked.way < 0
    norm = FEATURES[feature].norm(style)
    usual = norm.en if language == "en" else norm.zh
    measured = [
        float(each.account.used[PLACE[feature]])
        for each in asked.agreeing
        if each.account.language == language
    ]
    known = sorted((each for each in measured if not isnan(each)), reverse=not less)
    value = known[int((1 - policy.within) * len(known))] if known else usual
    counted = feature in rule_text.COUNTS | rule_text.SHARES
    if less and counted:
        least = rule_text.nothing(feature)
        value = max(value if value > least else usual, 2 * least)
    return rule_text.round_beyond(feature, value, Op.LESS if less else Op.MORE)
