"""How much something matters: what it is, and how it is said (R187–R189, C51, C52)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mohen.logic.knowing.categories import category_of
from mohen.logic.knowing.cues import folded, spoken
from mohen.model.agent import Config
from mohen.model.knowledge import Category
from mohen.policy import Screening

__all__ = ["Weighed", "category_of", "signals_of", "weigh"]

REMEMBER, IMPORTANT, REPEAT, ASIDE, EMOTION = (
    ("remember"),
    ("important"),
    ("repeat"),
    ("aside"),
    ("emotion"),
)
_EMOTION = Screening().emotion  # config.json of the seed has no name for it


@dataclass(frozen=True, slots=True)
class Weighed:
    importance: float  # of itself and by its signals, 0 to 1
    intrinsic: float
    signal: float  # the sum of its signals (C52)
    signals: tuple[str, ...]  # which


def weigh(text: str, category: Category, config: Config, *, repeated: int = 0) -> Weighed:
    """Being repeated counts once, however often."""
    signals = (*signals_of(text), *((REPEAT,) if repeated > 0 else ()))
    signal = sum(_worth(each, config) for each in signals)
    intrinsic = config.importance[category]
    return Weighed(min(1.0, max(0.0, intrinsic + signal)), intrinsic, signal, signals)


def _worth(signal: str, config: Config) -> float:
    return config.signals.get(signal, _EMOTION if signal == EMOTION else 0.0)


def signals_of(text: str) -> tuple[str, ...]:
    """By whole expressions: 不重要 is not 重要, and 我没记住 asks nobody to remember."""
    return tuple(dict.fromkeys(_signals(text)))


def _signals(text: str) -> Iterator[str]:
    low = folded(text)
    for cues in spoken(text):
        if cues.remember.search(low):
            yield REMEMBER
        if cues.important.search(low):
            yield IMPORTANT
        if cues.aside.search(low):
            yield ASIDE
        if cues.feels.search(low) and cues.emphatic.search(low):
            yield EMOTION
