"""Writes passages. What an AI may do more or less of is a knob; the candidates of one run differ
in all of them at once, each drawn by itself around what is usual in that kind of scene."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from random import Random
from types import ModuleType
from typing import Final

from simulated import stock_en, stock_zh
from simulated.passage import ASK, DASH, SHOUT, STOP, TRAIL, Clause, Passage, Sentence, Word

SCENES: Final = ("action", "dialogue", "description", "psychology", "narration", "transition")
LANGUAGES: Final = ("zh", "en")
Knobs = dict[str, float]
Token = tuple[str, str]

_OPTIONAL = {"A": "modifiers", "~": "intensifiers"}
_PEOPLE = frozenset(("WHO", "HIS", "HIM", "HIMSELF"))
_NAMED = 0.2  # of the times somebody is meant he is named
_CLAUSE = {"zh": 8.5, "en": 6.5}  # characters or words
_ELSEWHERE = 0.1  # clauses that belong to another kind of scene

# knob | usual | spread of its logarithm | at most | what differs by scene
_USUAL = """
length       | 2.2  | 0.35 | 6    | action 1.7 dialogue 1.8 description 2.6 transition 2.0
exclamation  | 0.12 | 0.80 | 0.9  | action 0.18 dialogue 0.16 description 0.08
ellipsis     | 0.10 | 0.80 | 0.8  | psychology 0.16 action 0.07
dash         | 0.09 | 0.80 | 0.7  |
question     | 0.10 | 0.70 | 0.7  | psychology 0.18 dialogue 0.16 description 0.06
dialogue     | 0.18 | 0.60 | 0.95 | dialogue 0.55 description 0.08 action 0.12
person       | 0.40 | 0.00 | 1    |
modifiers    | 0.35 | 0.45 | 0.95 | description 0.5 action 0.25
intensifiers | 0.40 | 0.60 | 0.97 |
idioms       | 0.14 | 0.70 | 0.7  | action 0.11
classical    | 0.08 | 0.80 | 0.6  |
colloquial   | 0.14 | 0.70 | 0.9  | dialogue 0.25 description 0.09
contractions | 0.45 | 0.70 | 1    | dialogue 0.55
similes      | 0.14 | 0.70 | 0.9  | description 0.2 dialogue 0.1
sound        | 0.12 | 0.60 | 0.7  |
smell        | 0.10 | 0.60 | 0.7  |
touch        | 0.10 | 0.60 | 0.7  |
paragraph    | 3.0  | 0.45 | 12   | dialogue 2.0
tense        | 0.70 | 0.00 | 1    |
"""
_ONLY = {"idioms": "zh", "classical": "zh", "contractions": "en", "tense": "en"}
_WORD_RATE = 0.012  # of each particular word, at each place that takes one
_WORD_SPREAD = 0.6


@dataclass(frozen=True, slots=True)
class Usual:
    value: float
    spread: float
    most: float
    scenes: dict[str, float]


def _usual(row: str) -> tuple[str, Usual]:
    name, value, spread, most, scenes = (cell.strip() for cell in row.split("|"))
    pairs = scenes.split()
    by_scene = dict(zip(pairs[::2], map(float, pairs[1::2]), strict=True))
    return name, Usual(float(value), float(spread), float(most), by_scene)


USUAL = dict(map(_usual, _USUAL.strip().splitlines()))


def knobs_of(language: str) -> list[str]:
    """What can be turned in a language; particular words are `word:…` beside these."""
    return [name for name in USUAL if _ONLY.get(name, language) == language]


class Stock:
    """The clauses of a language, cut into tokens once."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.scenes = {name: _clauses(body) for name, body in module.SCENES.items()}
        self.asides = {name: _clauses(body) for name, body in module.ASIDES.items()}
        self.speech, self.questions = _clauses(module.SPEECH), _clauses(module.QUESTIONS)
        self.optional = {
            "modifiers": module.ADJECTIVES,
            "adverbs": module.ADVERBS,
            "intensifiers": module.INTENSIFIERS,
            "classical": module.CLASSICAL,
            "colloquial": module.COLLOQUIAL,
        }


