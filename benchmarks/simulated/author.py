"""Who writes: simulated authors with tastes that are known, and some with none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from simulated.prose import LANGUAGES, SCENES, knobs_of, words_of
from simulated.wordings import wishes_of

NOISE: Final = 0.12
FLIP: Final = 40  # episode at which a drifting author changes their mind
KINDS: Final = (
    "preferring", "clear", "inverted", "strong", "contrary", "drifting", "editing", "commenting",
    "null",
)  # fmt: skip
NULLS: Final = ("random", "editing", "lazy", "undoing")
Odds = tuple[tuple[int, ...], tuple[float, ...]]

# Tastes that one text cannot serve by themselves: one counts within the other.
_TOGETHER = ({"modifiers", "intensifiers"}, {"dialogue", "paragraph"})
_LESS_OF_A_WORD = 0.8
_IN_ONE_SCENE = 0.4
_A_WORD = 0.15
_HOW_MANY: Odds = ((1, 2, 3, 4), (0.35, 0.3, 0.2, 0.15))
# Who has several tastes seldom acts on all of them: more are drawn than there are to be.
_A_FEW: Odds = ((1, 2, 3), (0.2, 0.5, 0.3))


@dataclass(frozen=True, slots=True)
class Truth:
    """One true preference: more (+1) or less (-1) of a knob, in one scene or everywhere."""

    knob: str
    direction: int
    scene: str | None = None
    strength: float = 1.0

    def __str__(self) -> str:
        where = f" in {self.scene}" if self.scene else ""
        return f"{'more' if self.direction > 0 else 'less'} {self.knob}{where}"

    def holds_in(self, scene: str) -> bool:
        return self.scene in (None, scene)


@dataclass(frozen=True, slots=True)
class Manner:
    """How an author answers: the chance of each act where there is reason for it."""

    edits: float
    undoes: float
    rejects: float
    comments: float


MANNERS: Final = {
    "chooser": Manner(edits=0.05, undoes=0.05, rejects=0.05, comments=0.0),
    "editor": Manner(edits=0.85, undoes=0.05, rejects=0.05, comments=0.02),
    "mixed": Manner(edits=0.45, undoes=0.25, rejects=0.15, comments=0.06),
    "critic": Manner(edits=0.3, undoes=0.3, rejects=0.3, comments=0.25),
}
ONLY: Final = {
    "editing": Manner(edits=1.0, undoes=0.0, rejects=0.0, comments=0.0),
    "commenting": Manner(edits=0.0, undoes=0.0, rejects=0.0, comments=0.0),
}
"""Whose choices say nothing: candidates are taken by lot, then edited, or only spoken of."""


@dataclass(frozen=True, slots=True)
class Author:
    name: str
    kind: str  # of KINDS
    language: str
    seed: str
    scenes: tuple[tuple[str, float], ...]
    truths: tuple[Truth, ...] = ()
    manner: str = "mixed"
    temperature: float = 0.0  # 0: always the best candidate
    noise: float = NOISE
    inverted: bool = False  # noise is the opposite act rather than a random one
    flip_at: int | None = None
    null: str = ""  # of NULLS
    says: float = 0.0  # chance of a comment, of one whose choices say nothing

    @property
    def acts(self) -> Manner:
        return ONLY.get(self.kind) or MANNERS[self.manner]

    def truths_at(self, number: int) -> tuple[Truth, ...]:
        """Before or after the change of mind."""
        if self.flip_at is None or number < self.flip_at:
            return self.truths
        return tuple(replace(each, direction=-each.direction) for each in self.truths)


def population(kind: str, count: int, seed: int = 0, language: str | None = None) -> list[Author]:
    """The first `count` authors of a kind; both languages in turn unless one is named."""
    languages = (language,) if language else LANGUAGES
    return [
        _author(kind, number, f"{seed} {kind} {number}", languages[number % len(languages)])
        for number in range(count)
    ]


def _author(kind: str, number: int, seed: str, language: str) -> Author:
    rng = Random(f"author {seed}")
    name = f"{kind}-{number}-{language}"
    if kind == "null":
        null = NULLS[number // 2 % len(NULLS)]
        return Author(name, kind, language, seed, _mixture(rng, ()), null=null, noise=0.0)
    if kind == "commenting":
        wish = (Truth(rng.choice(wishes_of(language)), -1),)
        says = rng.uniform(0.15, 0.5)
        scenes = _mixture(rng, ())
        return Author(name, kind, language, seed, scenes, wish, noise=0.0, null="random", says=says)
    truths = _TRUTHS[kind](rng, language)
    made = Author(
        name, kind, language, seed, _mixture(rng, truths), truths, rng.choice(list(MANNERS))
    )
    if kind == "strong":
        return replace(made, noise=0.0)
    return replace(
        made,
        temperature=rng.choice((0.0, 0.0, 0.4)),
        inverted=kind == "inverted",
        flip_at=FLIP if kind == "drifting" else None,
    )


def _mixture(rng: Random, truths: Sequence[Truth]) -> tuple[tuple[str, float], ...]:
    """Three or four kinds of scenes; those of a taste often enough to show it."""
    named = list(dict.fromkeys(each.scene for each in truths if each.scene))
    others = [each for each in SCENES if each not in named]
    rng.shuffle(others)
    fill = others[: max(1, rng.choice((3, 4)) - len(named))]
    weights = [(each, rng.uniform(2.2, 3.2)) for each in named]
    return tuple(weights + [(each, rng.uniform(1.0, 2.0)) for each in fill])


def _some(rng: Random, language: str, how_many: Odds = _HOW_MANY) -> tuple[Truth, ...]:
    """Several tastes; those of one scene are in one of at most two scenes."""
    scenes = rng.sample(SCENES, 2)
    wanted = rng.choices(*how_many)[0]
    truths: list[Truth] = []
    while len(truths) < wanted:
        scene = rng.choice(scenes) if rng.random() < _IN_ONE_SCENE else None
        truth = _taste(rng, language, scene)
        if not any(_clash(truth.knob, each.knob) for each in truths):
            truths.append(truth)
    return tuple(truths)


def _few(rng: Random, language: str) -> tuple[Truth, ...]:
    return _some(rng, language, _A_FEW)


def _taste(rng: Random, language: str, scene: str | None) -> Truth:
    strength = rng.uniform(0.7, 1.3)
    if rng.random() < _A_WORD:
        direction = -1 if rng.random() < _LESS_OF_A_WORD else 1
        return Truth(f"word:{rng.choice(words_of(language))}", direction, scene, strength)
    return Truth(rng.choice(knobs_of(language)), rng.choice((-1, 1)), scene, strength)


def _clash(knob: str, other: str) -> bool:
    return knob == other or any({knob, other} <= each for each in _TOGETHER)


def _one(rng: Random, language: str) -> tuple[Truth, ...]:
    return (_taste(rng, language, None),)


def _opposed(rng: Random, _language: str) -> tuple[Truth, ...]:
    """The same thing wanted in one scene and not in another."""
    knob = rng.choice(("length", "length", "modifiers", "dialogue", "exclamation"))
    first, second = rng.sample(("action", "description", "psychology", "narration"), 2)
    return Truth(knob, -1, first), Truth(knob, 1, second)


_TRUTHS = {
    "preferring": _some,
    "clear": _few,
    "inverted": _some,
    "strong": _one,
    "editing": _few,
    "drifting": _one,
    "contrary": _opposed,
}
