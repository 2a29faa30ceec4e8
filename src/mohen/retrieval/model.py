"""What finding is asked and what it answers: items in order, a question, hits with reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from mohen.core.values import dataclass
from mohen.retrieval.times import Span

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Places = npt.NDArray[np.int64]


class Stage(StrEnum):
    """What can be switched off, and what a hit owes its place to."""

    WORDS = "words"
    NEIGHBOURS = "neighbours"
    SESSION = "session"
    MEANING = "meaning"
    WINDOW = "window"  # the vector of a turn with its neighbours
    SPEAKER = "speaker"
    TIME = "time"
    NEWEST = "newest"


ALL = frozenset(Stage)

DIGITS: Final = 9
"""Of a score that count: another engine may add in another order."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One item as it is indexed. Without a session it stands alone; `terms` with repetition."""

    id: int
    terms: Sequence[str]
    session: str | None = None
    seq: int = 0  # its order in the session
    speaker: str = ""
    at: int | None = None  # ms; None where nobody knows
    day: date | None = None  # the same where its speaker is
    asks: bool = False  # it ends with a question


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `terms` each once; `named` those who speak and whom it names, `of_one` whether
    that is one person: of two nobody knows who said it; `spans` the times it names;
    `today` the day on which it is asked, after which nothing was said yet; `of_now` whether it asks
    how things are now, `of_then` how they were once or when something was; `parts` its terms,
    sentence by sentence, without those of its times and the chat before it. `event`:
    something that it asks for the time before or after of (the move, 搬家), and whether after;
    `beside`: the day on which that was told, where somebody told of it. `of_time`: it asks what was
    said or done at its times and names nothing besides; `of_talk`: what was said then, and not what
    was told of it later; `of_last_time`: what was said the last time, whenever that was; `of_day`:
    something of one day."""

    terms: tuple[str, ...]
    named: frozenset[str] = frozenset()
    spans: tuple[Span, ...] = ()
    today: date | None = None
    of_now: bool = False
    of_then: bool = False
    parts: tuple[tuple[str, ...], ...] = ()
    event: tuple[str, bool] | None = None
    beside: tuple[date, bool] | None = None
    of_time: bool = False
    of_talk: bool = False
    of_last_time: bool = False
    of_day: bool = False
    of_one: bool = True


@dataclass(frozen=True, slots=True)
class Meaning:
    """How near items are to the question, as `core/vectors.py: Measured` tells it.

    `nearest`: ids, in any order. `cosines`: of some ids, NaN where an item has no vector. `mean`
    and `spread`: of the cosines of all items, which is what chance looks like. `deviations`: how
    far a cosine stands out of the embedder's noise; None where that tells nothing of a line.
    """

    nearest: Sequence[int] | Places
    cosines: Callable[[Places], Floats]
    mean: float
    spread: float
    trust: float  # the embedder's, 0-1
    deviations: Callable[[float], float] | None = None


_GIVING = (Stage.WORDS, Stage.NEIGHBOURS, Stage.MEANING, Stage.SPEAKER, Stage.TIME)


@dataclass(frozen=True, slots=True)
class Reason:
    """What each stage gave, as shares that sum up to the score before boosts; the boosts; how much
    of the question is met (`certainty.py`), and how many deviations its cosine stands out of noise,
    where that tells something."""

    words: float = 0.0
    context: float = 0.0
    meaning: float = 0.0
    speaker: float = 0.0
    time: float = 0.0
    cosine: float | None = None
    met: float = 0.0
    alike: float | None = None

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Those that brought it, in the order of the pipeline."""
        given = self.words, self.context, self.meaning, self.speaker, self.time
        return tuple([stage for stage, value in zip(_GIVING, given, strict=True) if value > 0])


@dataclass(frozen=True, slots=True)
class Hit:
    """`holds`: words of the question that it holds itself, each with its share of the question."""

    id: int
    score: float
    reason: Reason = field(default_factory=Reason)
    holds: Mapping[str, float] = field(default_factory=dict)
