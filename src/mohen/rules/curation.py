"""What an author may do to a rule, and the order in which rules are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core.policy import DAY_MS
from mohen.episodes.style_evidence import Evidence
from mohen.errors import ConfidenceOutOfRange, InvalidArgument
from mohen.rules import conflicts, model, rule_parser, rule_text
from mohen.rules.model import Formula, Origin, Patch, Rule, Tally, Wording
from mohen.rules.policy import Rules
from mohen.text.default_rules import Category
from mohen.text.language import has_han_measured
from mohen.text.style import FEATURES

if TYPE_CHECKING:
    from mohen.policy import Policy


def check_text(text: str, policy: Rules) -> str:
    """The rule on one line, as it is shown and rendered; or what is wrong with it."""
    line = " ".join(text.split())
    if not conflicts.normal(line):  # marks alone say nothing
        raise InvalidArgument("rule must not be blank: say what you prefer", field="rule")
    if len(line) > policy.text_chars_max:
        raise InvalidArgument(
            f"rule is longer than {policy.text_chars_max} characters: keep one preference a rule",
            field="rule",
        )
    try:
        line.encode()
    except UnicodeEncodeError:
        raise InvalidArgument(
            "rule holds a lone surrogate, which is not a character", field="rule"
        ) from None
    return line


def check_patch(patch: Patch, policy: Rules) -> Patch:
    if patch == Patch():
        raise InvalidArgument(
            "the patch is empty: give rule, category, userConfirmed or confidence", field="patch"
        )
    if patch.confidence is not None and not 0 <= patch.confidence <= 1:
        raise ConfidenceOutOfRange("confidence must lie between 0 and 1", field="patch.confidence")
    if patch.text is None:
        return patch
    return replace(patch, text=check_text(patch.text, policy))


def written(
    text: str, category: Category | None, *, id: str, project_id: str | None, now: int
) -> Rule:
    """A rule that the author typed: sure and in force at once (R78)."""
    rule = Rule(
        id=id,
        text=text,
        category=category or Category.STYLE,
        project_id=project_id,
        origin=Origin.MANUAL,
        confidence=1.0,
        user_confirmed=True,
        evidence_at=now,
        created_at=now,
        updated_at=now,
    )
    rule = _worded(rule, text)
    if category is None and rule.predicate is not None:
        return replace(rule, category=rule_text.category(rule.predicate.feature))
    return rule


def patched(rule: Rule, patch: Patch, now: int, policy: Rules) -> Rule:
    """The rule as the author wants it. An earlier wording is kept (C20)."""
    if patch.text is not None and patch.text != rule.text:
        earlier = (*rule.history, Wording(rule.text, now, "user"))
        rule = replace(
            _worded(rule, patch.text), user_modified=True, history=earlier[-policy.history_shown :]
        )
    kept = rule.user_confirmed if patch.user_confirmed is None else patch.user_confirmed
    return replace(
        rule,
        category=patch.category or rule.category,
        user_confirmed=kept,
        confidence=rule.confidence if patch.confidence is None else patch.confidence,
        updated_at=now,
        version=rule.version + 1,
    )


def changes(before: Rule, after: Rule) -> list[str]:
    """What an edit did, in the words of the learning history."""
    changed = {
        "edited": (before.text, before.category) != (after.text, after.category),
        "confirmed": after.user_confirmed and not before.user_confirmed,
        "unconfirmed": before.user_confirmed and not after.user_confirmed,
        "raised": after.confidence > before.confidence,
        "lowered": after.confidence < before.confidence,
    }
    return [kind for kind, yes in changed.items() if yes]


def reread(rule: Rule) -> Rule:
    """A rule that was kept before words were read as they are now: what its author typed says what
    it measures. What was learned is measured as it was learned."""
    own = rule.user_modified or rule.origin is not Origin.DISTILLED
    if not own or (rule.predicate is None and rule_parser.read(rule.text) is None):
        return rule
    return _worded(rule, rule.text)


def possible(rule: Rule) -> Rule:
    """A rule whose number no text can fulfil, with the nearest that one can. What its author typed
    reads as it did."""
    wish = rule.predicate
    if wish is None or wish.feature not in FEATURES:
        return rule
    wish = replace(wish, value=rule_text.round_boundary(wish.feature, wish.value, wish.op))
    rule = replace(rule, predicate=wish)
    if rule.user_modified or rule.origin is not Origin.DISTILLED:
        return rule
    said = rule_text.word(wish, "en" if rule.text == rule.text_en else "zh")
    text = said.en if rule.text == rule.text_en else said.zh
    return replace(rule, text=text, text_zh=said.zh, text_en=said.en)


def _worded(rule: Rule, text: str) -> Rule:
    """With this text, what it measures if that can be read from it, and the other language."""
    predicate = rule_parser.read(text)
    if predicate is None:
        return replace(rule, text=text, text_zh=None, text_en=None, predicate=None)
    chinese = has_han_measured(text)
    said = rule_text.word(predicate, "zh" if chinese else "en")
    zh, en = (text, said.en) if chinese else (said.zh, text)
    return replace(rule, text=text, text_zh=zh, text_en=en, predicate=predicate)


def lowered(rule: Rule, now: int, policy: Rules) -> Rule:
    """One side of a contradiction (R70)."""
    less = max(0.0, rule.confidence - policy.conflict_drop)
    return replace(rule, confidence=less, updated_at=now, version=rule.version + 1)


def chosen(rule: Rule, now: int, prior: int) -> Rule:
    """The side the author took: confirmed (C22), and as sure again as its evidence makes it."""
    told = formula(rule.tally, prior)
    return replace(
        rule,
        user_confirmed=True,
        confidence=max(rule.confidence, told.confidence if told else 0.0),
        updated_at=now,
        version=rule.version + 1,
    )


def placed(rule: Rule, scene: str, now: int, policy: Policy) -> Rule:
    """A rule that its author keeps for one kind of scene (C108): theirs, and said so."""
    where = None if rule.predicate is None else rule.predicate.scene_type
    if where not in (None, scene):
        raise InvalidArgument("the rule holds in a scene of its own: keep that", field="keepBoth")
    kept = chosen(rule, now, policy.learning.confidence_prior)
    if where == scene:
        return kept
    wish = None if rule.predicate is None else replace(rule.predicate, scene_type=scene)
    chinese = has_han_measured(rule.text)
    both: tuple[str | None, str | None]
    if wish is not None and rule.origin is Origin.DISTILLED and not rule.user_modified:
        said = rule_text.word(wish, "zh" if chinese else "en")
        text, both = (said.zh if chinese else said.en), (said.zh, said.en)
    else:
        text = rule_text.in_scene(rule.text, scene, chinese=chinese)
        worded = _worded(rule, check_text(text, policy.rules))
        both = worded.text_zh, worded.text_en
    earlier = (*rule.history, Wording(rule.text, now, "user"))
    return replace(
        kept,
        text=text,
        text_zh=both[0],
        text_en=both[1],
        predicate=wish,
        history=earlier[-policy.rules.history_shown :],
    )


def formula(tally: Tally, prior: int) -> Formula | None:
    weight = tally.weight_for + tally.weight_against
    if not tally.bearing or weight <= 0:
        return None
    sure = model.tally_confidence(tally, prior)
    return Formula(tally.weight_for / weight, tally.bearing, prior, sure)


def uses_gained(evidence: Evidence, phrase: str) -> int:
    """How many uses of a word or phrase an edit added; below 0, how many it cut."""
    words = evidence.words
    if words is None:
        return 0
    return words.added.count(phrase) - words.cut.count(phrase)


def in_order(rules: Iterable[Rule]) -> list[Rule]:
    """Confirmed first, then the surest, then by id (C67)."""
    return sorted(rules, key=lambda rule: (not rule.user_confirmed, -rule.confidence, rule.id))


def recently_updated(rule: Rule, now: int, policy: Rules) -> bool:
    """Whether the author changed their mind on it not long ago (R68)."""
    return rule.drifted_at is not None and now - rule.drifted_at < policy.recently_days * DAY_MS


def texts_of(rule: Rule) -> tuple[str, ...]:
    """Every wording a rule has or had."""
    said = (rule.text, rule.text_zh, rule.text_en, *(each.text for each in rule.history))
    return tuple(dict.fromkeys(each for each in said if each))


def meant(rule: Rule) -> tuple[str, ...]:
    """The wordings that are one and the same preference: the rule's own, and those the author
    changed. What drift replaced was the opposite."""
    said = (rule.text_zh, rule.text_en, *(each.text for each in rule.history if each.by == "user"))
    return tuple(each for each in said if each)


def twin(rule: Rule, others: Iterable[Rule]) -> Rule | None:
    """One of the others that says or measures exactly the same."""
    for each in others:
        same = each.text == rule.text
        if same or (rule.predicate is not None and each.predicate == rule.predicate):
            return each
    return None


def standing(rule: Rule, now: int, policy: Rules) -> float:
    """What a rule is worth when there are too many: its confidence, less the longer nothing has
    spoken for or against it. The confidence itself never ages, nor does a confirmed rule (C9)."""
    if rule.user_confirmed:
        return rule.confidence
    days = max(0, now - rule.evidence_at) / DAY_MS
    return float(rule.confidence * policy.standing_per_day**days)


def weakest(rules: Sequence[Rule], now: int, policy: Rules) -> list[Rule]:
    """The rules above the budget of one scope, least standing first; confirmed ones stay."""
    loose = sorted(
        (each for each in rules if not each.user_confirmed),
        key=lambda each: (standing(each, now, policy), each.created_at, each.id),
    )
    return loose[: max(0, len(rules) - policy.budget)]
