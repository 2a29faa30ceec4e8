"""Comparisons that an author made, as arrays for the learner.

A comparison is a choice among options: the candidate that was taken against those that were
not, the edited text against the one before, a kept text against one that was undone or
rejected, a comment against its opposite. An author without a preference would as likely have
taken any other option: that is what everything is tested against, so a comparison keeps what
each option would have said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan, log, nan
from typing import TYPE_CHECKING

from mohen.core.values import dataclass
from mohen.episodes.offered_words import Offered
from mohen.episodes.style_evidence import (
    CHOSEN_VS_REJECTED,
    FINAL_VS_CHOSEN,
    REFUSED,
    opened,
    wishes,
)
from mohen.episodes.word_edits import Words
from mohen.rules import word_habits
from mohen.rules.policy import Learning
from mohen.rules.word_habits import Habit
from mohen.text.policy import Style
from mohen.text.style import BETWEEN, FEATURES, PARAGRAPHS, SIDES, SPEECH, WHOLE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Doubles = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

NAMES = tuple(FEATURES)
PLACE = {name: at for at, name in enumerate(NAMES)}
_NAMED = {each.key: name for name, each in FEATURES.items()}
_KINDS = (FINAL_VS_CHOSEN, CHOSEN_VS_REJECTED, REFUSED)
_SHARES_OF_ALL = [
    each.units[0].startswith("per ") or each.name == SPEECH for each in FEATURES.values()
]


@dataclass(frozen=True, slots=True)
class Account:
    """Evidence as the learner keeps it, in arrays: ten thousand episodes as dicts would be
    hundreds of megabytes. The last axis is the feature; NaN where it was not measured."""

    version: int
    language: str
    used: Doubles
    edit: Doubles  # what was used minus what it was edited from: one row, or none
    rejected: Doubles  # what was chosen minus each that was not
    refused: Doubles  # what each candidate of a full rejection measured
    weights: tuple[float, float]  # of the edit, of the choice
    said: tuple[tuple[str, int], ...]
    words: Words | None
    purposes: tuple[str, ...] | None = None  # of the edit, where they could be told
    ends: tuple[bool, ...] = ()  # of each candidate as they stood: whether it ends as a sentence
    offered: Offered = ()  # words that some of the texts have

    @classmethod
    def read(cls, evidence: str) -> Account:
        """From the row as it is kept: going by way of `Evidence` would double the time."""
        import numpy as np

        kept = opened(evidence)
        kinds = {kind: [each for each in kept.pairs if each[0] == kind] for kind in _KINDS}
        edits, choices, _ = kinds.values()
        pairs = [row for found in kinds.values() for _, _, row in found]
        rows = _rows([kept.profile["f"], *pairs])
        used, edit, rejected, refused = np.split(
            rows, np.cumsum([1, len(edits), len(choices)]).tolist()
        )
        return cls(
            version=kept.version,
            language=kept.language or kept.profile["l"],
            used=used[0],
            edit=edit,
            rejected=rejected,
            refused=used[0] + refused,
            weights=(sum(each[1] for each in edits), sum(each[1] for each in choices)),
            said=tuple(wishes(kept.said)),
            words=kept.words,
            purposes=kept.purposes,
            ends=kept.ends,
            offered=kept.offered,
        )


def _rows(measured: Sequence[Mapping[str, float]]) -> Doubles:
    import numpy as np

    rows = [[each.get(key, nan) for key in _NAMED] for each in measured]
    return np.array(rows, np.float64)


@dataclass(frozen=True, slots=True)
class Witness:
    """One answered episode: where it happened, what became of it, what was measured. `scene` is
    empty where nothing but the text that was taken told it (C114)."""

    episode_id: str
    at: int
    scene: str
    skill: str
    accepted: bool
    undone: bool
    account: Account
    position: int = -1  # of what was taken among all that was offered

    @property
    def kept(self) -> bool:
        return self.accepted and not self.undone


@dataclass(frozen=True, slots=True)
class Sample:
    """Every comparison of a project, oldest first. Axes: comparison, option, feature.

    `values` are relative to what the author took (option 0), on the scale on which a
    difference matters; `scores` say how far each option leans above the others, -1 to 1.
    """

    witness: Ints  # which episode each comparison is of
    options: Ints  # of how many one was taken
    others: Ints  # how many texts what was taken is set against
    weight: Floats
    edited: npt.NDArray[np.bool_]  # the two options are one text before and after an edit
    chosen: npt.NDArray[np.bool_]  # the options are what was offered
    apart: npt.NDArray[np.bool_]  # what was kept in one place, against what was not in another
    usual: Floats  # per option: how far anybody would rather take it, for each of `USUAL`
    words: Floats  # per option: whether it has it, for each word that is known to matter
    values: Floats
    scores: Floats
    spread: Floats  # mean square of a comparison's scores: its variance where nothing is preferred
    pairs: Ints  # per comparison and feature: options that differ from what was taken
    level: Floats  # what the taken option measured, in the feature's own unit


@dataclass(frozen=True, slots=True)
class _Comparison:
    witness: int
    weight: float
    kind: str
    taken: Doubles
    others: Doubles  # taken minus other
    position: int = -1
    meant: Doubles | None = None  # the same, of what it was for alone


_CHOSEN, _EDITED, _TAKEN_BACK, _SAID = "chosen", "edited", "taken back", "said"
USUAL = ("the longer is chosen", "an edit lengthens", "the first is chosen")
"""What anybody does, whatever their taste."""


def beyond_words(witnesses: Sequence[Witness], found: Sequence[Habit]) -> list[Witness]:
    """The same without edits that only cut words the author is known to cut: those speak of the
    word, and of style by its way."""
    return [_beyond_words(each, found) for each in witnesses] if found else list(witnesses)


def _beyond_words(witness: Witness, found: Sequence[Habit]) -> Witness:
    told = witness.account
    grew = len(told.edit) and max(told.edit[0, PLACE[WHOLE]], told.edit[0, PLACE[PARAGRAPHS]]) > 0
    if told.words is None or grew or not word_habits.explain(found, told.words):
        return witness
    return replace(witness, account=replace(told, edit=told.edit[:0]))


def sample(witnesses: Sequence[Witness], policy: Learning, style: Style) -> Sample:
    import numpy as np

    found = list(_comparisons(witnesses, policy))
    options = 1 + max((len(each.others) for each in found), default=1)
    scale = np.array([FEATURES[name].norm(style).scale for name in NAMES], np.float32)
    values = np.zeros((len(found), options, len(NAMES)), np.float32)
    real = np.zeros((len(found), options), bool)
    level = np.full((len(found), len(NAMES)), np.nan, np.float32)
    for row, each in enumerate(found):
        real[row, : 1 + len(each.others)] = True
        level[row] = each.taken
        values[row, 1 : 1 + len(each.others)] = -each.others
    kinds = np.array([each.kind for each in found], object)
    sizes = np.log(np.maximum(1, level[:, None, PLACE[WHOLE]] + values[:, :, PLACE[WHOLE]]))
    longer = _scores(np.nan_to_num(sizes / log(policy.clearly_longer))[:, :, None], real, 0, 1)
    places = np.array([each.position for each in found], np.int64)
    usual = np.concatenate(
        [longer * (kinds == each)[:, None, None] for each in (_CHOSEN, _EDITED)]
        + [_first(places, options)[:, :, None]],
        axis=2,
        dtype=np.float32,
    )
    for row, each in enumerate(found):
        if each.meant is not None:  # how long the texts are is known, whatever it was for
            values[row, 1 : 1 + len(each.meant)] = -each.meant
    values = np.nan_to_num(values) / scale
    scores = _scores(values, real, policy.dead_zone, policy.whole_difference)
    # What was refused together is of one mind: beside a text from elsewhere it is one option, or
    # the lot would take the five for more alike to that text than they are.
    together = (kinds == _TAKEN_BACK)[:, None] & real
    scores[together[:, 0], 1] = -scores[together[:, 0], 0]
    scores[together[:, 0], 2:] = 0
    count = np.where(together[:, 0], 2, real.sum(axis=1))
    return Sample(
        witness=np.array([each.witness for each in found], np.int64),
        options=count,
        others=real.sum(axis=1) - 1,
        weight=np.array([each.weight for each in found], np.float32),
        edited=kinds == _EDITED,
        chosen=kinds == _CHOSEN,
        apart=kinds == _TAKEN_BACK,
        usual=usual,
        words=np.zeros((*real.shape, 0), np.float32),
        values=values,
        scores=scores,
        spread=np.square(scores).sum(axis=1) / count[:, None],
        pairs=(np.abs(values[:, 1:]) >= policy.dead_zone).sum(axis=1),
        level=level,
    )


def _first(places: Ints, options: int) -> Floats:
    """1 for the option that was shown first. What was taken comes first here, the rest in order."""
    import numpy as np

    at = np.where(places > 0, 1, 0)
    return np.asarray((np.arange(options) == at[:, None]) & (places >= 0)[:, None], np.float32)


def _scores(values: Floats, real: npt.NDArray[np.bool_], dead: float, whole: float) -> Floats:
    """How far each option leans above the others on average, each difference held to ±1; one
    too small to notice counts as none, and from `whole` on one is as clear as another: who
    prefers it takes the better of two however far they are apart. Over all options of a
    comparison they add up to 0."""
    import numpy as np

    scores = np.zeros_like(values)
    options = values.shape[1]
    for one in range(options):
        for other in range(one + 1, options):
            both = (real[:, one] & real[:, other])[:, None]
            lean = values[:, one] - values[:, other]
            lean = np.where(both & (np.abs(lean) >= dead), lean / whole, 0).clip(-1, 1)
            scores[:, one] += lean
            scores[:, other] -= lean
    return np.asarray(scores / np.maximum(1, real.sum(axis=1) - 1)[:, None, None], np.float32)


def _comparisons(witnesses: Sequence[Witness], policy: Learning) -> Iterator[_Comparison]:
    beside = _kept_beside(witnesses, policy.neighbours)
    spoken = set(beside.values())
    for at, each in enumerate(witnesses):
        if at in beside:
            yield _taken_back(at, witnesses, beside[at], policy)
        elif not _is_taken_back(each):
            yield from _made(at, each, policy, choice=at not in spoken)
        yield from _said(at, each, policy)


def _is_taken_back(witness: Witness) -> bool:
    return witness.undone or (not witness.accepted and len(witness.account.refused) > 0)


def _kept_beside(witnesses: Sequence[Witness], reach: int) -> dict[int, int]:
    """For each undone or rejected text the kept one of its scene nearest in time, each of them
    once: a text that spoke in one comparison and again in another would seem two. Now the earlier
    comes first, now the later: else what changes in the course of a story would look preferred."""
    beside: dict[int, int] = {}
    speaking: set[int] = set()
    for at, each in enumerate(witnesses):
        if _is_taken_back(each):
            near = (
                place
                for distance in range(1, reach + 1)
                for place in (at - distance, at + distance)[:: 1 if at % 2 else -1]
                if 0 <= place < len(witnesses)
            )
            free = (place for place in near if place not in speaking)
            found = next((place for place in free if _comparable(each, witnesses[place])), None)
            if found is not None:
                beside[at] = found
                speaking.add(found)
    return beside


def _comparable(gone: Witness, kept: Witness) -> bool:
    """One kept text beside one that was not: alike in everything but the author's verdict, or
    rare marks would look disliked."""
    alike = gone.account.language == kept.account.language
    return kept.kept and kept.scene == gone.scene and alike


def _made(at: int, witness: Witness, policy: Learning, *, choice: bool) -> Iterator[_Comparison]:
    """Choosing and editing, as they were measured when they happened (C76). The choice of a
    text that speaks beside another is left out, unless it was edited since."""
    account = witness.account
    chosen, (edit, choosing) = account.used, account.weights
    edited = len(account.edit) > 0
    if edited:
        touched = _touched(chosen, account.edit, policy)
        meant = _meant(touched, account.purposes)
        yield _Comparison(at, edit, _EDITED, chosen, touched, meant=meant)
        chosen = chosen - account.edit[0]
    if len(account.rejected) and (choice or edited):
        others = account.rejected[: policy.options - 1]
        weight = choosing * _telling(chosen, others, policy)
        yield _Comparison(at, weight, _CHOSEN, chosen, others, witness.position)


def _touched(after: Doubles, edit: Doubles, policy: Learning) -> Doubles:
    """What an edit did to a text, without what it only thinned out or condensed: who adds a
    sentence has not cut commas, though there are fewer in a hundred words."""
    import numpy as np

    before = after - edit
    held = before * before[:, [PLACE[WHOLE]]]
    holds = after * after[PLACE[WHOLE]]
    same = np.abs(holds - held) <= policy.untouched * np.maximum(holds, held)
    return np.where(same & _SHARES_OF_ALL, 0.0, edit)


_LEADS = {"longest_sentence": "mean_sentence_length"}
"""Another measure of what an edit is for."""


def _meant(edit: Doubles, purposes: tuple[str, ...] | None) -> Doubles | None:
    """The edit without what it only moved on its way: a simile that was cut is no wish for shorter
    sentences. None where it is not known what it was for."""
    import numpy as np

    if purposes is None:
        return None
    ways = {each[1:]: 1 if each[0] == "+" else -1 for each in purposes}
    wanted = np.array([ways.get(_LEADS.get(name, name), 0) for name in NAMES])
    return np.where(edit * wanted > 0, edit, nan)


def meant_for(purposes: tuple[str, ...] | None, feature: str, edit: float) -> int:
    """Which way an edit was for a feature, 0 if it was not; of one that nobody asked what it was
    for, which way it moved it."""
    if purposes is None:
        return (edit > 0) - (edit < 0)
    name = _LEADS.get(feature, feature)
    return (f"+{name}" in purposes) - (f"-{name}" in purposes)


def _telling(chosen: Doubles, others: Doubles, policy: Learning) -> float:
    """How much a choice among texts of this length says of style: of a sentence or two it is
    mostly about what happens."""
    taken = float(chosen[PLACE[WHOLE]])
    lengths = [taken, *(taken - float(each) for each in others[:, PLACE[WHOLE]])]
    known = [each for each in lengths if not isnan(each)]
    share = sum(known) / (len(known) * policy.long_enough) if known else 0.0
    return min(1.0, max(policy.short_choice, share))


def _taken_back(
    at: int, witnesses: Sequence[Witness], beside: int, policy: Learning
) -> _Comparison:
    """What was kept, against what was undone or rejected. To take none of several is a choice, and
    says as much as one."""
    witness = witnesses[at]
    taken, account = witnesses[beside].account.used, witness.account
    refused = account.refused if len(account.refused) else account.used[None]
    apart = _apart(taken, refused[: policy.options - 1])
    weight = policy.undone_vs_kept
    if not witness.undone:
        weight = policy.rejected_vs_kept * _telling(taken, apart, policy)
    if _is_one_paragraph(taken):
        apart[[_is_one_paragraph(each) for each in refused[: len(apart)]], PLACE[PARAGRAPHS]] = nan
    return _Comparison(at, weight, _TAKEN_BACK, taken, apart)


def _apart(taken: Doubles, others: Doubles) -> Doubles:
    """Taken minus other; where one of them takes no side, it stands between (`text/style.py`)."""
    import numpy as np

    apart = taken - others
    for side in map(PLACE.__getitem__, SIDES):
        if not np.isnan(taken[side]):
            apart[:, side] = taken[side] - np.nan_to_num(others[:, side], nan=BETWEEN)
        else:
            apart[:, side] = BETWEEN - others[:, side]
    return np.asarray(apart)


def _is_one_paragraph(measured: Doubles) -> bool:
    return bool(measured[PLACE[PARAGRAPHS]] == measured[PLACE[WHOLE]])


def _said(at: int, witness: Witness, policy: Learning) -> Iterator[_Comparison]:
    """A comment wants more or less of something: as clear as a difference can be."""
    for name, direction in witness.account.said:
        if name not in FEATURES:
            continue  # of a word enough is known when it was said often enough
        whole = FEATURES[name].norm(Style()).scale * direction
        yield _Comparison(
            at, policy.comment, _SAID, _rows([{}])[0], _rows([{FEATURES[name].key: whole}])
        )
