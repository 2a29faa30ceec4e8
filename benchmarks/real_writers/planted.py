"""Tastes that are known, acted out over real suggestions.

Some are of what every suggestion has (how long its sentences are), some of what few have: speech,
a question, one particular word. Person and tense are both ways, as there is text of both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from mohen.rules import compliance
from mohen.rules.model import PHRASE, Op, Predicate
from mohen.text.style import FEATURES
from real_writers.desk import POLICY, Notebook, measured
from real_writers.reading import Act, Turn, act

NOISE = 0.12
LENGTHS = ("mean_sentence_length", "longest_sentence", "text_length", "paragraph_length")
SIDES = ("first_person_share", "past_tense")
WORDS = ("just", "then", "but")


@dataclass(frozen=True, slots=True)
class Taste:
    name: str
    feature: str
    way: int

    def says(self, rule: Predicate) -> bool:
        """Whether a rule says this; of one sentence, its length is that of the text."""
        same = LENGTHS if self.feature in LENGTHS else (self.feature,)
        return rule.feature in same and (1 if rule.op is Op.MORE else -1) == self.way

    @property
    def word(self) -> str | None:
        """Of a taste against a word: which one."""
        return self.feature.removeprefix(PHRASE) if self.feature.startswith(PHRASE) else None

    def of(self, text: str) -> float:
        """On the scale of the feature. Nobody in it, and no verb, is neither the one nor the
        other."""
        if self.word:
            return float(self.way * compliance.uses(text, self.word))
        neutral = 0.5 if self.feature in SIDES else 0.0
        value = measured(text).get(self.feature, neutral)
        return self.way * value / FEATURES[self.feature].norm(POLICY.style).scale


TASTES = (
    Taste("short sentences", "mean_sentence_length", -1),
    Taste("long sentences", "mean_sentence_length", 1),
    Taste("first person", "first_person_share", 1),
    Taste("third person", "first_person_share", -1),
    Taste("no dialogue", "dialogue_share", -1),
    Taste("more dialogue", "dialogue_share", 1),
    Taste("fewer commas", "comma", -1),
    Taste("more commas", "comma", 1),
    Taste("no contractions", "contractions", -1),
    Taste("more contractions", "contractions", 1),
    Taste("past tense", "past_tense", 1),
    Taste("present tense", "past_tense", -1),
    Taste("short words", "word_length", -1),
    Taste("long words", "word_length", 1),
    Taste("fewer modifiers", "modifiers", -1),
    Taste("more modifiers", "modifiers", 1),
    Taste("no questions", "question", -1),
    Taste("more questions", "question", 1),
    *(Taste(f"never “{each}”", PHRASE + each, -1) for each in WORDS),
)


def bears(turn: Turn, taste: Taste) -> bool:
    """Whether the suggestions differ in it at all, or all have the word."""
    told = [taste.of(each) for each in turn.shown]
    apart = max(told) - min(told) >= POLICY.learning.dead_zone
    return apart or (taste.word is not None and any(told))


def acted(turn: Turn, taste: Taste, lot: Random) -> Act:
    """The best of them by this taste; any, where it says nothing or by a whim. A word that all of
    them have is cut."""
    picked = lot.randrange(len(turn.shown))
    if lot.random() < NOISE:
        return act(turn, picked)
    told = [taste.of(each) for each in turn.shown]
    best = [at for at, each in enumerate(told) if each >= max(told) - 1e-9]
    picked = lot.choice(best)
    left = _without(turn.shown[picked], taste.word) if taste.word else None
    return act(turn, picked, left)


def _without(text: str, word: str) -> str:
    return re.sub(rf" ?\b{word}\b", "", text, flags=re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Outcome:
    taste: str
    found: bool
    right: int
    wrong: tuple[str, ...]
    first: int | None  # episodes until it was found


def outcome(turns: Sequence[Turn], taste: Taste, looks: Sequence[int], seed: str) -> Outcome:
    lot, book, first = Random(seed), Notebook(), None
    for number, turn in enumerate(turns, 1):
        book.hear(acted(turn, taste, lot))
        if number in looks:
            book.look()
            if first is None and any(_says(taste, each.predicate) for each in book.rules):
                first = number
    right = [each for each in book.rules if _says(taste, each.predicate)]
    wrong = tuple(each.text for each in book.rules if not _says(taste, each.predicate))
    return Outcome(taste.name, bool(right), len(right), wrong, first)


def _says(taste: Taste, rule: Predicate | None) -> bool:
    return rule is not None and taste.says(rule)
