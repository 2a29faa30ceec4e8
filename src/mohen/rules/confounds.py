"""Which preferences are only the shadow of another: shorter sentences have fewer commas.

Two ways to tell. Where an author chose among texts, the choice itself tells: when what was
already found explains which option was taken, a shadow has nothing left to say. Where an author
edited one text, everything that an edit moves moves together, so there it takes knowledge of
the language: what changes of itself when something else does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from mohen.rules.comparisons import NAMES, Sample
from mohen.rules.policy import Learning
from mohen.text.word_lists import words

if TYPE_CHECKING:
    import numpy.typing as npt

    Doubles = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]
    Effect = tuple[int, Ints]  # a feature that matters, and the comparisons it matters in

# What moves of itself when the first is changed in a text.
_BRINGS = {
    "mean_sentence_length": """sentence_spread longest_sentence paragraph_length comma semicolon
        colon dash variety past_tense word_length dialogue_share""",
    "longest_sentence": "mean_sentence_length sentence_spread paragraph_length comma semicolon",
    "sentence_spread": "longest_sentence mean_sentence_length comma",
    "paragraph_length": "longest_sentence dialogue_share",
    "dialogue_share": """question exclamation colloquial contractions first_person_share colon comma
        mean_sentence_length sentence_spread longest_sentence paragraph_length past_tense variety
        ellipsis word_length sight touch modifiers""",
    "first_person_share": "past_tense contractions colloquial",
    "modifiers": """intensifiers idioms sight touch sound smell taste variety word_length comma
        mean_sentence_length longest_sentence sentence_spread paragraph_length""",
    "intensifiers": "modifiers mean_sentence_length",
    "idioms": "modifiers classical variety mean_sentence_length",
    "similes": """modifiers sight comma mean_sentence_length longest_sentence sentence_spread
        paragraph_length variety""",
    "classical": "variety mean_sentence_length colloquial",
    "colloquial": "contractions question mean_sentence_length",
    "contractions": "word_length colloquial mean_sentence_length",
    "exclamation": "mean_sentence_length sentence_spread comma",
    "ellipsis": "mean_sentence_length longest_sentence sentence_spread comma",
    "dash": "mean_sentence_length longest_sentence sentence_spread comma",
    "question": "mean_sentence_length sentence_spread dialogue_share",
    "comma": "mean_sentence_length longest_sentence sentence_spread semicolon",
    "semicolon": "mean_sentence_length longest_sentence comma",
    "sight": "modifiers mean_sentence_length",
    "sound": "mean_sentence_length sight",
    "smell": "mean_sentence_length sight",
    "taste": "mean_sentence_length smell",
    "touch": "mean_sentence_length sight",
    "past_tense": "contractions word_length",
    "word_length": "contractions",
}
BRINGS = {name: words(brought) for name, brought in _BRINGS.items()}


def fitted(sample: Sample, found: Sequence[Effect], policy: Learning) -> Doubles:
    """How likely each option was to be taken, by what was found: a conditional logit, fitted by
    Newton's method with a small ridge, since a clear preference would push it to infinity."""
    real = np.arange(sample.scores.shape[1]) < sample.options[:, None]
    if not found:
        return _chances(np.zeros(real.shape), real)
    x = np.zeros((*real.shape, len(found)))
    for column, (feature, rows) in enumerate(found):
        x[rows, :, column] = sample.scores[rows, :, feature]
    weight = sample.weight.astype(np.float64)
    ridge = policy.ridge * np.eye(len(found))
    slope = np.zeros(len(found))
    for _ in range(policy.fit_steps):
        chances = _chances(x @ slope, real)
        mean = np.einsum("uc,ucf->uf", chances, x)
        gradient = weight @ (x[:, 0] - mean) - policy.ridge * slope
        square = np.einsum("uc,ucf,ucg->fg", weight[:, None] * chances, x, x)
        curve = square - (weight[:, None] * mean).T @ mean
        step = np.linalg.solve(curve + ridge, gradient)
        slope += np.clip(step, -policy.fit_stride, policy.fit_stride)
    return _chances(x @ slope, real)


def shadows(found: Sequence[Effect]) -> npt.NDArray[np.bool_]:
    """By feature: whether an edit that was made for something found moves it of itself."""
    brought = {name for feature, _ in found for name in BRINGS.get(NAMES[feature], ())}
    own = {NAMES[feature] for feature, _ in found}
    return np.array([name in brought | own for name in NAMES], bool)


def _chances(utility: Doubles, real: npt.NDArray[np.bool_]) -> Doubles:
    utility = np.where(real, utility, -np.inf)
    raised = np.exp(utility - utility.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))
