"""Composing a first draft from the stock, before any rule.

Beats of the scene in their order, with speech, questions and asides as often as this candidate's
habits have it.
"""

from __future__ import annotations

from dataclasses import field, fields
from itertools import pairwise
from math import exp
from random import Random
from statistics import NormalDist
from typing import NamedTuple

from mohen.core.values import dataclass
from mohen.offline_writer.draft import (
    ASK,
    COLON,
    DASH,
    HERO,
    OTHER,
    SEMICOLON,
    SHOUT,
    STOP,
    TRAIL,
    Cast,
    Clause,
    Draft,
    Sentence,
    Word,
)
from mohen.offline_writer.policy import Offline
from mohen.offline_writer.stock import Beat, Line, Stock, filled, line
from mohen.text import sentences

SENSES = ("sight", "sound", "smell", "taste", "touch")
ASIDES = (*SENSES, "similes", "idioms", "classical")


class Habit(NamedTuple):
    """How often something is done: usually, how far that goes (of its logarithm), at most."""

    usual: float
    spread: float
    most: float


def habits_of(seed: str, variant: int, scene: str, policy: Offline) -> dict[str, float]:
    """One candidate's habits around what is usual in the scene.

    The candidates of a request divide what is possible among them, each habit by itself: where
    one is plain another is ornate, as with the candidates of a model, and more surely.
    """
    shared, own = Random(seed), Random(f"{seed}\0{variant}")
    there = {name: usual for name, where, usual in policy.in_scene if where == scene}
    made = {}
    for name in (each.name for each in fields(policy.habits)):
        habit = Habit(*getattr(policy.habits, name))
        turns = shared.sample(range(policy.strata), policy.strata)
        within = own.uniform(policy.margin, 1 - policy.margin)
        place = (turns[variant % policy.strata] + within) / policy.strata
        usual = there.get(name, habit.usual)
        made[name] = min(habit.most, usual * exp(habit.spread * NormalDist().inv_cdf(place)))
    return made


