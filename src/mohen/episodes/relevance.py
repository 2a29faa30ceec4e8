"""How likely a text is what a question asked for, from the words they share and their likeness.

The chance means the same in every answer: it is measured against the question itself and against
what is noise to the embedder, never against the best hit of this search. Its curves, and the floor
below which nothing is shown, come from `benchmarks/relevance.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, inf, log, sqrt
from typing import TYPE_CHECKING

from mohen.core.values import dataclass
from mohen.episodes.model import DecidedBy
from mohen.text import terms
from mohen.text.word_lists import topics

if TYPE_CHECKING:
    from mohen.core.ports import Matrix
    from mohen.episodes.policy import Relevance
    from mohen.episodes.ranking import Hit

_BUILTIN, _USE = "builtin-v1", "use-multilingual-v3"


@dataclass(frozen=True, slots=True)
class Noise:
    """How alike an embedder finds a question and texts that have nothing to do with it."""

    mean: float
    spread: float

    def deviations(self, cosine: float) -> float:
        """How far out of the noise a cosine stands."""
        return (cosine - self.mean) / self.spread

    def cosine(self, deviations: float) -> float:
        return self.mean + deviations * self.spread

    def with_seen(self, count: int, mean: float, spread: float, worth: int) -> Noise:
        """Moved towards what this very question gives over all stored texts: nearly all of them
        have nothing to do with it. Where many of them do, that is no noise: it moves so far and no
        further. `worth`: as many texts as what was known before counts for."""
        mean = min(mean, self.cosine(_MOVED))
        spread = min(spread, self.spread * _WIDENED)
        whole = count + worth
        middle = (count * mean + worth * self.mean) / whole
        variance = (
            count * (spread**2 + (mean - middle) ** 2)
            + worth * (self.spread**2 + (self.mean - middle) ** 2)
        ) / whole
        return Noise(middle, sqrt(variance))


_MOVED, _WIDENED = 2.0, 1.5  # deviations, and times their spread


@dataclass(frozen=True, slots=True)
class Curve:
    """The chance that a text is what was asked for: a logistic curve, and its floor."""

    least: float
    words: float
    meaning: float
    floor: float

    def chance(self, words: float, meaning: float) -> float:
        return 1 / (1 + exp(-(self.least + self.words * words + self.meaning * meaning)))


@dataclass(frozen=True, slots=True)
class Judgement:
    chance: float
    by: DecidedBy | None  # None: it is below the floor


def curve(name: str | None, policy: Relevance) -> Curve:
    """Of an embedder by its name; of one we do not know, as of the one we know best, for its
    likeness is counted in deviations from its own noise. Of None: words alone."""
    if name is None:
        return Curve(policy.words_least, policy.words_slope, 0.0, policy.words_floor)
    if name == _BUILTIN:
        return Curve(
            policy.builtin_least,
            policy.builtin_words,
            policy.builtin_meaning,
            policy.builtin_floor,
        )
    return Curve(policy.use_least, policy.use_words, policy.use_meaning, policy.use_floor)


def judge(words: float, meaning: float | None, of: Curve, alone: Curve) -> Judgement:
    """`words`: the share of the question that stands in the text; `meaning`: deviations from
    noise, None where there is no vector; `alone`: the curve of words without meaning."""
    if meaning is None:
        chance = alone.chance(words, 0.0)
        return Judgement(chance, DecidedBy.WORDS if chance >= alone.floor else None)
    chance = of.chance(words, meaning)
    if chance < of.floor:
        return Judgement(chance, None)
    if of.chance(0.0, meaning) >= of.floor:
        return Judgement(chance, DecidedBy.BOTH if words else DecidedBy.MEANING)
    return Judgement(chance, DecidedBy.WORDS if alone.chance(words, 0) >= alone.floor else _BOTH)


_BOTH = DecidedBy.BOTH


# -- what a judgement comes to in an answer


@dataclass(frozen=True, slots=True)
class Judged:
    """An episode that may be shown."""

    seq: int
    score: float
    reason: tuple[str, str]  # English, Chinese
    by: DecidedBy
    odds: float | None = None  # None: it has the scene, and nothing else to say for itself
    words: float = 0.0  # the share of the question that it holds
    order: tuple[float, int, str] = (0.0, 0, "")  # among equal scores


def judged(seq: int, hit: Hit, of: Judgement, words: float, policy: Relevance) -> Judged:
    """One that words or meaning brought."""
    reason = _reason(hit, words)
    by = of.by or DecidedBy.SCENE
    odds = log(of.chance / (1 - of.chance)) if of.chance < 1 else inf
    return Judged(seq, of.chance * _bonus(hit, policy), reason, by, odds, words, _order(hit))


def of_scene(seq: int, hit: Hit, chance: float, policy: Relevance) -> Judged:
    """One that has the asked scene: relevance of its own (C103), below all that words or meaning
    brought, and among themselves the likelier first."""
    worth = policy.scene_worth * (1 + chance) / 2
    return Judged(seq, worth * _bonus(hit, policy), _SAME_SCENE, DecidedBy.SCENE, order=_order(hit))


def best(found: Sequence[Judged], policy: Relevance) -> list[Judged]:
    """The best first, without those that words or meaning brought far behind the best of them,
    unless they hold as much of the question."""
    top = max((each.odds for each in found if each.odds is not None), default=0.0)
    most = max((each.words for each in found), default=0.0)
    kept = [
        each
        for each in found
        if each.odds is None
        or each.odds >= top - policy.behind
        or (each.words and each.words >= most)
    ]
    return sorted(kept, key=lambda each: (-each.score, each.order))


def _bonus(hit: Hit, policy: Relevance) -> float:
    """At most 1: what is fresh and of the scene keeps all of its chance, the rest a little less."""
    lost = policy.scene_weight * (not hit.scene_match) + policy.strength_weight * (1 - hit.strength)
    return 1 - lost


def _order(hit: Hit) -> tuple[float, int, str]:
    return -hit.strength, -hit.timestamp, hit.key


_SAME_SCENE = ("same scene", "同一场景")


def _reason(hit: Hit, words: float) -> tuple[str, str]:
    """In one short line, English and Chinese."""
    said = [_SAME_SCENE] if hit.scene_match else []
    if words:
        said.append((f"words {words:.0%}", f"用词 {words:.0%}"))
    if hit.vector is not None:
        said.append((f"meaning {hit.vector:.2f}", f"语义 {hit.vector:.2f}"))
    english, chinese = zip(*said, strict=True)
    return " · ".join(english), " · ".join(chinese)


# -- the share of a question that stands in a text


def coverage(asked: Sequence[str], text: str, spread: Mapping[str, int], total: int) -> float:
    """0 to 1. A word that many of the `total` texts hold tells little, unless all that was asked
    for is there. Of scripts written without spaces it is the characters that are counted, by the
    pairs that hold them: pairs overlap, and many of them are no words."""
    told: dict[str, float] = {}
    standing, apart = terms.standing(asked, text), terms.apart(asked, text)
    for term in asked:
        weight = 1.0 if term in standing else _APART if term in apart else 0.0
        weight *= _rarity(spread.get(term, 1), total)
        for unit in terms.units(term):
            told[unit] = max(told.get(unit, 0.0), weight)
    if not told:
        return 0.0
    if all(told.values()):
        return 1.0
    return sum(told.values()) / len(told)


def _rarity(spread: int, total: int) -> float:
    """0 to 1. In a small store what stands in one text alone is taken for as rare as in a large
    one: nobody knows better yet."""
    whole = max(total, _MANY)
    often = 1 + max(spread - 1, 0) * whole / max(total, 1)
    return log(1 + whole / (1 + often)) / log(1 + whole)


_APART = 0.5  # of what a pair tells, where its characters are near each other only
_MANY = 500  # texts, as many as the curves were fitted on


# -- what is noise to an embedder


def known_noise(name: str, text: str, policy: Relevance) -> Noise | None:
    """Of an embedder that was measured before; None of any other."""
    long = is_long(text, policy)
    if name == _BUILTIN:
        return (
            Noise(policy.builtin_long_mean, policy.builtin_long_spread)
            if long
            else Noise(policy.builtin_mean, policy.builtin_spread)
        )
    if name == _USE:
        return (
            Noise(policy.use_long_mean, policy.use_long_spread)
            if long
            else Noise(policy.use_mean, policy.use_spread)
        )
    return None


def is_long(text: str, policy: Relevance) -> bool:
    """A passage and not a question: embedders find any two passages more alike."""
    return len(text) >= policy.long_chars


def known_line_noise(name: str, policy: Relevance) -> Noise | None:
    """Between a question and lines of talk, of an embedder that was measured before."""
    return Noise(policy.use_mean, policy.use_line_spread) if name == _USE else None


_LANGUAGES = ("en", "zh")


def measured_noise(
    encode: Callable[[list[str]], Matrix], languages: Sequence[str] = _LANGUAGES
) -> tuple[Noise, Noise]:
    """Of an embedder that nobody measured: how alike it finds questions and passages of ours that
    have nothing in common, and any two of those passages."""
    questions, passages = _probes(languages)
    vectors = encode([*questions, *passages])
    asked, told = vectors[: len(questions)], vectors[len(questions) :]
    across = (asked @ told.T).ravel()
    among = [float(told[one] @ told[two]) for one in range(len(told)) for two in range(one)]
    return _noise(across.tolist()), _noise(among)


def _noise(cosines: Sequence[float]) -> Noise:
    mean = sum(cosines) / len(cosines)
    variance = sum((each - mean) ** 2 for each in cosines) / len(cosines)
    return Noise(mean, max(sqrt(variance), _LEAST_SPREAD))


_LEAST_SPREAD = 1e-3  # an embedder that finds everything alike finds nothing


def _probes(languages: Sequence[str]) -> tuple[list[str], list[str]]:
    listed = [topics(__file__, f"{language}/probes.txt") for language in languages]
    return (
        [line for each in listed for line in each["questions"].splitlines()],
        [line for each in listed for line in each["passages"].splitlines()],
    )
