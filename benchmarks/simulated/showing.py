"""How far an author's tastes are really acted on: what anybody could know from the record.

A taste is a wish; noise, other tastes and what the AI offers decide how often it is followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from mohen.episodes.model import Draft
from mohen.text import style
from mohen.text.policy import Style
from simulated.acting import Act
from simulated.author import Author
from simulated.families import features_of

STRONG: Final = 0.95  # of the comparisons agree (C80)
CLEAR: Final = 0.85  # 12 % of random acts leave 0.88 and more, give or take what 60 episodes do
ENOUGH: Final = 12  # episodes that bear on a taste
ENOUGH_OF_A_WORD: Final = 8  # comparisons
BANDS: Final = ((0.9, "≥ 0.9"), (CLEAR, "0.85–0.9"), (0.7, "0.7–0.85"), (0.0, "< 0.7"))

Gap = Callable[[str, str], float]
"""By how much more of it the first text has than the second."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Of the comparisons that bear on a taste, in its scenes, those that go its way."""

    agreed: int
    comparisons: int
    episodes: int
    a_word: bool = False

    @property
    def agreement(self) -> float:
        return self.agreed / self.comparisons if self.comparisons else 0.0

    @property
    def is_strong(self) -> bool:
        return self.agreement >= STRONG

    @property
    def is_clear(self) -> bool:
        """Often enough, and nearly as well as the noise allows."""
        if self.a_word and self.comparisons < ENOUGH_OF_A_WORD:
            return False
        return (self.a_word or self.episodes >= ENOUGH) and self.agreement >= CLEAR

    @property
    def band(self) -> str:
        return next(name for floor, name in BANDS if self.agreement >= floor)


def shown(author: Author, acts: Sequence[Act], policy: Style) -> tuple[Shown, ...]:
    """One for each taste."""
    measured = _Measured(policy)
    return tuple(_of(author, number, acts, measured) for number in range(len(author.truths)))


def _of(author: Author, which: int, acts: Sequence[Act], measured: _Measured) -> Shown:
    knob = author.truths[which].knob
    a_word = knob.startswith("word:")
    agreed = comparisons = episodes = 0
    for number, act in enumerate(acts):
        truth = author.truths_at(number)[which]
        if not truth.holds_in(act.draft.scene_type or ""):
            continue
        apart = _word_apart(act.draft, knob) if a_word else _apart(act.draft, knob, measured)
        agreed += sum(truth.direction * each > 0 for each in apart)
        comparisons += len(apart)
        episodes += bool(apart)
    return Shown(agreed, comparisons, episodes, a_word)


def _apart(draft: Draft, knob: str, measured: _Measured) -> list[float]:
    """By the measurer's first feature of the knob."""
    feature = features_of(knob)[0]

    def gap(one: str, other: str) -> float:
        return style.difference(measured(one), measured(other)).get(feature, 0.0)

    return _gaps(draft, gap, gap)


def _word_apart(draft: Draft, knob: str) -> list[float]:
    """An edit bears on a word where it touches it. Passing over a text is no word about a word:
    two texts differ in hundreds."""
    word = re.escape(knob.removeprefix("word:"))
    found = re.compile(rf"\b{word}\b" if word.isascii() else word, re.IGNORECASE)

    def count(text: str) -> int:
        return len(found.findall(text))

    return _gaps(draft, lambda _one, _other: 0, lambda one, other: count(one) - count(other))


def _gaps(draft: Draft, chosen: Gap, edited: Gap) -> list[float]:
    """What was chosen against what was not, and what was left against what was chosen."""
    at = draft.selected_index
    if at < 0:
        return []
    taken = draft.candidates[at]
    gaps = [chosen(taken, each) for other, each in enumerate(draft.candidates) if other != at]
    if draft.final_text:
        gaps.append(edited(draft.final_text, taken))
    return [each for each in gaps if each]


class _Measured:
    """Each text once, however many tastes ask for it."""

    def __init__(self, policy: Style) -> None:
        self._policy, self._known = policy, dict[str, style.Profile]()

    def __call__(self, text: str) -> style.Profile:
        if text not in self._known:
            self._known[text] = style.measure(text, self._policy)
        return self._known[text]
