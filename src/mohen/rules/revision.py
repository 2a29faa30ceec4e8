"""Revises the rules by what was learned: new, surer, less sure, turned, gone.

One preference is one record (C62). What the author confirmed or typed is never overwritten by
statistics; they only add to what speaks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from mohen.core.values import dataclass
from mohen.policy import Policy
from mohen.rules import model, rule_text
from mohen.rules.learner import Pattern
from mohen.rules.model import Link, Origin, Predicate, Rule, Tally, Wording
from mohen.rules.policy import Learning

Links = Mapping[str, Sequence[Link]]


@dataclass(frozen=True, slots=True)
class Change:
    """One rule before and after; `kinds` are the lines of the learning history."""

    before: Rule | None
    after: Rule | None
    kinds: tuple[str, ...]
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class _Case:
    """The rules of a project and what is known of the global ones."""

    rules: Sequence[Rule]
    everywhere: Sequence[Rule]
    links: Links
    policy: Policy
    now: int


def revise(
    rules: Sequence[Rule],
    everywhere: Sequence[Rule],
    links: Links,
    found: Sequence[Pattern],
    follow: Callable[[Predicate], Pattern | None],
    *,
    project_id: str,
    policy: Policy,
    now: int,
) -> list[Change]:
    """`links`: what speaks for and against each rule so far. New rules have no id yet."""
    case = _Case(rules, everywhere, links, policy, now)
    changes: list[Change] = []
    taken: set[str] = set()
    for pattern in found:
        rule = _same(case, pattern, taken)
        if rule is not None:
            taken.add(rule.id)
            changes.append(_settled(case, rule, pattern))
        elif not _said_already(case, pattern.predicate):
            changes.append(_born(case, pattern, project_id))
    changes += _others(case, taken, found, follow)
    return [each for each in changes if _differs(case, each)]


def _others(
    case: _Case,
    taken: set[str],
    found: Sequence[Pattern],
    follow: Callable[[Predicate], Pattern | None],
) -> Iterator[Change]:
    """Rules that nothing found was about."""
    for rule in case.rules:
        if rule.id in taken or rule.predicate is None:
            continue
        if _ours(case, rule) and any(_covers(each.predicate, rule.predicate) for each in found):
            yield Change(rule, None, ("merged",))
            continue
        if _ours(case, rule) and any(_replaces(each, rule.predicate) for each in found):
            yield Change(rule, None, ("withdrawn",))
            continue
        now = follow(rule.predicate)
        if now is not None and rule.origin is Origin.DISTILLED:
            yield _settled(case, rule, now)


def _settled(case: _Case, rule: Rule, now: Pattern) -> Change:
    """A rule that stands, turns or goes by what speaks for and against it now."""
    if rule.predicate and _turned(rule, now) and not _may_turn(case, rule, now):
        now = _against(now, rule.predicate)
    if _unborne(case, rule, now):
        return Change(rule, None, ("withdrawn",))
    return _heard(case, rule, now)


def _turned(rule: Rule, now: Pattern) -> bool:
    return rule.predicate is not None and now.predicate.op is not rule.predicate.op


def _may_turn(case: _Case, rule: Rule, now: Pattern) -> bool:
    """A change of mind takes what a rule takes and more, and does not turn back soon. What the
    author said does not turn by itself."""
    learning = case.policy.learning
    if now.said or rule.origin is Origin.LEARNED:
        return now.said and _ours(case, rule)
    least = learning.episodes_at_least
    if rule.drifted_at is not None:
        least = learning.turn_again if now.began >= rule.drifted_at else len(now.links) + 1
    firm = len(now.links) >= least and _agreed(now) >= learning.turn_agreement
    return _ours(case, rule) and firm and now.strength >= learning.turn_strength


def _agreed(pattern: Pattern) -> float:
    """Which part of what bears on it speaks for it, by weight and by episodes: the lesser."""
    weight = _weight(pattern.links, True) + _weight(pattern.links, False)
    episodes = sum(each.supports for each in pattern.links) / max(1, len(pattern.links))
    return min(episodes, _weight(pattern.links, True) / weight if weight else 0.0)


def _same(case: _Case, pattern: Pattern, taken: set[str]) -> Rule | None:
    """The rule that a pattern is about: of the same topic; else the same wish of ours, said of
    more or fewer scenes than it now turns out; else one of a scene that a mind which was changed
    as a whole has not heard of: it turns in its place and keeps its history."""
    predicate = pattern.predicate
    free = [each for each in case.rules if each.predicate and each.id not in taken]
    same = [each for each in free if each.predicate and each.predicate.topic == predicate.topic]
    agreeing = [each for each in same if each.predicate and each.predicate.op is predicate.op]
    for rule in agreeing or [each for each in same if _ours(case, each)]:
        return rule
    for rule in free:
        wish = rule.predicate
        wanted = (predicate.feature, predicate.op, predicate.part)
        alike = wish and (wish.feature, wish.op, wish.part) == wanted
        if alike and _ours(case, rule):
            return rule
    for rule in free:
        if rule.predicate and _replaces(pattern, rule.predicate) and _ours(case, rule):
            return rule
    return None


def _ours(case: _Case, rule: Rule) -> bool:
    """Found by us in what was done or said, and not yet made the author's own. Of what was learned
    labels made the rest: they leave no link but a verdict's."""
    if rule.user_confirmed or rule.user_modified:
        return False
    told = case.links.get(rule.id, ())
    said = rule.origin is Origin.LEARNED and not all(each.verdict for each in told)
    return said or rule.origin is Origin.DISTILLED


