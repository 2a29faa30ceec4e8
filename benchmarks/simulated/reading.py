"""What an author notices of a passage: knob by knob, from its structure and not from the
measurer under test; and what is usual, so that "too much" has a meaning."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from statistics import fmean, pstdev

from simulated.passage import DASH, Passage, Word
from simulated.prose import Writer, draw_knobs, knobs_of, units, words_of

_SAMPLE = 80  # passages that tell what is usual


def notice(passage: Passage) -> Counter[str]:
    """Everything that can be counted, once."""
    seen: Counter[str] = Counter()
    dash = DASH[passage.language]
    for sentence in passage.sentences():
        size = units(sentence, passage.language)
        seen["units"] += size
        seen["sentences"] += 1
        seen["spoken"] += size if sentence.speech else 0
        seen[sentence.mark] += 1
        for number, clause in enumerate(sentence.clauses):
            seen[clause.kind] += 1
            seen["dash"] += bool(number) and clause.join == dash
            for word in clause.words:
                if word.on:
                    seen[f"word:{word.text}" if word.kind == "word" else word.kind] += 1
                    seen["attributes"] += _is_attribute(word)
                seen["contractible"] += word.kind == "contractions"
    return seen


def _is_attribute(word: Word) -> bool:
    """A modifier in the fixed parts of a clause: an image's, an intensifier, an adverb."""
    if word.kind == "modifiers":
        return False
    return word.kind == "intensifiers" or "的" in word.text or word.text.endswith("ly")


def value(passage: Passage, knob: str, seen: Counter[str] | None = None) -> float:
    """How much of it there is."""
    seen = notice(passage) if seen is None else seen
    if knob == "length":
        return seen["units"] / max(1, seen["sentences"])
    if knob == "paragraph":
        return seen["units"] / max(1, len(passage.paragraphs))
    if knob == "dialogue":
        return seen["spoken"] / max(1, seen["units"])
    if knob == "person":
        return float(passage.first)
    if knob == "tense":
        return float(passage.past)
    if knob == "modifiers":
        return 100 * (seen[knob] + seen["attributes"]) / max(1, seen["units"])
    return 100 * seen[knob] / max(1, seen["units"])


@cache
def usual(language: str, scene: str) -> dict[str, tuple[float, float]]:
    """Knob → mean and spread over passages of this kind."""
    rng = Random(f"usual {language} {scene}")
    names = knobs_of(language) + [f"word:{each}" for each in words_of(language)]
    found: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(_SAMPLE):
        knobs = draw_knobs(rng, language, scene)
        passage = Writer(rng, language, scene, knobs).passage(150)
        seen = notice(passage)
        for name in names:
            found[name].append(value(passage, name, seen))
    return {name: (fmean(each), pstdev(each) or 0.2) for name, each in found.items()}