@dataclass(slots=True)
class Composer:
    """Writes sentences out of one stock, for one cast, with one set of habits; nothing twice."""

    stock: Stock
    scene: str
    cast: Cast
    rng: Random
    habits: dict[str, float]
    policy: Offline
    used: set[Beat] = field(default_factory=set)
    turn: str = HERO

    def draft(self, size: int) -> Draft:
        """Of about `size` characters or words."""
        draft = Draft(self.stock.language, self.scene, self.cast)
        sentences: list[Sentence] = []
        length = 0
        told = iter(self._told(size))
        while length < size:
            if self.rng.random() < self.habits["dialogue"]:
                sentences.append(self.speech())
            elif sentences and self.rng.random() < self.habits["question"]:
                sentences.append(self.question())
            else:
                sentences.append(next(told, None) or self._statement(self.statement().clauses))
            length += self._size(draft, sentences[-1])
        draft.paragraphs = self._paragraphs(sentences)
        return draft

    def _size(self, draft: Draft, sentence: Sentence) -> int:
        return sentences.count_units(draft.sentence(sentence))

    def _told(self, size: int) -> list[Sentence]:
        """Beats of the scene in their order, as sentences of the usual length."""
        beats = self.stock.scenes[self.scene]
        each = self.policy.beat_zh if self.stock.language == "zh" else self.policy.beat_en
        count = 1 + int(size * (1 - self.habits["dialogue"]) / each)
        chosen = sorted(self.rng.sample(range(len(beats)), min(count, len(beats))))
        sentences: list[Sentence] = []
        clauses: list[Clause] = []
        wanted = self._length()
        for at in chosen:
            self.used.add(beats[at])
            made = self.clauses(beats[at])
            if clauses and len(clauses) + len(made) > wanted + 1:
                sentences.append(self._statement(clauses))
                clauses, wanted = [], self._length()
            if wanted > 1:
                made[0].link = self.rng.choice(self.stock.joiners)
                clauses += made  # a beat stays whole
            else:
                sentences += [self._statement([each]) for each in made]
                wanted = self._length()
        if clauses:
            sentences.append(self._statement(clauses))
        return sentences

    def _length(self) -> int:
        usual = self.habits["length"]
        return max(1, round(self.rng.gauss(usual, self.policy.length_spread * usual)))

    def clauses(self, beat: Beat) -> list[Clause]:
        made = [self.clause(each) for each in beat]
        for before, after in pairwise(made):
            after.follows = before
        return made

    def clause(self, told: Line) -> Clause:
        return filled(told, self.stock, self.cast, self.rng, self.habits)

    def _statement(self, clauses: list[Clause]) -> Sentence:
        rng, habits = self.rng, self.habits
        kinds = [each for each in ASIDES if each in self.stock.asides]
        aside = [each for each in kinds if rng.random() < habits[each]]
        if aside:
            clauses.append(self.aside(rng.choice(aside)))
            clauses[-1].link = rng.choice(self.stock.joiners)
        for clause in clauses[1:]:
            clause.joint = self._joint(clause.joint)
        if rng.random() < habits["colon"]:
            clauses[0].joint = COLON
            clauses.insert(0, self.aside("colon"))
        if clauses[0].of_hero() and rng.random() < habits["adverbials"]:
            self.open_with(rng.choice(self.stock.openers), clauses[0])
        return Sentence(clauses, self._mark())

    def _joint(self, usual: str) -> str:
        for kind in (DASH, SEMICOLON):
            if self.rng.random() < self.habits[kind]:
                return kind
        return usual

    def open_with(self, adverbial: str, clause: Clause) -> None:
        """He suddenly, 他突然."""
        word = Word(adverbial, "adverbials", off=self.stock.adverbials.get(adverbial, ""))
        clause.words.insert(1 if self.stock.language == "zh" else 0, word)

    def _mark(self) -> str:
        for kind in (SHOUT, TRAIL):
            if self.rng.random() < self.habits[kind]:
                return kind
        return STOP

    def fresh(self, beats: list[Beat]) -> Beat:
        """One that was not used yet, if there is any."""
        left = [each for each in beats if each not in self.used] or beats
        beat = self.rng.choice(left)
        self.used.add(beat)
        return beat

    def statement(self) -> Sentence:
        """One more beat of the scene, plain."""
        return Sentence(self.clauses(self.fresh(self.stock.scenes[self.scene])))

    def brief(self) -> Sentence:
        return Sentence(self.clauses(self.fresh(self.stock.brief)))

    def instead_of(self, sentence: Sentence, *, refrain: bool = False) -> Sentence:
        """Another to the same purpose; as a refrain, one that may be there already."""
        if sentence.speaker:
            return self.speech(asked=sentence.mark == ASK)
        if sentence.mark == ASK:
            return self.question()
        if refrain:
            return Sentence(self.clauses(self.rng.choice(self.stock.brief)))
        if self.rng.random() < self.policy.half:
            return self.statement()
        return Sentence([self.aside(self.rng.choice(SENSES))])

    def quoting(self, words: str) -> Sentence:
        """Any words at all can be quoted."""
        return Sentence([self.clause(line(self.stock.frame.format(words)))])

    def aside(self, kind: str) -> Clause:
        made = self.clause(self.fresh(self.stock.asides[kind])[0])
        if kind == "modifiers":
            for word in made.words:
                word.on = True
        return made

    def speech(self, asked: bool | None = None) -> Sentence:
        """The next one to speak says something."""
        rng, habits = self.rng, self.habits
        asks = rng.random() < habits["question"] + habits["question"] if asked is None else asked
        beat = self.fresh(self.stock.asked if asks else self.stock.speech)
        clauses = self.clauses(beat)
        for clause, told in zip(clauses, beat, strict=True):
            if self.stock.language == "en" and not told.linked:
                clause.link, clause.joint = "", STOP  # one speaks in short sentences
        said = self.stock.asks if asks else self.stock.says
        says = rng.choice(said) if rng.random() < habits["spoken_of"] else ""
        self.turn = OTHER if self.turn == HERO else HERO
        led = rng.random() < self.policy.half
        return Sentence(clauses, ASK if asks else self._mark(), self.turn, says, led)

    def question(self) -> Sentence:
        beat = self.fresh(self.stock.questions)
        return Sentence(self.clauses(beat), ASK)

    def _paragraphs(self, sentences: list[Sentence]) -> list[list[Sentence]]:
        paragraphs: list[list[Sentence]] = []
        room = 0.0
        for sentence in sentences:
            replied = sentence.speaker and paragraphs and paragraphs[-1][-1].speaker
            if room < 1 or replied:
                paragraphs.append([])
                usual = self.habits["paragraph"]
                room = max(1.0, self.rng.gauss(usual, self.policy.length_spread * usual))
            paragraphs[-1].append(sentence)
            room -= 1
        return paragraphs