def _said_already(case: _Case, predicate: Predicate) -> bool:
    """By a global rule, or by the author of more scenes than it was found in."""
    known = [*case.everywhere, *(each for each in case.rules if not _ours(case, each))]
    return any(each.predicate and _covers(each.predicate, predicate) for each in known)


def _covers(wider: Predicate, narrower: Predicate) -> bool:
    """Whether one says what the other says, of at least the same scenes and skills."""
    return (
        (wider.feature, wider.op, wider.part) == (narrower.feature, narrower.op, narrower.part)
        and wider.scene_type in (None, narrower.scene_type)
        and wider.skill_used in (None, narrower.skill_used)
    )


def _replaces(pattern: Pattern, predicate: Predicate) -> bool:
    """Whether a mind that was changed as a whole is what a rule of one scene has not heard of."""
    opposite = replace(pattern.predicate, op=pattern.predicate.op.other)
    return pattern.turned and _covers(opposite, predicate)


def _unborne(case: _Case, rule: Rule, now: Pattern) -> bool:
    """Chance has taught us something, and more evidence has shown it: it goes as it came. One of a
    single scene, which chance teaches most, has to stay as clear as a scene by itself must be. Of a
    rule whose episodes are gone the rest does not tell (C3)."""
    learning = case.policy.learning
    told = len(now.links) >= learning.withdraw_episodes and not rule.tally.gone_supporting
    spoken = now.said or rule.origin is Origin.LEARNED
    if now.left and _ours(case, rule) and not spoken:
        return True
    if spoken or not (_ours(case, rule) and told) or _turned(rule, now) or _turning(now, learning):
        return False
    split = _agreed(now) < learning.standing_agreement
    alone = now.predicate.scene_type is not None and not now.turned
    least = learning.scene_strength if alone else learning.withdraw_strength
    return split or now.strength < least


def _turning(now: Pattern, learning: Learning) -> bool:
    """Whether all of late speaks against it: that may be a change of mind, which takes longer to be
    sure of, and a rule that turns keeps its history."""
    late = now.links[-learning.contradicted_of :]
    return not any(each.supports for each in late)


def _against(pattern: Pattern, predicate: Predicate) -> Pattern:
    """The same evidence, told from the side of the rule."""
    links = tuple(replace(each, supports=not each.supports) for each in pattern.links)
    return replace(pattern, predicate=predicate, links=links)


# -- one rule


def _born(case: _Case, pattern: Pattern, project_id: str) -> Change:
    rule = Rule(
        id="",
        text="",
        category=rule_text.category(pattern.predicate.feature),
        project_id=project_id,
        origin=Origin.LEARNED if pattern.said else Origin.DISTILLED,
        confidence=0.0,
        evidence_at=pattern.latest,
        created_at=case.now,
        updated_at=case.now,
    )
    rule = _worded(rule, pattern)
    tally = _tally(Tally(), (), pattern)
    return Change(
        None, replace(rule, tally=tally, confidence=_sure(case, tally)), ("created",), pattern.links
    )


