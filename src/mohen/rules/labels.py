"""Labels: the short phrase with an accept, a reject or a partial, and what they teach.

A label is a word or short phrase for what the author liked or not (多用短句, no exclamation marks),
never a passage of output (C83). Acts are kept one by one and counted here, so that a threshold
that is lowered later still works (B16).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from enum import StrEnum
from functools import cache, lru_cache

from mohen.core.keyed_hash import sealed
from mohen.core.settings_model import Settings
from mohen.core.values import dataclass
from mohen.episodes import comments
from mohen.rules.model import Count, Tally
from mohen.rules.policy import Entries
from mohen.text.default_rules import BUILT_IN
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import normal, width
from mohen.text.sentences import goes_on
from mohen.text.word_lists import topics


class Ignored(StrEnum):
    """Why an act teaches nothing."""

    LEARNING_DISABLED = "learning_disabled"
    EMPTY = "empty"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    NOISE = "noise"
    PRIVACY = "privacy_mode_reject"
    VETOED = "vetoed"  # what it says was deleted (C64)


@dataclass(frozen=True, slots=True)
class Judged:
    """A label as it may be kept, or why it teaches nothing: exactly one of them."""

    label: str | None = None
    ignored: Ignored | None = None


@dataclass(frozen=True, slots=True)
class Acts:
    """Everything that was done to one label, however it was spelled."""

    label: str  # as first typed
    accept: int = 0
    partial: int = 0
    reject: int = 0

    @property
    def number(self) -> int:
        return self.accept + self.partial + self.reject


@cache
def _bland() -> frozenset[str]:
    """What says only that it was good or bad, and not of what."""
    listed = (topics(__file__, f"{each}/labels.txt")["bland"] for each in ("zh", "en"))
    return frozenset(each.replace("_", " ") for text in listed for each in text.split())


_ABSTRACT = LazyPattern(r"[a-z0-9][a-z0-9._:-]{0,63}")  # C42
_SKILL = "skill:"
_AGAINST = LazyPattern(r"不要|避免|不喜欢|少用|禁止|\b(?:avoid|no|don'?t|do not|never)\b")


def tidy(label: str) -> str:
    """As it was typed, on one line."""
    return " ".join(label.split())


_OUR_VOICE = frozenset(normal(text) for rule in BUILT_IN for text in (rule.zh, rule.en))


def judge(label: str | None, settings: Settings, policy: Entries) -> Judged:
    """The label as it may be kept, or why not. The order says the first thing that is wrong."""
    if not settings.preference_learning_enabled:
        return Judged(ignored=Ignored.LEARNING_DISABLED)
    core = normal(label or "")
    if not label or not core:
        return Judged(ignored=Ignored.EMPTY)
    if core in _bland():
        return Judged(ignored=Ignored.NOISE)
    if width(core, policy.wide) < policy.evidence_chars_min:
        return Judged(ignored=Ignored.TOO_SHORT)
    kept = tidy(label)
    if max(len(core), len(kept)) > policy.evidence_chars_max:
        return Judged(ignored=Ignored.TOO_LONG)
    if _is_noise(label.strip(), core):
        return Judged(ignored=Ignored.NOISE)
    if settings.privacy_mode_enabled and not _ABSTRACT.fullmatch(kept):
        return Judged(ignored=Ignored.PRIVACY)
    return Judged(label=kept)


def _is_noise(label: str, core: str) -> bool:
    """The name of a skill, a passage, or our own voice (C64)."""
    return (
        core.startswith(_SKILL)
        or "\n" in label
        or goes_on(label)  # a second sentence makes it a passage
        or core in _OUR_VOICE
    )


def hashed(key: bytes, label: str) -> str:
    """What privacy mode keeps of a label that is not abstract (C42)."""
    return "#" + sealed(key, normal(label))


def saying(kept: Iterable[str], texts: Iterable[str]) -> list[str]:
    """Those of the labels that say one of these texts, or what one of them wants avoided."""
    said = {normal(text) for text in texts}
    return [label for label in kept if said & {normal(label), normal(against(label))}]


# -- counting


def gathered(counts: Iterable[Count]) -> dict[str, Acts]:
    """What was done to each label, by its normal form, oldest label first. Labels that mean the
    same are one (C106): 太啰嗦了, 啰嗦, too wordy."""
    found: dict[str, Acts] = {}
    first: dict[Hashable, str] = {}
    for each in sorted(counts, key=lambda count: (count.first_at, count.label)):
        core = normal(each.label)
        core = first.setdefault(_meaning(each.label) or core, core)
        acts = found.setdefault(core, Acts(each.label))
        earlier = getattr(acts, each.action.value)
        found[core] = replace(acts, **{each.action.value: earlier + each.acts})
    return found


@lru_cache(maxsize=1024)
def _meaning(label: str) -> Hashable:
    """What it asks of style, and whether it complains or asks: who rejects a complaint shares it,
    who rejects a request does not. None where it asks for nothing that we know."""
    wishes = comments.judged(label)
    return (frozenset(wishes), comments.complains(label)) if wishes else None


def score(acts: Acts, policy: Entries) -> float:
    """Accepts lift it, partials and rejects lower it (C41)."""
    return acts.accept * policy.accept + acts.partial * policy.partial + acts.reject * policy.reject


def taught(acts: Acts, threshold: int, policy: Entries) -> str | None:
    """The text of the rule that these acts teach, or None while they are too few."""
    reached = score(acts, policy)
    if reached >= threshold:
        return acts.label
    return against(acts.label) if reached <= -threshold else None


def against(label: str) -> str:
    """The rule that a label rejected often enough makes, unless it says so already."""
    if _AGAINST.search(normal(label)):
        return label
    return f"避免：{label}" if has_han(label) else f"Avoid: {label}"


def tally(acts: Acts, *, wanted: bool, policy: Entries) -> Tally:
    """What speaks for and against a rule that wants the label, or wants it avoided."""
    liked = acts.accept * policy.accept
    disliked = -acts.partial * policy.partial - acts.reject * policy.reject
    others = acts.partial + acts.reject
    if wanted:
        return Tally(acts.accept, others, liked, disliked)
    return Tally(others, acts.accept, disliked, liked)


def together(one: Tally, other: Tally) -> Tally:
    """What two labels say of one rule."""
    return Tally(
        one.supporting + other.supporting,
        one.contradicting + other.contradicting,
        one.weight_for + other.weight_for,
        one.weight_against + other.weight_against,
    )
