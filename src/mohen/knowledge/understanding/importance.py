"""Whether a statement is stored at all, and how much it matters then (C51)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mohen.knowledge.agents.model import Config
from mohen.knowledge.consolidation.model import Act, Piece, Statement
from mohen.knowledge.model import Category
from mohen.knowledge.policy import Knowledge, Screening
from mohen.knowledge.understanding.categories import category_of
from mohen.knowledge.understanding.sentence_cues import folded, spoken

# -- How much something matters: what it is, and how it is said (R187–R189, C51, C52).


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


def worth(
    made: Iterable[tuple[Piece, Statement]], config: Config, policy: Knowledge
) -> list[tuple[Piece, Statement, float]]:
    """Those that are stored, each with its importance."""
    weighed = ((*each, importance(*each, config, policy)) for each in made)
    return [(piece, said, much) for piece, said, much in weighed if much is not None]


def importance(
    piece: Piece, statement: Statement, config: Config, policy: Knowledge
) -> float | None:
    """None: it is not stored. What corrects or takes back something always gets through, for
    what it speaks against may matter. Where a model said how much it matters, that stands."""
    weighed = weigh(piece.fragment.text, statement.category, config)
    matters = weighed.importance if piece.importance is None else piece.importance
    if statement.act is Act.STATES and matters < policy.keep_from and weighed.signal <= 0:
        return None
    return matters