def _heard(case: _Case, rule: Rule, pattern: Pattern) -> Change:
    """A rule of which the evidence has changed."""
    turned = _turned(rule, pattern)
    pattern = _with_verdicts(pattern, case.links.get(rule.id, ()), turned)
    wished = pattern.said and _ours(case, rule)
    if rule.user_confirmed or not (wished or rule.origin is Origin.DISTILLED):
        tally = _tally(rule.tally, case.links.get(rule.id, ()), pattern)
        return Change(rule, replace(rule, tally=tally), (), pattern.links)
    told = () if turned else case.links.get(rule.id, ())
    tally = _tally(Tally() if turned else rule.tally, told, pattern)
    after = replace(
        rule, tally=tally, confidence=_sure(case, tally, rule), evidence_at=pattern.latest
    )
    if pattern.said:
        after = replace(after, origin=Origin.LEARNED)
    if turned:
        after = replace(after, drifted_at=case.now)
    if not rule.user_modified:
        after = _reworded(case, after, pattern, "drift" if turned else "distillation")
    kinds = tuple(_happened(rule, after, turned))
    if kinds or after.text != rule.text:
        after = replace(after, updated_at=case.now, version=rule.version + 1)
    return Change(rule, after, kinds, pattern.links)


def _with_verdicts(pattern: Pattern, told: Sequence[Link], turned: bool) -> Pattern:
    """And what the author said of the rule itself (R86): of one that turned, they said it of the
    opposite."""
    said = [replace(each, supports=each.supports is not turned) for each in told if each.verdict]
    judged = {each.episode_id for each in said}
    others = (each for each in pattern.links if each.episode_id not in judged)
    return replace(pattern, links=(*others, *said))


def _happened(rule: Rule, after: Rule, turned: bool) -> Iterator[str]:
    old, new = rule.predicate, after.predicate
    if turned:
        yield "drifted"
    elif old is not None and new is not None and old.topic != new.topic:
        yield "widened" if _covers(new, old) else "narrowed"
    if after.confidence > rule.confidence:
        yield "raised"
    elif after.confidence < rule.confidence:
        yield "lowered"


def _reworded(case: _Case, rule: Rule, pattern: Pattern, by: str) -> Rule:
    """What it says now; how it read before is kept (C20). A rule that still says the same keeps
    its words, which a model may have found for it."""
    after = _worded(rule, pattern)
    if after.predicate == rule.predicate:
        return replace(rule, own=pattern.own)
    kept = (*rule.history, Wording(rule.text, case.now, by))
    return replace(after, history=kept[-case.policy.rules.history_shown :])


def _worded(rule: Rule, pattern: Pattern) -> Rule:
    found = pattern.predicate
    value = rule_text.round_boundary(found.feature, found.value, found.op)
    predicate = replace(found, value=value)
    said = rule_text.word(predicate, pattern.language)
    return replace(
        rule,
        text=said.en if pattern.language == "en" else said.zh,
        text_zh=said.zh,
        text_en=said.en,
        category=said.category,
        predicate=predicate,
        own=pattern.own,
    )


def _tally(before: Tally, told: Sequence[Link], pattern: Pattern) -> Tally:
    """What speaks now, and what spoke once and is gone: its weight is what is left of the old
    sums beside the episodes that are still told of (C3)."""
    return replace(
        before,
        supporting=sum(each.supports for each in pattern.links),
        contradicting=sum(not each.supports for each in pattern.links),
        weight_for=_weight(pattern.links, True) + _gone(before.weight_for, told, True),
        weight_against=_weight(pattern.links, False) + _gone(before.weight_against, told, False),
    )


def _gone(before: float, told: Sequence[Link], supports: bool) -> float:
    return max(0.0, before - _weight(told, supports))


def _weight(links: Sequence[Link], supports: bool) -> float:
    return sum(each.weight for each in links if each.supports is supports)


def _sure(case: _Case, tally: Tally, rule: Rule | None = None) -> float:
    """C16; while the author is asked about it, as much less as the question made it (R70)."""
    sure = model.tally_confidence(tally, case.policy.learning.confidence_prior)
    asked = rule is not None and rule.in_conflict
    return max(0.0, sure - case.policy.rules.conflict_drop) if asked else sure


def _differs(case: _Case, change: Change) -> bool:
    if change.before is None or change.before != change.after:
        return True
    return set(case.links.get(change.before.id, ())) != set(change.links)
