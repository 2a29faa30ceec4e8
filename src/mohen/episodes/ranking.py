"""Ranks what several searches found in one order, each hit with the reason it is there.

Scores are added, not ranks: a rank forgets by how much the first led the second, and equal-weight
rank fusion measurably loses what the better side knows. Words are measured against the best
match of this query, meaning against the nearest neighbour, so neither needs a scale of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from mohen.core.values import dataclass
from mohen.episodes.policy import Ranking


@dataclass(frozen=True, slots=True)
class Hit:
    """One candidate as the searches found it.

    `vector` is best given for every candidate that is embedded, also for those found by words.
    """

    key: str
    timestamp: int
    strength: float
    scene_match: bool
    text: float | None
    vector: float | None


@dataclass(frozen=True, slots=True)
class Reason:
    """Which sources spoke and what each added: the four parts sum up to the score."""

    words: float
    meaning: float
    scene: float
    strength: float
    text_share: float | None
    cosine: float | None


@dataclass(frozen=True, slots=True)
class Ranked:
    key: str
    score: float
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Scale:
    """What a hit's figures are measured against, and the weight of each source (they sum to 1)."""

    text_best: float
    cosine_best: float
    cosine_least: float
    cosine_zero: float
    words: float
    meaning: float
    scene: float
    strength: float


def rank(hits: Sequence[Hit], *, trust: float, policy: Ranking) -> list[Ranked]:
    """Best first; equal scores by strength, then newest, then key.

    `trust` is the embedder's: 0 lets words alone decide, 1 meaning alone. Raising a hit's text,
    vector or strength never moves it down: every term is added, and every scale is set by extremes.
    """
    scale = _scale(hits, trust=_unit(trust), policy=policy)
    judged = [(hit, _judge(hit, scale)) for hit in hits]
    judged.sort(key=lambda pair: _order(*pair))
    return [ranked for _, ranked in judged]


def _scale(hits: Sequence[Hit], *, trust: float, policy: Ranking) -> _Scale:
    texts = [hit.text for hit in hits if hit.text is not None]
    cosines = [hit.vector for hit in hits if hit.vector is not None]
    # A source that says nothing of any hit leaves its weight to the other.
    words, meaning = (1 - trust) * bool(texts), trust * bool(cosines)
    spoken = words + meaning or 1
    whole = 1 + policy.scene_weight + policy.strength_weight
    least = max(min(cosines, default=0.0), 0.0)
    return _Scale(
        text_best=max(texts, default=0.0),
        cosine_best=max(cosines, default=0.0),
        cosine_least=least,
        # Embedders differ in how alike they find strangers. The least cosine seen tells, but
        # only in part: where just the nearest are given, it is a near one too.
        cosine_zero=policy.cosine_floor * least,
        words=words / spoken / whole,
        meaning=meaning / spoken / whole,
        scene=policy.scene_weight / whole,
        strength=policy.strength_weight / whole,
    )


def _judge(hit: Hit, scale: _Scale) -> Ranked:
    share = None if hit.text is None else _share(hit.text, 0.0, scale.text_best)
    # A hit without a cosine is no nearer than the least near one that has one.
    cosine = scale.cosine_least if hit.vector is None else hit.vector
    near = _share(cosine, scale.cosine_zero, scale.cosine_best)
    reason = Reason(
        words=scale.words * (share or 0.0),
        meaning=scale.meaning * near,
        scene=scale.scene * hit.scene_match,
        strength=scale.strength * _unit(hit.strength),
        text_share=share,
        cosine=hit.vector,
    )
    score = reason.words + reason.meaning + reason.scene + reason.strength
    return Ranked(key=hit.key, score=_unit(score), reason=reason)


def _order(hit: Hit, ranked: Ranked) -> tuple[float, float, int, str]:
    return -ranked.score, -hit.strength, -hit.timestamp, hit.key


def _share(value: float, zero: float, best: float) -> float:
    return _unit((value - zero) / (best - zero)) if best > zero else 0.0


def _unit(value: float) -> float:
    return value if 0.0 < value < 1.0 else float(value >= 1.0)
