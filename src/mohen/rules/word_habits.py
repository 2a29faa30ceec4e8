"""Word habits: words that editing keeps removing or adding, over a project.

A chance to cut a word is an edited passage that held it. An author without the habit cuts it there
as often as anything else: with the share of that edit (a pair of characters or words goes when
either half goes). Each chance is a bet against that; the winnings of an author without habits do
not grow, whenever one looks (Ville's inequality), so the error holds over all looks together
(C80), and over all words by Bonferroni.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain
from math import ceil, log

from mohen.core.values import dataclass
from mohen.episodes.policy import Measuring
from mohen.episodes.word_edits import Words, hashed, opened

_NEVER_LEFT = frozenset("的了着们地得也都又就还")
_NEVER_RIGHT = frozenset("在是把被向从")


@dataclass(frozen=True, slots=True)
class EditedWords:
    """What one edited episode did to words; `weight` up to 1 is how much it counts."""

    episode_id: str
    scene: str
    words: Words
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Habit:
    """A word or phrase to avoid, or one to use; in one scene, or everywhere (None)."""

    phrase: str
    avoid: bool
    supporting: tuple[str, ...]
    contradicting: tuple[str, ...]
    scene: str | None
    weights: Mapping[str, float] = field(default_factory=dict)  # of episodes that do not say all
    strength: float = 0.0  # standardised, of one found in choices
    needed: int = 0  # episodes for it that prove it, by what each has won so far


@dataclass(slots=True)
class _Record:
    """What speaks for and against one word: episodes in order, chances, winnings in nats."""

    supporting: list[str] = field(default_factory=list)
    contradicting: list[str] = field(default_factory=list)
    chances: int = 0
    winnings: float = 0.0

    def __add__(self, other: _Record) -> _Record:
        return _Record(
            self.supporting + other.supporting,
            self.contradicting + other.contradicting,
            self.chances + other.chances,
            self.winnings + other.winnings,
        )

    @property
    def share(self) -> float:
        bearing = len(self.supporting) + len(self.contradicting)
        return len(self.supporting) / max(1, bearing)


Records = Mapping[str, Mapping[str, _Record]]  # of a unit, by scene


class _Counts:
    """How often units were cut, added and held (by hash): who is worth a closer look."""

    def __init__(self, edited: Sequence[Words] = ()) -> None:
        self.cut = Counter(chain.from_iterable(each.cut for each in edited))
        self.added = Counter(chain.from_iterable(each.added for each in edited))
        self.held = Counter(opened(b"".join(each.kept for each in edited)))
        self.held.update({hashed(unit): n for unit, n in self.cut.items()})
        self.adding = sum(1 for each in edited if each.added)

    def join(self, other: _Counts) -> None:
        self.cut.update(other.cut)
        self.added.update(other.added)
        self.held.update(other.held)
        self.adding += other.adding

    def often_cut(self, policy: Measuring) -> Iterator[str]:
        for unit, n in self.cut.items():
            if n >= policy.habit_episodes and n >= policy.habit_share * self.held[hashed(unit)]:
                yield unit

    def often_added(self, policy: Measuring) -> Iterator[str]:
        for unit, n in self.added.items():
            chances = self.adding - self.held[hashed(unit)]
            if n >= policy.adding_episodes and n >= policy.adding_share * chances:
                yield unit


def find(
    observations: Sequence[EditedWords], policy: Measuring, *, partly: float = 1.0
) -> list[Habit]:
    """The habits of one project's edits, the best supported first; with `partly` also those that
    have come so far on the way to their proof."""
    by_scene: defaultdict[str, list[Words]] = defaultdict(list)
    for each in observations:
        by_scene[each.scene].append(each.words)
    scenes = [_Counts(edited) for edited in by_scene.values()]
    whole = _Counts()
    for counts in scenes:
        whole.join(counts)
    tested = sum(1 for n in whole.held.values() if n >= policy.habit_episodes)
    levels = [whole, *scenes]
    policy = replace(
        policy,
        habit_episodes=ceil(partly * policy.habit_episodes),
        adding_episodes=ceil(partly * policy.adding_episodes),
    )
    cut = frozenset(unit for each in levels for unit in each.often_cut(policy))
    added = frozenset(unit for each in levels for unit in each.often_added(policy))
    found = [
        *_proven(
            _cutting(observations, cut, policy),
            True,
            needed(tested, len(scenes), policy),
            policy,
            partly,
        ),
        *_proven(
            _adding(observations, added, whole.held, policy),
            False,
            needed(len(whole.added), len(scenes), policy),
            policy,
            partly,
        ),
    ]
    return sorted(joined(found, policy), key=lambda each: -len(each.supporting))


_LENGTHS = ("mean_sentence_length", "text_length", "paragraph_length", "word_length")


def of_their_own(
    habits: Sequence[Habit], purposes: Mapping[str, Sequence[str]], policy: Measuring
) -> list[Habit]:
    """Without words that only went along: whoever cuts similes cuts `like`. `purposes` is what each
    edit was for; one that was as well pursued without the word is what is meant. Whoever cuts any
    word shortens, so to shorten says nothing of it."""
    return [each for each in habits if not _went_along(each, purposes, policy)]


def _went_along(habit: Habit, purposes: Mapping[str, Sequence[str]], policy: Measuring) -> bool:
    counted = Counter(
        purpose
        for episode in habit.supporting
        for purpose in purposes.get(episode, ())
        if purpose[0] in "+-" and purpose[1:] not in _LENGTHS
    )
    least = policy.same_episodes * len(habit.supporting)
    wider = [purpose for purpose, n in counted.items() if n >= least]
    beside = set(purposes) - set(habit.supporting)
    without = (sum(each in purposes[episode] for episode in beside) for each in wider)
    return any(n >= policy.without_word * len(habit.supporting) for n in without)


def explain(habits: Sequence[Habit], words: Words) -> bool:
    """Whether an edit did nothing but cut words that the author keeps cutting: whatever else it
    moved (shorter sentences, fewer comparisons), it moved by that."""
    avoided = [set(_tokens(each.phrase)) for each in habits if each.avoid]
    held = len(words.cut) + len(list(words.hashes()))
    small = words.share * held <= len(words.cut)  # else a whole clause went beside the word
    joint = len(words.added) <= 1  # where the word stood, its neighbours make a new pair
    touched = (any(each & set(_tokens(unit)) for each in avoided) for unit in words.cut)
    return bool(words.cut) and small and joint and all(touched)


def needed(tested: int, scenes: int, policy: Measuring) -> tuple[float, float]:
    """The winnings that prove a habit everywhere, and in one scene of several."""
    whole = log(max(1, tested) * policy.habit_looks / policy.habit_level)
    return whole, whole + log(max(1, scenes))


# -- for and against


def _cutting(
    observations: Sequence[EditedWords], often: frozenset[str], policy: Measuring
) -> Records:
    by_hash = {hashed(unit): unit for unit in often}
    records = _by_scene()
    for each in observations:
        words = each.words
        share = max(policy.chance_least, words.share)
        odds = {pair: bets(share, pair, each.weight, policy) for pair in (True, False)}
        for unit in often.intersection(words.cut):
            _count(records[unit][each.scene], each.episode_id, True, odds[is_pair(unit)][0])
        for hit in by_hash.keys() & words.hashes():
            unit = by_hash[hit]
            _count(records[unit][each.scene], each.episode_id, False, odds[is_pair(unit)][1])
        for unit in often.intersection(words.added):
            records[unit][each.scene].contradicting.append(each.episode_id)
    return records


def bets(share: float, pair: bool, weight: float, policy: Measuring) -> tuple[float, float]:
    """What a chance taken wins and a chance let go loses, against one who cuts by chance."""
    # A pair that is one word goes less often than this: the bet is on the safe side.
    gone = share + (1 - share) * share if pair else policy.chance_times * share
    chance = min(policy.habit_strength, gone)
    taken = log(policy.habit_strength / chance)
    left = log((1 - policy.habit_strength) / (1 - chance))
    return weight * taken, weight * left


def _adding(
    observations: Sequence[EditedWords],
    often: frozenset[str],
    held: Counter[int],
    policy: Measuring,
) -> Records:
    """Against the word's frequency in what the AI wrote; a chance is an edit that adds anything
    to a passage without the word."""
    by_hash = {hashed(unit): unit for unit in often}
    total = max(1, held.total())
    missed = log(1 - policy.adding_strength)
    records = _by_scene()
    had: Counter[tuple[str, str]] = Counter()
    for each in observations:
        for hit in by_hash.keys() & each.words.hashes() if each.words.added else ():
            had[by_hash[hit], each.scene] += 1
        for unit in often.intersection(each.words.cut):
            records[unit][each.scene].contradicting.append(each.episode_id)
            had[unit, each.scene] += bool(each.words.added)
        for unit in often.intersection(each.words.added):
            usual = policy.adding_times * (held[hashed(unit)] + 1) / total
            chance = min(policy.adding_strength, usual * len(each.words.added))
            won = log(policy.adding_strength / chance) * each.weight
            _count(records[unit][each.scene], each.episode_id, True, won)
    edits = Counter(each.scene for each in observations if each.words.added)
    for unit, scenes in records.items():
        for scene in edits:
            record = scenes[scene]
            record.chances = edits[scene] - had[unit, scene]
            record.winnings += missed * (record.chances - len(record.supporting))
    return records


def _by_scene() -> defaultdict[str, defaultdict[str, _Record]]:
    return defaultdict(lambda: defaultdict(_Record))


def _count(record: _Record, episode: str, supports: bool, won: float) -> None:
    (record.supporting if supports else record.contradicting).append(episode)
    record.chances += 1
    record.winnings += won


# -- what is proven, and where


def _proven(
    records: Records,
    avoid: bool,
    needed: tuple[float, float],
    policy: Measuring,
    partly: float,
) -> list[Habit]:
    some = partly * needed[0], partly * needed[1]
    found = [
        Habit(
            unit,
            avoid,
            tuple(record.supporting),
            tuple(record.contradicting),
            scene,
            needed=ceil(len(record.supporting) * needed[scene is not None] / record.winnings),
        )
        for unit, scenes in records.items()
        for scene, record in _stated(scenes, avoid, some, policy)
    ]
    return sorted(found, key=lambda each: -len(each.supporting))[: policy.habits_max]


def _stated(
    scenes: Mapping[str, _Record], avoid: bool, needed: tuple[float, float], policy: Measuring
) -> list[tuple[str | None, _Record]]:
    """Everywhere, unless it is of one scene where others had the chance and let it go; an edit
    elsewhere cuts the word by chance now and then, but does not add it."""
    whole = sum(scenes.values(), _Record())
    scene, home = max(scenes.items(), key=lambda each: len(each[1].supporting))
    elsewhere = whole.chances - home.chances
    by_chance = (1 - policy.habit_share) * elsewhere if avoid else 0
    taken = len(whole.supporting) - len(home.supporting)
    local = elsewhere >= policy.elsewhere and taken <= by_chance
    everywhere, somewhere = needed
    if local:
        return [(scene, home)] if _holds(home, avoid, somewhere, policy) else []
    return [(None, whole)] if _holds(whole, avoid, everywhere, policy) else []


def _holds(record: _Record, avoid: bool, needed: float, policy: Measuring) -> bool:
    least = (
        policy.habit_episodes
        if avoid
        else max(policy.adding_episodes, policy.adding_share * record.chances)
    )
    enough = len(record.supporting) >= least and record.share >= policy.habit_share
    return enough and record.winnings >= needed


# -- parts of one phrase


def joined(found: Sequence[Habit], policy: Measuring) -> list[Habit]:
    """Overlapping units of the same episodes become the phrase they are parts of; of others the
    better supported one stays, since the rest are its neighbours."""
    kept: list[Habit] = []
    waiting = list(found)
    while waiting:
        one = waiting.pop(0)
        for other in kept:
            phrase = _as_one(other, one, policy)
            if phrase is not None:
                kept.remove(other)
                waiting.insert(0, replace(other, phrase=phrase))
                break
        else:
            kept.append(one)
    return kept


def _as_one(better: Habit, other: Habit, policy: Measuring) -> str | None:
    """What remains of two habits that are one; None if they are two."""
    if (better.avoid, better.scene) != (other.avoid, other.scene):
        return None
    longer = _overlapping(better.phrase, other.phrase)
    if longer is None:
        return None
    mine, theirs = set(better.supporting), set(other.supporting)
    shared = len(mine & theirs)
    if shared < policy.same_episodes * min(len(mine), len(theirs)):
        return None
    whole = shared >= policy.same_episodes * max(len(mine), len(theirs))
    return longer if whole and _stands(longer, better.phrase) else better.phrase


def _overlapping(one: str, other: str) -> str | None:
    """The two as one phrase, if one holds or goes on where the other ends."""
    a, b = _tokens(one), _tokens(other)
    joint = " " if _latin(one) else ""
    for first, second in ((a, b), (b, a)):
        if any(first[at : at + len(second)] == second for at in range(len(first))):
            return joint.join(first)
        for size in range(min(len(first), len(second)) - 1, 0, -1):
            if first[-size:] == second[:size]:
                return joint.join(first + second[size:])
    return None


def _stands(longer: str, phrase: str) -> bool:
    """Whether the longer phrase is more than a word and its neighbour."""
    before, _, after = longer.partition(phrase)
    return before[-1:] not in _NEVER_LEFT and after[:1] not in _NEVER_RIGHT


def _tokens(phrase: str) -> list[str]:
    return phrase.split(" ") if _latin(phrase) else list(phrase)


def is_pair(unit: str) -> bool:
    return " " in unit or not _latin(unit)


def _latin(unit: str) -> bool:
    return unit[0] < "\u2e80"
