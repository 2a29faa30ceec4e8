"""Prose that nobody wrote: bilingual, deterministic, and as unevenly spread as real words are.

Posting lists decide what full-text search costs, and they follow the words: a few are everywhere,
most are rare. Hence a vocabulary drawn by Zipf's law rather than random letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from mohen.episodes.model import Draft, Question

SEED: Final = 20_260_501
WORDS: Final = 3_000
HAN: Final = 1_200
CONTEXT, CANDIDATE, CANDIDATES = 300, 120, 3  # code points, code points, how many
ASKED: Final = (10, 60)  # code points of a question
SKILLS: Final = ("continue", "polish", "rewrite", "describe", "dialogue")
SCENES: Final = ("action", "dialogue", "description", "psychology", "narration")

_COMMON_ZH = "的 了 是 在 和 他 她 我 不 有 这 那 就 也 着 说 到 一 上 里"
_COMMON_EN = "the of and to in a was he she it that his her with had for on as at said"
_ONSETS = [*"bcdfghlmnprstvw", "st", "br", "cl", "gr", "tr"]
_VOWELS = [*"aeiou", "ai", "ea", "ou"]
_CODAS = ["", "n", "r", "l", "t", "nd", "st", "ck"]
_ENDINGS = ["", "", "s", "ed", "ing", "ly", "er"]


@dataclass(frozen=True, slots=True)
class Language:
    words: tuple[str, ...]
    joint: str
    comma: str
    stop: str
    mean: float  # code points a word takes in running text, joint and marks included


class Prose:
    """Draft number n is the same in every run; so is the question about it."""

    def __init__(self, projects: Sequence[str]) -> None:
        rng = np.random.default_rng(SEED)
        self._projects = projects
        self._languages = (
            Language(_chinese(rng), "", "，", "。", 1.7),
            Language(_english(rng), " ", ", ", ". ", 5.0),
        )
        weights = 1 / (np.arange(WORDS) + 2.7)
        self._shares = np.cumsum(weights / weights.sum())

    def project(self, number: int) -> str:
        return self._projects[number % len(self._projects)]

    def draft(self, number: int) -> Draft:
        """An interaction: mostly accepted with a small edit, now and then as it was or not."""
        rng, language = self._start(number)
        context = self._text(rng, language, CONTEXT)
        candidates = tuple(self._text(rng, language, CANDIDATE) for _ in range(CANDIDATES))
        chosen = int(rng.integers(-1, CANDIDATES)) if number % 5 == 0 else number % CANDIDATES
        return Draft(
            project_id=self.project(number),
            skill_used=SKILLS[number % len(SKILLS)],
            input_context=context,
            candidates=candidates,
            selected_index=chosen,
            final_text=self._edited(rng, language, candidates[chosen]) if chosen >= 0 else None,
            # Half name their scene; of the others it has to be inferred.
            scene_type=_scene(rng),
            chapter_id=f"chapter-{number // 50}",
            response_time_ms=1_200,
        )

    def question(self, number: int) -> Question:
        """A passage of what draft `number` holds, with a word that does not belong to it."""
        rng, language = self._start(number)
        context = self._text(rng, language, CONTEXT)
        size = int(rng.integers(*ASKED))
        start = int(rng.integers(0, CONTEXT - size))
        noise = language.words[int(rng.integers(0, WORDS))]
        return Question(
            project_id=self.project(number),
            query_text=context[start : start + size] + language.joint + noise,
            scene_type=_scene(rng),
        )

    def _start(self, number: int) -> tuple[np.random.Generator, Language]:
        """Both languages in every project, turn by turn."""
        turn = number // len(self._projects) % 2
        return np.random.default_rng((SEED, number)), self._languages[turn]

    def _text(self, rng: np.random.Generator, language: Language, size: int) -> str:
        count = int(size / language.mean) + 24  # more than enough, then cut to size
        words = [language.words[at] for at in self._shares.searchsorted(rng.random(count))]
        clauses, at = [], 0
        for length in rng.integers(4, 11, size=count // 4).tolist():
            clauses.append(language.joint.join(words[at : at + length]))
            at += length
        marks = [language.comma, language.stop]
        return "".join(clause + marks[i % 2] for i, clause in enumerate(clauses) if clause)[:size]

    @staticmethod
    def _edited(rng: np.random.Generator, language: Language, text: str) -> str:
        at = int(rng.integers(0, len(text) - 10))
        return text[:at] + language.words[int(rng.integers(40, WORDS))] + text[at + 4 :]


def _scene(rng: np.random.Generator) -> str | None:
    return str(rng.choice(SCENES)) if rng.random() < 0.5 else None


def _chinese(rng: np.random.Generator) -> tuple[str, ...]:
    characters = [chr(code) for code in rng.choice(np.arange(0x4E00, 0x9000), HAN, replace=False)]
    common = _COMMON_ZH.split()
    pairs = rng.integers(0, HAN, size=(WORDS * 2, 2)).tolist()
    made = dict.fromkeys(characters[first] + characters[second] for first, second in pairs)
    return tuple([*common, *made][:WORDS])


def _english(rng: np.random.Generator) -> tuple[str, ...]:
    made: dict[str, None] = dict.fromkeys(_COMMON_EN.split())
    while len(made) < WORDS:
        syllables = "".join(
            str(rng.choice(part))
            for _ in range(int(rng.integers(1, 3)))
            for part in (_ONSETS, _VOWELS, _CODAS)
        )
        made[syllables + str(rng.choice(_ENDINGS))] = None
    return tuple(made)
