"""Composing a first draft from the stock, before any rule.

Beats of the scene in their order, with speech, questions and asides as often as this candidate's
habits have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields
from itertools import pairwise
from math import exp
from random import Random
from statistics import NormalDist
from typing import NamedTuple

from mohen.core.values import dataclass
from mohen.offline_writer.draft import (
    ASK,
    BARE,
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
from mohen.offline_writer.stock import ANY, Beat, Line, Stock, filled, fits, line
from mohen.text import sentences
from mohen.text.scenes import ACTION, DESCRIPTION, DIALOGUE, PSYCHOLOGY
from mohen.text.word_lists import words

_ANYHOW = Random(0)
"""For what is looked at and not said."""
_HEAT = frozenset(("fight", "chase", "war"))
_PEOPLE = frozenset(("WHO", "OTHER", "SELF"))
_SOMEBODY = frozenset(("WHO", "SELF"))
"""What may be spoken of where nothing is shown: one person."""
CLASSICAL = "classical"
SENSES = ("sight", "sound", "smell", "taste", "touch")
ASIDES = (*SENSES, "similes", "idioms", CLASSICAL)


_MOVES = ("停", "把", "转", "伸", "往", "抓", "站", "退", "闪", "扑", "抬", "做", "收")
_STILL = words("be have know wait can count listen breathe move turn put")
"""How a clause begins that can come suddenly, and one that cannot."""


def _about(clause: Clause) -> bool:
    """Whether it is about somebody."""
    return any(word.kind in ("WHO", "HIS", "HIM", "SELF", "OTHER") for word in clause.words)


def _is_of_somebody(beat: Beat) -> bool:
    return not _PEOPLE.isdisjoint(beat[0].needs)


def _is_open(clauses: list[Clause]) -> bool:
    """Whether something can be joined to it: after a colon all is said."""
    return not any(sign in word.text for each in clauses for word in each.words for sign in "：:")


_JOINED = {"zh": (1, 4), "en": (1, 3)}
"""How many beats a long sentence takes up beside its own, and clauses in all: a Chinese comma
carries further."""
_GESTURES = (ACTION, DIALOGUE)
"""Kinds of scenes in which what is told of somebody is a gesture."""


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
    shown: frozenset[str] | None = None  # what the text shows; None where there is no text
    said: str = ""  # what stands in the text or was offered before
    order: str = ""  # by which the candidates of a request share the stock
    variant: int = 0
    used: set[Beat] = field(default_factory=set)
    turn: str = ""  # who spoke last here
    _told_of: set[str] = field(default_factory=set)  # what was told is about
    _in_a_row: int = 0  # beats about somebody, the last ones
    _fresh: dict[str, list[list[Beat]]] = field(default_factory=dict)
    _here: list[Beat] = field(default_factory=list)

    def draft(self, size: int) -> Draft:
        """Of about `size` characters or words: what happens, with speech and asides between."""
        draft = Draft(self.stock.language, self.scene, self.cast)
        made: list[list[Sentence]] = []
        length = 0
        while length < size and self._is_left("told"):
            if length > self.policy.half * size and not any(self._unused()):
                break  # less is better than gestures in a row
            made.append(self._next(made))
            length += sum(self._size(draft, each) for each in made[-1])
        draft.paragraphs = self._paragraphs(made)
        return draft

    def _size(self, draft: Draft, sentence: Sentence) -> int:
        return sentences.count_units(draft.sentence(sentence))

    def _next(self, made: list[list[Sentence]]) -> list[Sentence]:
        """What comes next, whole: nothing comes between the parts of it."""
        rng, habits = self.rng, self.habits
        spoken = bool(made and made[-1][-1].speaker)
        if not spoken and rng.random() < habits["dialogue"]:
            return self._exchange()
        asked = any(each.mark == ASK and not each.speaker for unit in made for each in unit)
        if spoken:
            self._in_a_row = 0
        if made and not asked and self._wonders() and rng.random() < habits["question"]:
            return [self.question()]
        kinds = [each for each in ASIDES if self._has(each)]
        aside = [each for each in kinds if rng.random() < habits[each]]
        before = sum(unit[0].clauses[0].kind in ASIDES for unit in made)
        if aside and len(made) > 3 * before + 1:
            return [self._statement([self.aside(rng.choice(aside))])]
        return self._told()

    def _has(self, kind: str) -> bool:
        return any(map(self._fits, self.stock.asides.get(kind, ())))

    def _wonders(self) -> bool:
        """Whether somebody is there who asks himself something."""
        return self.scene == PSYCHOLOGY and (self.shown is None or "WHO" in self.shown)

    def _exchange(self) -> list[Sentence]:
        """One says something, and where there is another that one answers."""
        alone = self.shown is not None and "OTHER" not in self.shown
        left = [each for each in self.stock.exchanges if each[0][0] not in self.used]
        left = [each for each in left if not any(self._was_said(beat) for beat, _ in each)]
        if alone or not left:
            return [self.speech()]
        spoken: list[Sentence] = []
        for beat, asks in self.rng.choice(left):
            self.used.add(beat)
            spoken.append(self._spoken(beat, asks, opens=not spoken))
        return spoken

    def _told(self) -> list[Sentence]:
        """A beat of the scene: a sentence, or one for each clause where they are short. Where they
        are long, what follows it is joined to it if it is about the same."""
        wanted = self._length()
        beat = self.fresh("told", self._beats())
        made = self.clauses(beat)
        if self._was_said(beat):  # nothing new is left: what was said, in other company
            wanted = max(wanted, len(made) + 1)
        if wanted == 1 and not any(each.implied and each.of_other() for each in made):
            return [self._statement([each], ends=each is made[-1]) for each in made]
        joined, most = _JOINED[self.stock.language]
        while wanted > len(made) and joined and _is_open(made) and self._is_left("told"):
            more = self.clauses(self.fresh("told", self._beats()))
            if len(made) + len(more) > min(most, wanted) or not _is_open(more):
                return [self._statement(made), self._statement(more)]
            more[0].link = self.rng.choice(self.stock.joiners)
            made, joined = [*made, *more], joined - 1
        return [self._statement(made)]

    def _is_left(self, name: str) -> bool:
        """Whether anything that fits the text was not used yet."""
        *_, fitting, _ = self._ranked(name, self._beats())
        return any(each not in self.used for each in fitting)

    def _length(self) -> int:
        usual = self.habits["length"]
        return max(1, round(self.rng.gauss(usual, self.policy.length_spread * usual)))

    def clauses(self, beat: Beat) -> list[Clause]:
        made = [self.clause(each) for each in beat]
        for before, after in pairwise(made):
            after.follows = before
            if after.implied and after.link == "and" and not after.own:
                after.joint = BARE  # he stopped and listened
        return made

    def clause(self, told: Line) -> Clause:
        return self.filled(told, self.rng)

    def _statement(self, clauses: list[Clause], *, ends: bool = True) -> Sentence:
        """`ends`: nothing of the same beat follows, so that it may be loud."""
        rng, habits = self.rng, self.habits
        for clause in clauses[1:]:
            clause.joint = self._joint(clause)
        if self._may_open(clauses[0]) and rng.random() < habits["adverbials"]:
            self.open_with(rng.choice(self.stock.openers), clauses[0])
        return Sentence(clauses, self._mark(aloud=False, heated=ends and _about(clauses[0])))

    def _may_open(self, clause: Clause) -> bool:
        """Whether something of the hero's can happen suddenly: to have happened, or not to do it,
        cannot."""
        if self.scene != ACTION or not clause.of_hero() or clause.kind or len(clause.words) < 2:
            return False
        then = clause.words[1]
        if self.stock.language == "zh":
            return then.kind == "" and then.text.startswith(_MOVES)
        return then.kind == "verb" and then.text not in _STILL

    def _joint(self, clause: Clause) -> str:
        """A semicolon parts what could stand apart."""
        if self.rng.random() < self.habits[DASH]:
            return DASH
        apart = clause.follows is None and self.rng.random() < 2 * self.habits[SEMICOLON]
        return SEMICOLON if apart else clause.joint

    def open_with(self, adverbial: str, clause: Clause) -> None:
        """He suddenly, 他突然."""
        word = Word(adverbial, "adverbials", off=self.stock.adverbials.get(adverbial, ""))
        clause.words.insert(1 if self.stock.language == "zh" else 0, word)

    def _mark(self, *, aloud: bool = True, heated: bool = False) -> str:
        """Who speaks may be loud, and so may a fight; what is told trails off in somebody's
        thoughts alone."""
        fights = self.scene == ACTION and not (self.shown or _HEAT).isdisjoint(_HEAT)
        loud = aloud or (heated and fights)
        if loud and self.rng.random() < self.habits[SHOUT]:
            return SHOUT
        trails = aloud or self.scene == PSYCHOLOGY
        return TRAIL if trails and self.rng.random() < self.habits[TRAIL] else STOP

    def _beats(self) -> list[Beat]:
        """Of this kind of scene; of what stands around where too few of them need nobody."""
        if self._here:
            return self._here
        scenes = self.stock.scenes
        self._here = scenes[self.scene] + scenes[ANY]
        if self.shown is not None and CLASSICAL in self.shown:
            self._here = scenes[CLASSICAL]
        elif sum(map(self._fits, self._here)) < self.policy.few:
            self._here = scenes[DESCRIPTION] + self._here
        return self._here

    def fresh(self, name: str, beats: list[Beat]) -> Beat:
        """One that was not used yet and fits the text, and of these the best there is. `name` is
        what the beats are called."""
        ranked = self._ranked(name, beats)
        tried = [*self._going_on(ranked[:2])] if name == "told" else []
        for better in (*tried, *ranked):
            if left := [each for each in better if each not in self.used]:
                break
        else:
            left = [each for each in beats if self._fits(each)] or beats
        beat = self.rng.choice(left)
        self.used.add(beat)
        if name == "told":
            self._told_of |= self.stock.subject(beat)
            self._in_a_row = self._in_a_row + 1 if _is_of_somebody(beat) else 0
        return beat

    def _unused(self) -> Iterator[Beat]:
        """What can still go on as it should."""
        for beats in self._going_on(self._ranked("told", self._beats())[:2]):
            yield from (each for each in beats if each not in self.used)

    def _going_on(self, unsaid: list[list[Beat]]) -> Iterator[list[Beat]]:
        """Of what nobody said: no gestures in a row, and nothing about the same as before; if
        that leaves nothing, no gestures in a row."""
        most = 1 if self.scene in _GESTURES else 2
        calm = [
            [each for each in beats if self._in_a_row < most or not _is_of_somebody(each)]
            for beats in unsaid
        ]
        for beats in calm:
            yield [each for each in beats if self._told_of.isdisjoint(self.stock.subject(each))]
        yield from calm

    def _ranked(self, name: str, beats: list[Beat]) -> list[list[Beat]]:
        """What nobody said before and no other candidate has, what nobody said, what fits the
        text, and all that needs none."""
        if name not in self._fresh:
            fitting = [each for each in beats if self._fits(each)]
            unsaid = [each for each in fitting if not self._was_said(each)]
            Random(self.order).shuffle(unsaid)
            mine = unsaid[self.variant % self.policy.strata :: self.policy.strata]
            plain = [each for each in beats if fits(each, _SOMEBODY)]
            self._fresh[name] = [mine, unsaid, fitting, plain]
        return self._fresh[name]

    def _fits(self, beat: Beat) -> bool:
        return fits(beat, _SOMEBODY if self.shown is None else self.shown)

    def _was_said(self, beat: Beat) -> bool:
        if not self.said:
            return False
        draft = Draft(self.stock.language, self.scene, self.cast)
        clauses = (self.filled(each, _ANYHOW) for each in beat)
        longest = (max(draft.stretches(each), key=len, default="") for each in clauses)
        return any(each and each.lower() in self.said for each in longest)

    def filled(self, told: Line, rng: Random) -> Clause:
        return filled(told, self.stock, self.cast, rng, self.habits)

    def statement(self) -> Sentence:
        """One more beat of the scene, plain."""
        return Sentence(self.clauses(self.fresh("told", self._beats())))

    def brief(self) -> Sentence:
        return Sentence(self.clauses(self.fresh("brief", self.stock.brief)))

    def instead_of(self, sentence: Sentence, *, refrain: bool = False) -> Sentence:
        """Another to the same purpose; as a refrain, one that may be there already."""
        if sentence.speaker:
            return self.speech(asked=sentence.mark == ASK)
        if sentence.mark == ASK:
            return self.question()
        if refrain:
            brief = [each for each in self.stock.brief if self._fits(each)]
            return Sentence(self.clauses(self.rng.choice(brief or self.stock.brief)))
        if self.rng.random() < self.policy.half:
            return self.statement()
        return Sentence([self.aside(self.rng.choice(SENSES))])

    def quoting(self, words: str) -> Sentence:
        """Any words at all can be quoted."""
        return Sentence([self.clause(line(self.stock.frame.format(words)))])

    def aside(self, kind: str) -> Clause:
        made = self.clause(self.fresh(kind, self.stock.asides[kind])[0])
        if kind == "modifiers":
            for word in made.words:
                word.on = True
        return made

    def speech(self, asked: bool | None = None) -> Sentence:
        """The next one to speak says something."""
        asks = self.rng.random() < 2 * self.habits["question"] if asked is None else asked
        stock = self.stock
        beat = self.fresh("asked", stock.asked) if asks else self.fresh("said", stock.speech)
        return self._spoken(beat, asks)

    def _spoken(self, beat: Beat, asks: bool, *, opens: bool = False) -> Sentence:
        rng, habits = self.rng, self.habits
        clauses = self.clauses(beat)
        for clause, told in zip(clauses, beat, strict=True):
            if self.stock.language == "en" and not told.linked:
                clause.link, clause.joint = "", STOP  # one speaks in short sentences
        said = self.stock.asks if asks else self.stock.says
        if opens:
            said = said[:1]  # who begins answers nobody
        says = rng.choice(said) if rng.random() < habits["spoken_of"] else ""
        self.turn = OTHER if (self.turn or self.cast.spoke) == HERO else HERO
        led = rng.random() < self.policy.half
        return Sentence(clauses, ASK if asks else self._mark(), self.turn, says, led)

    def question(self) -> Sentence:
        beat = self.fresh("questions", self.stock.questions)
        return Sentence(self.clauses(beat), ASK)

    def _paragraphs(self, made: list[list[Sentence]]) -> list[list[Sentence]]:
        """What is told together stays together; who speaks begins a paragraph."""
        paragraphs: list[list[Sentence]] = []
        room = 0.0
        for unit in made:
            for sentence in unit:
                begins = room < 1 and sentence is unit[0]
                if not paragraphs or begins or sentence.speaker or paragraphs[-1][-1].speaker:
                    paragraphs.append([])
                    usual = self.habits["paragraph"]
                    room = max(1.0, self.rng.gauss(usual, self.policy.length_spread * usual))
                paragraphs[-1].append(sentence)
                room -= 1
        return paragraphs
