"""Conflicts of rules: when two cannot both hold, and what deleting one forbids.

Predicates make it decidable: one feature, opposite directions, scopes that overlap, and no number
that pleases both. Rules of which nothing is measured clash only when one plainly denies the other.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from mohen.rules.model import PHRASE, Conflict, Offer, Op, Predicate, Rule
from mohen.rules.rule_text import SIDES
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import compatible

# --- vetoes -----------------------------------------------------------------------------


def fingerprints(text: str, predicate: Predicate | None) -> tuple[str, ...]:
    """What a veto must remember: the wording, and the meaning whatever its number (C64)."""
    plain = normal(text)
    found = (f"text|{plain}",) if plain else ()
    return found if predicate is None else (*found, _meaning(predicate))


def barred_by(predicate: Predicate) -> tuple[str, ...]:
    """All fingerprints that forbid it: a veto for everything forbids every scene and skill, and
    one for the whole text what is said in it."""
    any_skill = replace(predicate, skill_used=None)
    anywhere = replace(any_skill, scene_type=None)
    whole = replace(anywhere, part=None)
    return tuple(dict.fromkeys(map(_meaning, (predicate, any_skill, anywhere, whole))))


def normal(text: str) -> str:
    """NFKC, lower case; marks and spaces count only where they part two Latin words."""
    plain = compatible(text)
    # Symbols stay: `< 15` is not `> 15`.
    kept = "".join(each if unicodedata.category(each)[0] in "LNMS" else " " for each in plain)
    return _BETWEEN_WORDS.sub(" ", _ELSEWHERE.sub("", kept)).strip()


_BETWEEN_WORDS = LazyPattern(r"\s+")
_ELSEWHERE = LazyPattern(r"(?<![a-z0-9\s])\s+|\s+(?![a-z0-9\s])")


def _meaning(predicate: Predicate) -> str:
    feature, scene, skill, part = (each or "" for each in predicate.topic)
    said = "|".join((feature.casefold(), predicate.op, scene, skill))
    return f"{said}|{part}" if part else said


# --- clashes ----------------------------------------------------------------------------


def clash(a: Rule, b: Rule) -> bool:
    """Whether a text that obeys one must break the other, wherever both apply."""
    if a.predicate is None or b.predicate is None:
        unmeasured = a.predicate is None and b.predicate is None
        return unmeasured and _deny(a.text, b.text)
    p, q = a.predicate, b.predicate
    if p.op is q.op or not _overlap(p, q):
        return False
    less, more = (p, q) if p.op is Op.LESS else (q, p)
    if less.feature.casefold() != more.feature.casefold() and not _never_above(more, less):
        return False
    if p.feature in SIDES or p.feature.startswith(PHRASE) or not _numbered(a, b):
        return True
    # Fewer than 15 words and more than 25 characters speak of two languages (C72).
    return less.unit == more.unit and more.value >= less.value


def overridden(global_rules: Iterable[Rule], project_rules: Iterable[Rule]) -> dict[str, str]:
    """Global rule → the project rule that takes its place (R69, C24).

    One that holds in fewer scenes is an exception to the global rule, not its replacement.
    """
    ranked = sorted(
        project_rules, key=lambda each: (not each.user_confirmed, -each.confidence, each.id)
    )
    about: defaultdict[str, list[tuple[int, Rule]]] = defaultdict(list)
    for place, each in enumerate(ranked):
        for subject in _subjects(each):
            about[subject].append((place, each))
    found: dict[str, str] = {}
    for rule in global_rules:
        rivals = (rival for subject in _subjects(rule) for rival in about[subject])
        over = [each for each in rivals if clash(rule, each[1]) and _covers(each[1], rule)]
        if over:
            found[rule.id] = min(over, key=lambda each: each[0])[1].id
    return found


def contradictions(rules: Sequence[Rule]) -> list[tuple[str, str]]:
    """Pairs of one project, or both global, that clash: ids in order, the pairs in order."""
    groups: defaultdict[Hashable, list[Rule]] = defaultdict(list)
    for rule in rules:
        for subject in _subjects(rule):
            groups[rule.project_id, subject].append(rule)
    pairs = (
        (min(a.id, b.id), max(a.id, b.id))
        for group in groups.values()
        for at, a in enumerate(group)
        for b in group[:at]
        if clash(a, b)
    )
    return sorted(set(pairs))


def set_aside(
    rules: Iterable[Rule], waiting: Iterable[Conflict], sure: Mapping[str, float]
) -> set[str]:
    """The rules that no prompt holds until their author has decided: of two the one that was less
    sure before both were lowered (C108). What the author confirmed is their word already.

    `sure` has how sure those were that were lowered for a conflict.
    """
    rivals: defaultdict[str, set[str]] = defaultdict(set)
    for first, second in (each.rule_ids for each in waiting):
        rivals[first].add(second)
        rivals[second].add(first)

    def rank(rule: Rule) -> tuple[bool, float, int, str]:
        before = sure.get(rule.id, rule.confidence)
        return not rule.user_confirmed, -before, -rule.evidence_at, rule.id

    kept: set[str] = set()
    aside: set[str] = set()
    for each in sorted((each for each in rules if each.id in rivals), key=rank):
        # Whose only rival is aside contradicts nothing that is said.
        (kept if rivals[each.id].isdisjoint(kept) else aside).add(each.id)
    return aside


def offers(rules: Sequence[Rule], projects: int) -> list[Offer]:
    """What at least so many projects hold and no global rule says or denies (C77).

    The number offered is the loosest of theirs: every project already keeps it.
    """
    held: defaultdict[tuple[str, ...], list[Rule]] = defaultdict(list)
    everywhere = [each for each in rules if each.project_id is None]
    for rule in rules:
        if rule.predicate is not None and rule.project_id is not None:
            held[_meaning(rule.predicate), rule.predicate.unit].append(rule)
    return [
        _offer(group)
        for _, group in sorted(held.items())
        if len({each.project_id for each in group}) >= projects
        and not any(_says(one, each) or clash(one, each) for one in everywhere for each in group)
    ]


def _offer(group: list[Rule]) -> Offer:
    predicates = [each.predicate for each in group if each.predicate is not None]
    loosest = max if predicates[0].op is Op.LESS else min
    held = sorted((each.project_id, each.id) for each in group if each.project_id is not None)
    return Offer(
        loosest(predicates, key=lambda each: each.value),
        tuple(id for _, id in held),
        tuple(dict.fromkeys(project for project, _ in held)),
    )


def _says(rule: Rule, other: Rule) -> bool:
    """Whether `rule` asks the same, in at least the scenes of `other`."""
    p, q = rule.predicate, other.predicate
    return (
        p is not None
        and q is not None
        and (p.feature, p.op, p.unit) == (q.feature, q.op, q.unit)
        and _covers(rule, other)
    )


def _overlap(p: Predicate, q: Predicate) -> bool:
    """Somewhere both apply: None is everywhere."""
    scopes = zip(p.topic[1:], q.topic[1:], strict=True)
    return all(one is None or other is None or one == other for one, other in scopes)


def _covers(rule: Rule, other: Rule) -> bool:
    """`rule` applies wherever `other` does."""
    if rule.predicate is None or other.predicate is None:
        return True
    scopes = zip(rule.predicate.topic[1:], other.predicate.topic[1:], strict=True)
    return all(one is None or one == there for one, there in scopes)


def _never_above(more: Predicate, less: Predicate) -> bool:
    """A mean beyond what the longest may be."""
    return (more.feature, less.feature) == ("mean_sentence_length", "longest_sentence")


def _numbered(*rules: Rule) -> bool:
    """Both name a number. `偏好短句` names none: its value is only what is usual."""
    return all(any(each.isnumeric() and each != "一" for each in rule.text) for rule in rules)


# --- rules that nothing measures --------------------------------------------------------

_NO = LazyPattern(
    "不要使用|不要用|不要|不使用|不用|不写|不能|避免使用|避免|禁止使用|禁止|别用|别"
    r"|\b(?:do not use|don't use|dont use|never use|avoid using|avoid|do not|don't|dont|never)\b"
)
_YES = LazyPattern(r"要使用|要用|使用|要|用|必须|\b(?:always use|always|use|do)\b")


def _deny(one: str, other: str) -> bool:
    """Each the other's plain negation: 不要写梦境 and 要写梦境."""
    (no, core), (also_no, there) = _stance(one), _stance(other)
    return no != also_no and not core.isdisjoint(there)


def _stance(text: str) -> tuple[bool, frozenset[str]]:
    """Whether it refuses, and what: with and without the word that asks for it."""
    plain = compatible(text).replace("’", "'")
    if found := _NO.search(plain):
        plain = plain[: found.start()] + " " + plain[found.end() :]
    bare = _YES.sub(" ", plain, count=1)
    return found is not None, frozenset(filter(None, (normal(plain), normal(bare))))


def _subjects(rule: Rule) -> Iterator[str]:
    """What a rule is about: only rules of one subject can clash."""
    if rule.predicate is None:
        yield from (f"text|{each}" for each in _stance(rule.text)[1])
    elif rule.predicate.feature == "longest_sentence":
        yield "mean_sentence_length"
    else:
        yield rule.predicate.feature.casefold()