def _clauses(body: str) -> list[list[Token]]:
    return [[_token(each) for each in line.split()] for line in body.strip().splitlines()]


def _token(text: str) -> Token:
    if text in _PEOPLE or text in _OPTIONAL or text == "@":
        return text, ""
    if text.isupper() and len(text) > 1:
        return "noun", text
    if "^" in text:
        return "contractions", text
    return ("verb", text) if "|" in text else ("", text)


STOCKS = {"zh": Stock(stock_zh), "en": Stock(stock_en)}


def words_of(language: str) -> tuple[str, ...]:
    """The particular words an AI may overuse."""
    return tuple(STOCKS[language].module.WORDS)


def draw_knobs(
    rng: Random, language: str, scene: str, leaning: Mapping[str, float] | None = None
) -> Knobs:
    """One candidate's habits. `leaning` multiplies a knob's usual value."""
    leaning = leaning or {}
    knobs: Knobs = {}
    for name in knobs_of(language):
        usual = USUAL[name]
        middle = usual.scenes.get(scene, usual.value) * leaning.get(name, 1.0)
        drawn = middle * exp(rng.gauss(0, usual.spread)) if usual.spread else middle
        knobs[name] = min(usual.most, drawn)
    for word in words_of(language):
        name = f"word:{word}"
        knobs[name] = _WORD_RATE * leaning.get(name, 1.0) * exp(rng.gauss(0, _WORD_SPREAD))
    return knobs


