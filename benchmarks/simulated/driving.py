"""Sits an author down at a real memory and looks at what it has learned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Final

from mohen import Memory, open_memory
from mohen.episodes.signals import measured_distance
from mohen.policy import Policy
from mohen.rules.model import PHRASE, Op, Origin, Predicate, Rule
from mohen.testing import FrozenClock
from real_writers.desk import POLICY, Notebook
from real_writers.reading import Act as RealAct
from simulated.acting import START, Act, Desk, simulate
from simulated.author import Author
from simulated.families import knobs_for
from simulated.prose import knobs_of, words_of
from simulated.score import FINE, Judged, judge
from simulated.showing import Shown, shown

EVERY: Final = 5  # episodes between two glances at the rules
UNDO_AFTER_S: Final = 240
MEMORY_DISK: Final = Path("/dev/shm")  # what is learned does not depend on a disk's pace
_SHAPES = ("length", "paragraph")
_FACTORS = {True: 2.2, False: 0.15}  # how far an AI that was told moves a knob, up or down
_SHAPE_FACTORS = {True: 1.5, False: 0.65}


@dataclass(frozen=True, slots=True)
class Plan:
    """How long an author works and when a distillation is asked for beside the product's own."""

    episodes: int
    looks: tuple[int, ...]
    obey: bool = False  # the AI is told what was learned
    files: bool = True  # in a home; else the same learning in memory, at a home's young looks


@dataclass(frozen=True, slots=True)
class Glance:
    """What was held to be true after so many episodes."""

    episode: int
    judged: Judged


@dataclass(slots=True)
class Story:
    author: Author
    glances: list[Glance] = field(default_factory=list)
    costs: list[float | None] = field(default_factory=list)  # of each episode
    rules: tuple[str, ...] = ()  # the last ones, in words
    shown: tuple[Shown, ...] = ()  # how far each taste was acted on

    @property
    def last(self) -> Judged:
        return self.glances[-1].judged

    def first(self, wanted: int = 1) -> int | None:
        """Episodes until so many truths were found."""
        found = (each.episode for each in self.glances if each.judged.found >= wanted)
        return next(found, None)

    def wrong(self) -> list[str]:
        """The rules that are wrong in the end, each with what is true instead."""
        author = self.author
        true = ", ".join(map(str, author.truths_at(len(self.costs) - 1))) or "nothing"
        judged = zip(self.rules, self.last.reasons, strict=True)
        return [
            f"{author.name} ({author.null or author.manner}): {rule} is {why}; true is {true}"
            for rule, why in judged
            if why not in FINE
        ]

    def ever(self) -> bool:
        """Was anything learned at any look?"""
        return any(each.judged.reasons for each in self.glances)


def follow(author: Author, plan: Plan) -> Story:
    """One author from an empty memory to the end of the plan."""
    desk, story, rules = Desk(author), Story(author), list[Predicate]()
    acts: list[Act] = []
    with _home(desk.project) if plan.files else nullcontext(_Book()) as mind:
        for number in range(1, plan.episodes + 1):
            act = desk.next(_Told(author.language, rules).leaning if plan.obey else None)
            acts.append(act)
            mind.record(act)
            story.costs.append(_cost(author, act))
            if number in plan.looks:
                mind.distill()
            if number in plan.looks or number % EVERY == 0:
                rules = mind.learned()
                truths = author.truths_at(number - 1)
                story.glances.append(Glance(number, judge(truths, rules)))
        story.rules = tuple(map(_words, rules))
    story.shown = shown(author, acts, Policy().style)
    return story


class _Home:
    """A memory as everybody has it: it also learns by itself when it is time."""

    def __init__(self, memory: Memory, clock: FrozenClock, project: str) -> None:
        self._memory, self._clock, self._project = memory, clock, project

    def record(self, act: Act) -> None:
        self._clock.advance(seconds=(act.at - self._clock.now()) / 1000)
        _record(self._memory, self._clock, act)

    def distill(self) -> None:
        self._memory.rules.distill(self._project, wait=True)

    def learned(self) -> list[Predicate]:
        return learned(self._memory, self._project)


