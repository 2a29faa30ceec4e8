"""Words that an author passes over, or goes for, wherever there is a choice.

A chance is a choice among texts of which some have the word (`episodes/offered_words.py`) and some
have not, or an edit of a text that had it. An author who does not mind takes one with the word as
likely as the learner has it, who knows what anybody prefers and what else was found of this one.
Each chance is a bet against that, as in `rules/word_habits.py`: winnings beyond what all words and
looks could bring together are no luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mohen.core.values import dataclass
from mohen.episodes.policy import Measuring
from mohen.rules import word_habits
from mohen.rules.comparisons import Witness
from mohen.rules.permutation_test import standardised
from mohen.rules.word_habits import Habit

if TYPE_CHECKING:
    import numpy.typing as npt

    Doubles = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

Chances = Mapping[str, Sequence[float]]  # of each candidate to be taken, by episode


@dataclass(frozen=True, slots=True)
class _Bets:
    """A row for each chance. Winnings in nats; `weight` below 0 speaks against."""

    won: Doubles
    weight: Doubles
    lean: Doubles  # how much seldomer than expected, or oftener
    most: Doubles  # how far it could lean, this way and the other
    spread: Doubles  # its variance where nothing is preferred


class WordChoices:
    """What the choices and edits of a project have to say of words."""

    def __init__(self, heard: Sequence[Witness], policy: Measuring) -> None:
        self._policy = policy
        # Of all of them: one that had no such word at all shows what was pursued without it.
        self._purposes = {
            each.episode_id: each.account.purposes or () for each in heard if each.kept
        }
        self._heard = [each for each in heard if each.kept and each.account.offered]
        self._scenes = sorted({each.scene for each in self._heard})
        place = {scene: at for at, scene in enumerate(self._scenes)}
        words: dict[str, int] = {}
        rows = [
            (at, words.setdefault(word, len(words)), place[each.scene], mask, each.position)
            for at, each in enumerate(self._heard)
            for word, mask in each.account.offered
        ]
        self._words = list(words)
        columns = np.array(rows, np.int64).reshape(-1, 5).T
        self._episode, self._word, self._scene, self._mask, self._taken = columns
        self._has = self._mask & 1 > 0
        self._had = self._mask >> (self._taken + 1) & 1 > 0
        self._edits = self._of_edits()

    def find(self, chances: Chances) -> list[Habit]:
        """The clearest first."""
        if not len(self._word):
            return []
        often = np.bincount(self._word, minlength=len(self._words)) >= self._policy.habit_episodes
        # Either way, avoided or liked.
        needed = word_habits.needed(2 * int(often.sum()), len(self._scenes), self._policy)
        found = [
            habit
            for avoid in (True, False)
            for habit in self._proven(self._of_choices(chances, avoid), avoid, needed)
        ]
        return word_habits.joined(sorted(found, key=lambda each: -each.strength), self._policy)

    # -- for and against

    def _of_choices(self, chances: Chances, avoid: bool) -> _Bets:
        """One who minds takes it so many times as seldom, by odds; one who likes it as often."""
        count = max(map(len, chances.values()), default=0)
        odds = np.zeros((len(self._heard), count + 1))
        for at, each in enumerate(self._heard):
            known = chances.get(each.episode_id, ())
            odds[at, : len(known)] = known
        held = self._mask[:, None] >> np.arange(1, count + 2) & 1 > 0
        usual = np.clip((odds[self._episode] * held).sum(axis=1), 0, 1)
        tells = (usual > _SURE) & (usual < 1 - _SURE)
        usual = np.where(tells, usual, 0.5)
        way = -1 if avoid else 1
        times = self._policy.choice_times**way
        whole = 1 - usual + times * usual
        won = np.where(self._had, np.log(times), 0) - np.log(whole)
        # What was hardly to be expected says most.
        over: Doubles = self._had.astype(np.float64) - usual
        most = np.stack([usual, 1 - usual][::-way])
        bets = won, way * over, way * over, most, usual * (1 - usual)
        return _Bets(*(np.where(tells, each, 0) for each in bets))

    def _of_edits(self) -> _Bets:
        """Of a word that stood in the story before as well: these are of no story."""
        cut, kept, share = np.zeros((3, len(self._word)))
        for at, (episode, word) in enumerate(zip(self._episode, self._word, strict=True)):
            edit = self._heard[episode].account.words
            if edit is not None and self._had[at]:
                share[at] = max(self._policy.chance_least, edit.share)
                pair = word_habits.is_pair(self._words[word])
                cut[at], kept[at] = word_habits.bets(share[at], pair, 1.0, self._policy)
        share[self._went_along(share > 0)] = 0
        edited = share > 0
        cut, kept = np.where(edited, cut, 0), np.where(edited, kept, 0)
        lean = np.where(edited, ~self._has - share, 0)
        weight = np.where(edited, np.where(self._has, -1.0, 1.0), 0)
        most = np.where(edited, np.stack([1 - share, share]), 0)
        return _Bets(np.where(self._has, kept, cut), weight, lean, most, share * (1 - share))

    def _went_along(self, edited: npt.NDArray[np.bool_]) -> Ints:
        """Edits of words that only went with what they were for: who cuts similes cuts `though`."""
        cut = np.flatnonzero(edited & ~self._has)
        often = np.bincount(self._word[cut], minlength=1) >= self._policy.habit_episodes
        found = []
        for word in np.flatnonzero(often):
            rows = cut[self._word[cut] == word]
            told = tuple(self._heard[at].episode_id for at in self._episode[rows])
            habit = Habit(self._words[word], True, told, (), None)
            if not word_habits.of_their_own([habit], self._purposes, self._policy):
                found.append(word)
        return np.flatnonzero(edited & np.isin(self._word, found))

    # -- what is proven, and where

    def _proven(self, chosen: _Bets, avoid: bool, needed: tuple[float, float]) -> Iterator[Habit]:
        none = np.zeros(len(self._word))
        edits = self._edits if avoid else _Bets(none, none, none, np.stack([none, none]), none)
        shape = len(self._words), len(self._scenes)
        place = self._word * shape[1] + self._scene

        def total(each: Doubles) -> Doubles:
            sums = np.bincount(place, each, shape[0] * shape[1]).astype(np.float64)
            return sums.reshape(shape)

        by_choice, by_edit = total(chosen.won), total(edits.won)
        everywhere, somewhere = needed
        whole = _won(by_choice.sum(axis=1), by_edit.sum(axis=1))
        for word in np.flatnonzero(whole >= everywhere).tolist():
            if (by_choice[word] + by_edit[word]).min() >= -_AGAINST:
                yield from self._stated(word, None, avoid, chosen, edits)
        there = _won(by_choice, by_edit)
        for word in np.flatnonzero(there.max(axis=1) >= somewhere).tolist():
            scene = int(there[word].argmax())
            general = whole[word] >= everywhere
            opposed = (by_choice[word] + by_edit[word]).min() < -_AGAINST
            if self._scenes[scene] and (opposed or not general):
                yield from self._stated(word, scene, avoid, chosen, edits)

    def _stated(
        self, word: int, scene: int | None, avoid: bool, chosen: _Bets, edits: _Bets
    ) -> Iterator[Habit]:
        rows = np.flatnonzero((self._word == word) & ((scene is None) | (self._scene == scene)))
        weight = chosen.weight[rows] + edits.weight[rows]
        support = weight > 0
        enough = support.sum() >= self._policy.habit_episodes
        if not enough or weight[support].sum() < self._policy.habit_share * np.abs(weight).sum():
            return
        ids = [self._heard[at].episode_id for at in self._episode[rows]]
        strength = standardised(
            (chosen.lean[rows] + edits.lean[rows]).sum(),
            (chosen.spread[rows] + edits.spread[rows]).sum(),
            (chosen.most[:, rows] + edits.most[:, rows]).sum(axis=1),
            np.array(True),
        )
        yield Habit(
            self._words[word],
            avoid,
            tuple(each for each, way in zip(ids, weight, strict=True) if way > 0),
            tuple(each for each, way in zip(ids, weight, strict=True) if way < 0),
            None if scene is None else self._scenes[scene],
            {each: abs(float(way)) for each, way in zip(ids, weight, strict=True)},
            float(strength),
        )


_SURE = 1e-6  # that one with the word was taken, or none: nothing was decided
_AGAINST = 1.0  # nats lost in one kind of scene, that speak against it there


def _won(chosen: Doubles, edited: Doubles) -> Doubles:
    """By edits alone or by both, half of the stake on each: whoever cuts a word may not mind to
    take it first."""
    return np.asarray(edited + np.logaddexp(chosen, 0) - np.log(2))
