"""Who writes with the AI: authors with a few hidden likes, each with the point where they are
content, and the way each would type it as a rule."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from mohen.text import style
from simulated.author import Truth
from simulated.prose import LANGUAGES, SCENES

Goals = dict[str, tuple[float, float]]  # language → from, to

NONE: Final = 0.0
_NOTHING: Final[Goals] = dict.fromkeys(LANGUAGES, (NONE, NONE))
# knob, direction → where such an author is content
LIKES: Final[dict[tuple[str, int], Goals]] = {
    ("length", -1): {"zh": (11, 14), "en": (7, 9)},
    ("length", 1): {"zh": (20, 26), "en": (13, 17)},
    ("modifiers", -1): {"zh": (1.5, 2.2), "en": (0.8, 1.6)},
    ("dialogue", -1): {"zh": (0.01, 0.05), "en": (0.01, 0.05)},
    ("dialogue", 1): {"zh": (0.18, 0.28), "en": (0.18, 0.28)},
    ("sound", 1): {"zh": (1.0, 1.5), "en": (1.5, 2.5)},
    ("exclamation", -1): _NOTHING,
    ("ellipsis", -1): _NOTHING,
    ("dash", -1): _NOTHING,
    ("similes", -1): _NOTHING,
    ("intensifiers", -1): _NOTHING,
    ("colloquial", -1): _NOTHING,
    ("contractions", -1): {"en": (NONE, NONE)},
    ("word", -1): _NOTHING,
}
WORDS: Final = {"zh": ("没有", "已经", "只有"), "en": ("nobody", "somebody", "only")}
FEATURES: Final = {"length": "mean_sentence_length", "dialogue": "dialogue_share"}
_HOW_MANY: Final = ((1, 2, 3), (0.3, 0.4, 0.3))
_IN_ONE_SCENE: Final = 0.3
_TOGETHER: Final = ({"modifiers", "intensifiers"}, {"dialogue", "colloquial"})

_SCENE_NAMES = {
    "action": ("动作", "action"), "dialogue": ("对白", "dialogue"),
    "description": ("描写", "description"), "psychology": ("心理", "psychology"),
    "narration": ("叙述", "narration"), "transition": ("过渡", "transition"),
}  # fmt: skip
_TYPED = {
    ("length", -1): (
        "句子要短，平均少于 {n:.0f} 字",
        "short sentences, under {n:.0f} words on average",
    ),
    ("length", 1): ("长句，平均超过 {n:.0f} 字", "long sentences, over {n:.0f} words on average"),
    ("modifiers", -1): (
        "少用形容词和副词，每100字少于 {n:.1f} 处",
        "fewer adjectives and adverbs: fewer than {n:.1f} per 100 words",
    ),
    ("dialogue", -1): ("对白比例少于 {n:.0%}", "share of dialogue under {n:.0%}"),
    ("dialogue", 1): ("对白比例超过 {n:.0%}", "share of dialogue over {n:.0%}"),
    ("sound", 1): (
        "多写声音描写，每100字超过 {n:.1f} 处",
        "details of sound, more than {n:.1f} per 100 words",
    ),
    ("exclamation", -1): ("不用感叹号", "no exclamation marks"),
    ("ellipsis", -1): ("不用省略号", "no ellipses"),
    ("dash", -1): ("不用破折号", "no dashes"),
    ("similes", -1): ("不用比喻", "no similes"),
    ("intensifiers", -1): ("不用程度副词", "no intensifiers"),
    ("colloquial", -1): ("不用口语词", "no colloquial words"),
    ("contractions", -1): ("", "no contractions"),
    ("word", -1): ("不用“{word}”", 'never use "{word}"'),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Like:
    """More (+1) or less (-1) of something, up to a point, in one kind of scene or everywhere."""

    knob: str
    direction: int
    goal: float
    scene: str | None = None

    @property
    def truth(self) -> Truth:
        return Truth(self.knob, self.direction, self.scene)

    def holds_in(self, scene: str) -> bool:
        return self.scene in (None, scene)

    def pleased(self, text: str) -> bool:
        if self.knob.startswith("word:"):
            return self.knob.removeprefix("word:") not in text.lower()
        value = _measured(text).get(FEATURES.get(self.knob, self.knob), 0.0)
        return self.direction * (value - self.goal) >= 0

    def typed(self, language: str) -> str:
        """The rule as this author would type it."""
        kind, _, word = self.knob.partition(":")
        chinese = language == "zh"
        said = _TYPED[kind, self.direction][not chinese].format(n=self.goal, word=word)
        if not self.scene:
            return said
        name = _SCENE_NAMES[self.scene][not chinese]
        return f"{name}场景：{said}" if chinese else f"in {name} scenes: {said}"


@lru_cache(maxsize=256)
def _measured(text: str) -> style.Profile:
    return style.measure(text)


@dataclass(frozen=True, slots=True)
class Reviser:
    """An author who takes what the AI offers and mends it."""

    name: str
    language: str
    likes: tuple[Like, ...]
    scenes: tuple[tuple[str, float], ...]

    def of(self, scene: str) -> list[Like]:
        return [each for each in self.likes if each.holds_in(scene)]


def revisers(count: int, seed: int = 0, language: str | None = None) -> list[Reviser]:
    """Both languages in turn unless one is named; every like as often as any other."""
    spoken = (language,) if language else LANGUAGES
    rng = Random(f"revisers {seed}")
    decks: dict[str, list[tuple[str, int]]] = {each: [] for each in spoken}
    made = []
    for number in range(count):
        tongue = spoken[number % len(spoken)]
        likes = _some(rng, tongue, decks[tongue])
        made.append(Reviser(f"{tongue}-{seed}-{number}", tongue, likes, _scenes(rng, likes)))
    return made


def _some(rng: Random, language: str, deck: list[tuple[str, int]]) -> tuple[Like, ...]:
    wanted = rng.choices(*_HOW_MANY)[0]
    likes: list[Like] = []
    passed: list[tuple[str, int]] = []
    while len(likes) < wanted:
        if not deck:
            deck += [key for key, goals in LIKES.items() if language in goals]
            rng.shuffle(deck)
        key = deck.pop()
        if any(_clash(key[0], each.knob.partition(":")[0]) for each in likes):
            passed.append(key)
        else:
            likes.append(_like(rng, language, *key))
    deck += passed
    return tuple(likes)


def _like(rng: Random, language: str, knob: str, direction: int) -> Like:
    goal = rng.uniform(*LIKES[knob, direction][language])
    named = f"word:{rng.choice(WORDS[language])}" if knob == "word" else knob
    possible = [each for each in SCENES if (knob, each) != ("dialogue", "dialogue")]
    scene = rng.choice(possible) if rng.random() < _IN_ONE_SCENE else None
    return Like(named, direction, _round(knob, goal), scene)


def _round(knob: str, goal: float) -> float:
    """As one would say it."""
    return float(round(goal)) if knob == "length" else round(goal, 2 if knob == "dialogue" else 1)


def _clash(knob: str, other: str) -> bool:
    return knob == other or any({knob, other} <= each for each in _TOGETHER)


def _scenes(rng: Random, likes: tuple[Like, ...]) -> tuple[tuple[str, float], ...]:
    """Three or four kinds, those with a like of their own more often; who wants no dialogue
    does not write scenes of it."""
    named = list(dict.fromkeys(each.scene for each in likes if each.scene))
    shy = any((each.knob, each.direction) == ("dialogue", -1) for each in likes)
    others = [s for s in SCENES if s not in named and not (shy and s == "dialogue")]
    rng.shuffle(others)
    fill = others[: max(1, rng.choice((3, 4)) - len(named))]
    return (*((each, 2.5) for each in named), *((each, 1.5) for each in fill))