@contextmanager
def _home(project: str) -> Iterator[_Home]:
    clock = FrozenClock(START)
    with (
        TemporaryDirectory(prefix="mohen-author-", dir=_disk()) as folder,
        open_memory(Path(folder), clock=clock, immediate=True) as memory,
    ):
        yield _Home(memory, clock, project)


class _Book:
    """The same learning without a file."""

    def __init__(self) -> None:
        self._book, self._heard = Notebook(), 0

    def record(self, act: Act) -> None:
        self._book.hear(RealAct(act.draft, act.undo), act.at)
        self._heard += 1
        if self._heard in POLICY.learning.young_looks:
            self.distill()

    def distill(self) -> None:
        self._book.look()

    def learned(self) -> list[Predicate]:
        return _surest_first(self._book.rules)


def ignored(author: Author, episodes: int) -> Story:
    """The same author with an AI that is told nothing: no memory is needed to know the costs."""
    return Story(author, costs=[_cost(author, each) for each in simulate(author, episodes)])


def _disk() -> Path | None:
    return MEMORY_DISK if MEMORY_DISK.is_dir() else None


def learned(memory: Memory, project: str) -> list[Predicate]:
    """What the memory has found by itself, surest first."""
    return _surest_first(each.rule for each in memory.rules.list(project).items)


def _surest_first(rules: Iterable[Rule]) -> list[Predicate]:
    found = [each for each in rules if each.origin is not Origin.MANUAL]
    found.sort(key=lambda each: (-each.confidence, each.id))
    return [each.predicate for each in found if each.predicate is not None]


def _matters(author: Author, act: Act) -> bool:
    """Can rules change what this costs? Not where it is noise, or a scene without a taste."""
    scene = act.draft.scene_type or ""
    return act.honest and any(each.holds_in(scene) for each in author.truths)


def _record(memory: Memory, clock: FrozenClock, act: Act) -> None:
    memory.episodes.record(act.draft)
    if act.undo:
        clock.advance(seconds=UNDO_AFTER_S)
        memory.episodes.undo(act.draft.project_id, generation_id=act.draft.generation_id)


def _cost(author: Author, act: Act) -> float | None:
    """What the author had to do: 0 taken as it was, 1 lost; None where no rule can change it."""
    if not _matters(author, act):
        return None
    return 1.0 if act.undo else measured_distance(act.draft)


def _words(rule: Predicate) -> str:
    where = f" in {rule.scene_type}" if rule.scene_type else ""
    return f"{rule.feature} {rule.op} {rule.value:g} {rule.unit}{where}"


class _Told:
    """An AI that was told the rules and moves its habits accordingly."""

    def __init__(self, language: str, rules: Iterable[Predicate]) -> None:
        self._rules = tuple(rules)
        self._knobs = knobs_of(language) + [f"word:{each}" for each in words_of(language)]

    def leaning(self, scene: str) -> Mapping[str, float]:
        leans: dict[str, float] = {}
        for rule in self._rules:
            if rule.scene_type in (None, scene):
                leans |= self._of(rule)
        return leans

    def _of(self, rule: Predicate) -> dict[str, float]:
        more = rule.op is Op.MORE
        if rule.feature.startswith(PHRASE):
            named = f"word:{rule.feature.removeprefix(PHRASE)}"
            return {named: 4.0 if more else 0.0} if named in self._knobs else {}
        return {
            knob: (_SHAPE_FACTORS if knob in _SHAPES else _FACTORS)[more]
            for knob in knobs_for(rule.feature, self._knobs)
        }


def blocks(costs: Sequence[Sequence[float | None]], size: int) -> list[float]:
    """The mean cost over all authors, so many episodes at a time."""
    upto = min(map(len, costs))
    parts = (
        [cost for each in costs for cost in each[at : at + size] if cost is not None]
        for at in range(0, upto - size + 1, size)
    )
    return [fmean(part) if part else 0.0 for part in parts]