class Writer:
    """Writes with one set of knobs; an editor who inserts a sentence writes with them too."""

    def __init__(self, rng: Random, language: str, scene: str, knobs: Knobs) -> None:
        self.rng, self.language, self.scene, self.knobs = rng, language, scene, knobs
        self.stock = STOCKS[language]
        names = [each for each in knobs if each.startswith("word:")]
        self._words = [each.removeprefix("word:") for each in names]
        self._upto = list(accumulate(knobs[each] for each in names))

    def passage(self, size: int) -> Passage:
        """Of about `size` characters or words."""
        rng, knobs = self.rng, self.knobs
        made = Passage(
            self.language,
            self.scene,
            rng.choice(self.stock.module.WHO),
            rng.choice(self.stock.module.NAMES),
            first=rng.random() < knobs["person"],
            past=rng.random() < knobs.get("tense", 1.0),
        )
        # So many sentences rather than until it is full: the last one would be a long one, and
        # an editor who replaces sentences at random would seem to want short ones.
        count = max(2, round(size / (knobs["length"] * _CLAUSE[self.language])))
        room = 0.0
        for _ in range(count):
            if room < 1:
                made.paragraphs.append([])
                room = max(1.0, rng.gauss(knobs["paragraph"], 0.8))
            made.paragraphs[-1].append(self.sentence())
            room -= 1
        return made

    def sentence(self) -> Sentence:
        if self.rng.random() < self.knobs["dialogue"]:
            return self.speech()
        if self.rng.random() < self.knobs["question"]:
            return self.question()
        return self.statement()

    def speech(self) -> Sentence:
        rng = self.rng
        count = max(1, min(3, self._count() - 1))
        lines = rng.sample(self.stock.speech, count)
        clauses = [self._clause(each) for each in lines]
        says = rng.choice(self.stock.module.SAYS) if rng.random() < 0.6 else ""
        asks = rng.random() < self.knobs["question"]
        return self._finished(Sentence(clauses, ASK if asks else self._mark(), True, says))

    def question(self) -> Sentence:
        return self._finished(Sentence([self._clause(self.rng.choice(self.stock.questions))], ASK))

    def statement(self) -> Sentence:
        rng, knobs = self.rng, self.knobs
        count = self._count()
        asides = [kind for kind in self.stock.asides if rng.random() < knobs[kind]]
        rng.shuffle(asides)
        kinds = asides[:count] + [""] * (count - len(asides))
        rng.shuffle(kinds)
        made = Sentence([self.aside(kind) if kind else self.told() for kind in kinds], self._mark())
        if rng.random() < knobs["similes"]:
            made.clauses[count - 1 if count > 1 else count :] = [self.aside("similes")]
        return self._finished(made)

    def told(self) -> Clause:
        rng = self.rng
        scene = rng.choice(SCENES) if rng.random() < _ELSEWHERE else self.scene
        return self._clause(rng.choice(self.stock.scenes[scene]))

    def aside(self, kind: str) -> Clause:
        """A clause that is all of one kind: a sound, an idiom, a simile."""
        if kind == "similes":
            return self._simile()
        made = self._clause(self.rng.choice(self.stock.asides[kind]))
        made.kind = kind
        return made

    def _simile(self) -> Clause:
        rng, module = self.rng, self.stock.module
        words = [Word("", rng.choice(module.SIMILES)), Word("", rng.choice(module.IMAGES))]
        return Clause(words, "similes", "，" if self.language == "zh" else " ")

    def _clause(self, tokens: list[Token]) -> Clause:
        words: list[Word] = []
        rng, nouns = self.rng, self.stock.module.NOUNS
        for kind, text in tokens:
            if not kind or kind == "verb":
                words.append(Word(kind, text))
            elif kind == "noun":
                words.append(Word("", rng.choice(nouns[text])))
            elif kind == "@":
                words += self._adverbials()
            elif kind in _OPTIONAL:
                words.append(self.optional(_OPTIONAL[kind]))
            elif kind == "contractions":
                words.append(Word(kind, text, rng.random() < self.knobs[kind]))
            else:
                words.append(Word(kind, "named" if rng.random() < _NAMED else ""))
        return Clause(words)

    def _adverbials(self) -> list[Word]:
        at = bisect(self._upto, self.rng.random())
        found = at < len(self._words)
        made = [Word("word", self._words[at] if found else "", found)]
        if self.language == "zh":
            made.append(self.optional("classical", share=0.4))
        # An adverb is a rarer guest than an attribute.
        made.append(self.optional("modifiers", "adverbs", share=0.5))
        return made

    def optional(self, kind: str, listed: str = "", share: float = 1.0) -> Word:
        rng = self.rng
        text = rng.choice(self.stock.optional[listed or kind])
        return Word(kind, text, rng.random() < self.knobs[kind] * share)

    def _finished(self, sentence: Sentence) -> Sentence:
        """How its clauses are joined, and the particle of somebody who chats."""
        rng, dash = self.rng, DASH[self.language]
        for clause in sentence.clauses:
            if not clause.join:
                dashed = rng.random() < self.knobs["dash"]
                clause.join = dash if dashed else rng.choice(self.stock.module.JOINS)
        particle = self.optional("colloquial")
        if self.language == "zh":
            sentence.clauses[-1].words.append(particle)
        else:
            sentence.clauses[0].words.insert(0, particle)
        return sentence

    def _count(self) -> int:
        length = self.knobs["length"]
        return max(1, round(self.rng.gauss(length, 0.3 * length)))

    def _mark(self) -> str:
        rng, knobs = self.rng, self.knobs
        if rng.random() < knobs["exclamation"]:
            return SHOUT
        return TRAIL if rng.random() < knobs["ellipsis"] else STOP


def units(sentence: Sentence, language: str) -> int:
    """Characters in Chinese, words in English."""
    shown = [word for clause in sentence.clauses for word in clause.words if word.on]
    if language == "en":
        told = 2 * bool(sentence.says)  # he said
        return told + sum(1 + word.text.count(" ") for word in shown)
    told = 1 + len(sentence.says) if sentence.says else 0
    return told + sum(len(word.text) or 1 for word in shown)
