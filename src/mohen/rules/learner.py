"""Learns preferences of style from an author's acts.

Pure: witnesses in, patterns out, each with the episodes that speak for and against it. A
pattern is there when chance would hardly ever show anything like it, when it is large enough to
matter, and when nothing else that was found explains it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING

import numpy as np

from mohen.core.policy import DAY_MS
from mohen.core.values import dataclass
from mohen.rules import permutation_test, rule_text
from mohen.rules.comparisons import NAMES, PLACE, Witness, sample
from mohen.rules.model import PHRASE, Link, Op, Predicate, Range
from mohen.rules.permutation_test import Level, Outlook, standardised
from mohen.rules.policy import Learning
from mohen.rules.word_habits import Habit
from mohen.text.policy import Style
from mohen.text.style import FEATURES, WHOLE

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Ints = npt.NDArray[np.int64]


# -- Since when an author has wanted it this way: drift and change of mind (C82).


def cuts(times: Ints, now: int, turns: tuple[int, ...], policy: Learning) -> tuple[int, ...]:
    """Where a change of mind is looked for among comparisons in order of time: so many before
    the last, and 30 days ago once the history is long enough for that to mean something."""
    count = len(times)
    places = {count - back for back in turns if count - back >= policy.pairs_at_least}
    if count and now - int(times[0]) >= policy.history_days * DAY_MS:
        places.add(int(np.searchsorted(times, now - policy.recent_days * DAY_MS)))
    return tuple(sorted(place for place in places if 0 < place < count))


def began(
    lean: Floats, spread: Floats, plain: Floats, places: tuple[int, ...], policy: Learning
) -> int:
    """From which comparison on the author has wanted what they want now: 0 if always.

    `lean`, `spread` and the spread without weights of one feature, in order of time.
    """
    leaning, spreads, plains = np.cumsum(lean), np.cumsum(spread), np.cumsum(plain)
    least = policy.turn_episodes
    if not len(lean) or spreads[-1] <= 0:
        return 0
    best, at = leaning[-1] * leaning[-1] / spreads[-1] + policy.turn_gain, 0
    for place in places:
        before, after = spreads[place - 1], spreads[-1] - spreads[place - 1]
        told = min(plains[place - 1], plains[-1] - plains[place - 1])
        if told <= policy.tells or np.count_nonzero(lean[place:]) < least:
            continue
        one = leaning[place - 1] / sqrt(before)
        two = (leaning[-1] - leaning[place - 1]) / sqrt(after)
        clear = min(abs(one), abs(two)) >= policy.turn_strength
        if one * two < 0 and clear and one * one + two * two > best:
            best, at = one * one + two * two, place
    return at


@dataclass(frozen=True, slots=True)
class Pattern:
    """A preference that the evidence bears out, and the evidence."""

    predicate: Predicate
    language: str
    strength: float  # standardised
    links: tuple[Link, ...]
    began: int  # when the first of them was
    latest: int  # and the last
    turned: bool  # before that the author wanted the opposite
    own: Range | None = None
    said: bool = False  # in so many words, often enough (C106)
    left: bool = False  # the author's edits leave the opposite standing

    @property
    def weight_for(self) -> float:
        return sum(each.weight for each in self.links if each.supports)


class Learner:
    """The evidence of one project, to be asked what it bears out."""

    def __init__(
        self,
        witnesses: Sequence[Witness],
        policy: Learning,
        style: Style,
        now: int,
        barred: Callable[[Predicate], bool] = lambda _predicate: False,
    ) -> None:
        self._witnesses = witnesses
        self._policy = policy
        self._style = style
        self._now = now
        self._barred = barred
        self._sample = sample(witnesses, policy, style)
        self._times = np.array([witnesses[at].at for at in self._sample.witness], np.int64)
        self._scene = np.array([witnesses[at].scene for at in self._sample.witness], object)
        self._skill = np.array([witnesses[at].skill for at in self._sample.witness], object)
        self._tongue = np.array(
            [witnesses[at].account.language for at in self._sample.witness], object
        )
        self._everything = self._level(None, None)
        known = sorted(set(self._scene) - {""})
        self._scenes = [self._level(scene, None) for scene in known]
        self._skills = list(self._skills_of_scenes())
        self._found: list[tuple[int, list[Ints], Pattern]] = []
        self._turns: dict[tuple[int, str | None, str | None, int], bool] = {}
        self._anybody = permutation_test.fitted(self._sample, (), policy)
        self._outlook = self._look(())

    # -- what is there to be found

    def find(self) -> list[Pattern]:
        """Every preference, the strongest first. Each is looked for in the light of those before
        it: what they explain is no news, and what they hid comes out."""
        levels = self._levels()
        looked: set[int] = set()
        while len(self._times) and len(looked) < len(NAMES):
            verdicts = self._outlook.verdicts(levels, self._trust(looked))
            feature = int(np.argmax(verdicts.strength))
            if verdicts.p[feature] > self._proof():
                break
            looked.add(feature)
            self._state(feature)
        return [pattern for _, _, pattern in self._found]

    def _levels(self) -> list[Level]:
        return [self._everything, *self._scenes, *map(self._contrast, self._skills)]

    # -- words that are chosen (`rules/word_choices.py`)

    def chances(self) -> dict[str, tuple[float, ...]]:
        """How likely each candidate of a choice was to be taken, in their order, by what is known;
        by episode."""
        told = self._outlook.chances
        found = {}
        for row, witness in self._offers():
            taken, *others = told[row, : self._sample.options[row]].tolist()
            found[witness.episode_id] = (
                *others[: witness.position],
                taken,
                *others[witness.position :],
            )
        return found

    def _offers(self) -> Iterator[tuple[int, Witness]]:
        """Choices of one among candidates all of which are compared."""
        for row in np.flatnonzero(self._sample.chosen).tolist():
            witness = self._witnesses[self._sample.witness[row]]
            every = len(witness.account.ends) == self._sample.options[row]
            if every and witness.position >= 0:
                yield row, witness

    def strongest(self) -> float:
        """How strong the strongest sign of a preference of style is so far."""
        if not len(self._times):
            return 0.0
        return self._outlook.strongest(self._levels(), self._trust(set()))

    def know(self, habit: Habit) -> None:
        """A word that decides choices: what it explains is no news."""
        sample = self._sample
        holds = np.zeros((*sample.scores.shape[:2], 1), np.float32)
        for row, witness in self._offers():
            mask = dict(witness.account.offered).get(habit.phrase, 0)
            if habit.scene in (None, witness.scene):
                at, count = witness.position, int(sample.options[row])
                places = [at, *(each for each in range(count) if each != at)]
                holds[row, :count, 0] = [mask >> (each + 1) & 1 for each in places]
        self._sample = replace(sample, words=np.concatenate([sample.words, holds], axis=2))
        self._anybody = permutation_test.fitted(self._sample, (), self._policy)
        self._outlook = self._look(self._found)

    def _proof(self) -> float:
        """How little chance may explain it. The error is spent over all looks together (C80):
        little while a project is young, most when it is large enough to show what is wanted in
        one kind of scene, little again later. One preference known makes the next more likely."""
        heard = len(self._witnesses)
        level = [level for since, level in self._policy.levels if since <= heard][-1]
        return level * self._policy.level_more if self._found else level

    def making(self) -> Iterator[tuple[Pattern, int]]:
        """What is not proven and comes at least half way, the clearest first; each with about how
        many episodes for it would prove it if the author goes on as so far. The square of a
        strength grows with the evidence, and what it has to beat stays about what it is now."""
        if not len(self._times):
            return
        levels = [self._everything, *self._scenes, *map(self._contrast, self._skills)]
        told = {feature for feature, _, _ in self._found}
        trust, shadowed = self._trust(told), self._shadows(told)
        bar = self._outlook.bar(levels, trust, self._proof())
        strength = self._outlook.verdicts(levels, trust).strength
        for feature in np.argsort(-strength, kind="stable"):
            share = float(strength[feature] / bar) ** 2 if bar > 0 else 0.0
            if share < self._policy.watched_from:
                break
            level = max(
                (self._everything, *self._scenes),
                key=lambda each: abs(self._strength(feature, each)),
            )
            pattern = self._pattern(int(feature), level)
            if pattern is None or shadowed[feature] or not self._agrees(pattern):
                continue
            if self._goes_without_saying(int(feature), level, pattern.predicate):
                continue
            told.add(int(feature))
            shadowed = self._shadows(told)
            seen = sum(each.supports for each in pattern.links)
            yield pattern, max(ceil(seen / share), self._policy.episodes_at_least)

    def _shadows(self, features: set[int]) -> npt.NDArray[np.bool_]:
        return permutation_test.shadows([(each, self._everything.rows) for each in features])

    def follow(self, predicate: Predicate) -> Pattern | None:
        """What the evidence now says of a topic that is known to matter, whichever way."""
        if not self._measures(predicate):
            return None
        feature = PLACE[predicate.feature]
        self._outlook = self._look([each for each in self._found if each[0] != feature])
        return self._pattern(feature, self._level(predicate.scene_type, predicate.skill_used))

    def last_against(self, predicate: Predicate, last: int) -> int:
        """How many of the last so many episodes that bear on a topic speak against it (C82)."""
        if not self._measures(predicate):
            return 0
        level = self._level(predicate.scene_type, predicate.skill_used)
        way = 1 if predicate.op is Op.MORE else -1
        links = self._links(PLACE[predicate.feature], level.rows, way)
        return sum(not each.supports for each in links[-last:])

    def _measures(self, predicate: Predicate) -> bool:
        """Evidence is of whole texts: of what is said in them it tells nothing."""
        return bool(len(self._times)) and predicate.part is None and predicate.feature in PLACE

    def _look(self, found: Sequence[tuple[int, list[Ints], Pattern]]) -> Outlook:
        known = [(feature, rows) for feature, eras, _ in found for rows in eras]
        return Outlook(self._sample, known, self._policy, self._anybody)

    # -- where it is said to hold (C78)

    def _state(self, feature: int) -> None:
        stated = [(level, self._pattern(feature, level)) for level in self._levels_of(feature)]
        new = [
            (feature, self._eras(feature, level), pattern)
            for level, pattern in stated
            if pattern is not None
            and self._matters(pattern)
            and self._borne_out(feature, level, pattern)
            and not self._goes_without_saying(feature, level, pattern.predicate)
            and not (pattern.turned and self._shadowed(feature))
        ]
        if new:
            self._found += new
            self._outlook = self._look(self._found)

    def _shadowed(self, feature: int) -> bool:
        """Whether it moves with something found. When a mind is being changed the shadow seems to
        turn before the wish itself does, since of the shadow only what is surprising is left."""
        known = [(each, eras[-1]) for each, eras, _ in self._found]
        return bool(permutation_test.shadows(known)[feature])

    def _levels_of(self, feature: int) -> list[Level]:
        """Everything, if two scenes show it and none the opposite; else the scenes that do;
        a skill of a scene only where its skills disagree."""
        shown = [each for each in self._scenes if self._shows(feature, each)]
        one_way = len({self._shows(feature, each) for each in shown}) == 1
        whole = one_way and self._alike(feature, shown) and not self._divided(feature)
        if whole and not any(self._unwanted(feature, each) for each in self._scenes):
            return [self._everything]
        stated: list[Level] = []
        strengths = [self._strength(feature, each) for each in self._scenes]
        top = max(strengths, key=abs, default=0.0)
        for level in self._scenes:
            divided = self._disagreeing(feature, level)
            if divided:
                stated += divided
            elif self._stands_alone(feature, level, top):
                stated.append(level)
        return stated

    def _stands_alone(self, feature: int, level: Level, top: float) -> bool:
        """Whether a scene by itself is clear enough. What was proven is the clearest, `top`: others
        may lean its way because it rubs off, and either way by chance, and need more. Where a mind
        was changed, as clear as made us believe the change: else a wish would be neither the old
        one nor the new one meanwhile."""
        policy, strength = self._policy, self._strength(feature, level)
        if len(self._since(feature, level)) < len(level.rows):
            return abs(strength) >= policy.turn_strength
        beside = abs(strength) < abs(top)
        return abs(strength) >= (policy.scene_beside if beside else policy.scene_strength)

    def _shows(self, feature: int, level: Level) -> int:
        """1 or -1 when a scene shows a direction, else 0."""
        since = self._since(feature, level)
        if self._sample.pairs[since, feature].sum() < self._policy.pairs_at_least:
            return 0
        lean, agreement = self._lean_of(feature, level)
        clear = abs(lean) >= self._policy.shown_strength
        return int(np.sign(lean)) if clear and agreement >= self._policy.shown_agreement else 0

    def _alike(self, feature: int, shown: Sequence[Level]) -> bool:
        """At least two scenes show it, and beside the clearest of them the rest is hardly less
        clear: scenes without a preference lean a little either way by chance."""
        if len(shown) <= 1:
            return False
        top = max(shown, key=lambda each: abs(self._strength(feature, each)))
        rest = np.concatenate(
            [self._since(feature, each) for each in self._scenes if each is not top]
        )
        agreement = self._lean(feature, self._since(feature, top))[1]
        return self._lean(feature, np.sort(rest))[1] >= self._policy.alike * agreement

    def _unwanted(self, feature: int, level: Level) -> bool:
        """Whether the author has said of a scene that this is not to be learned of it."""
        way = Op.MORE if self._strength(feature, level) > 0 else Op.LESS
        return self._barred(Predicate(NAMES[feature], way, 0, "", level.scene, level.skill))

    def _divided(self, feature: int) -> bool:
        return any(self._disagreeing(feature, level) for level in self._scenes)

    def _disagreeing(self, feature: int, level: Level) -> list[Level]:
        """The skills of a scene that each show something, when they show opposite things."""
        skills = [each for each in self._skills if each.scene == level.scene]
        ways = {each.skill: self._shows(feature, each) for each in skills}
        if {1, -1} <= set(ways.values()):
            sure = self._policy.scene_strength
            return [each for each in skills if abs(self._strength(feature, each)) >= sure]
        return []

    # -- what speaks for it

    def _pattern(self, feature: int, level: Level) -> Pattern | None:
        rows, lean = self._since(feature, level), self._strength(feature, level)
        if not lean:
            return None
        way = 1 if lean > 0 else -1
        links = self._links(feature, rows, way)
        if not links:
            return None
        language, value, own = self._edge(feature, rows, way)
        name = NAMES[feature]
        bearing = {each.episode_id for each in links}
        times = [each.at for each in self._witnesses if each.episode_id in bearing]
        return Pattern(
            Predicate(
                name,
                Op.MORE if way > 0 else Op.LESS,
                value,
                FEATURES[name].unit(language),
                level.scene,
                level.skill,
            ),
            language,
            abs(lean),
            links,
            min(times),
            max(times),
            len(rows) < len(level.rows),
            own,
        )

    def _links(self, feature: int, rows: Ints, way: int) -> tuple[Link, ...]:
        """Each episode that bears on it, by the weight of its pairs for and against (C81)."""
        leaning: dict[int, list[float]] = {}
        values = -self._sample.values[rows, 1:, feature] * way
        clear = np.abs(values) >= self._policy.dead_zone
        share = self._sample.weight[rows] / np.maximum(1, self._sample.others[rows])
        favour = (clear & (values > 0)).sum(axis=1) * share
        against = (clear & (values < 0)).sum(axis=1) * share
        for at, one, two in zip(self._sample.witness[rows], favour, against, strict=True):
            if one != two:
                sums = leaning.setdefault(int(at), [0.0, 0.0])
                sums[0] += float(one)
                sums[1] += float(two)
        return tuple(
            Link(self._witnesses[at].episode_id, one > two, abs(one - two))
            for at, (one, two) in leaning.items()
            if one != two
        )

    def _edge(self, feature: int, rows: Ints, way: int) -> tuple[str, float, Range | None]:
        """The edge of the author's own range: what most of that was kept for it and edited to keeps
        within (C107), in the language that most of it is written in."""
        sample, norm = self._sample, FEATURES[NAMES[feature]].norm(self._style)
        measured = rows[~np.isnan(sample.level[rows, feature])]
        heard = measured if len(measured) else rows  # comments measure nothing, but are of a text
        language = Counter(self._tongue[heard]).most_common(1)[0][0]
        measured = measured[self._tongue[measured] == language]
        # What was chosen and then edited is not what was kept.
        edited = sample.witness[sample.edited]
        final = sample.edited[measured] | ~np.isin(sample.witness[measured], edited)
        bearing = measured[final & (way * sample.scores[measured, 0, feature] > 0)]
        if not len(bearing):
            return language, norm.en if language == "en" else norm.zh, None
        kept = np.sort(way * sample.level[bearing, feature])[::-1]
        ranks = _ranks(len(kept), self._policy)
        low, edge, high = (round(float(way * kept[at]), self._style.decimals) for at in ranks)
        low, high = min(low, high), max(low, high)
        size = int(np.nanmedian(sample.level[bearing, PLACE[WHOLE]]))
        wide = high - low > self._policy.wide * norm.scale
        unit = FEATURES[WHOLE].unit(language)
        yours, ai = self._beside_the_ai(feature, bearing)
        return language, edge, Range(low, high, size, unit, wide, yours, ai)

    def _beside_the_ai(self, feature: int, bearing: Ints) -> tuple[float, float]:
        """What was kept for it, and what had been offered instead, each in the median."""
        sample, scale = self._sample, FEATURES[NAMES[feature]].norm(self._style).scale
        kept = sample.level[bearing, feature]
        offered = kept[:, None] + scale * sample.values[bearing, 1:, feature]
        there = np.arange(offered.shape[1]) < sample.others[bearing][:, None]
        medians = np.median(kept), np.median(offered[there])
        yours, ai = (round(float(each), self._style.decimals) for each in medians)
        return yours, ai

    # -- judging

    def _matters(self, pattern: Pattern) -> bool:
        """Large enough: most of what bears on it agrees, in enough comparisons."""
        enough = len(pattern.links) >= self._policy.episodes_at_least
        return enough and self._agrees(pattern)

    def _agrees(self, pattern: Pattern) -> bool:
        against = sum(each.weight for each in pattern.links if not each.supports)
        agreement = pattern.weight_for / (pattern.weight_for + against)
        episodes = sum(each.supports for each in pattern.links) / len(pattern.links)
        agree = min(agreement, episodes + self._policy.episodes_less)
        return agree >= self._policy.agreement_at_least

    def _borne_out(self, feature: int, level: Level, pattern: Pattern) -> bool:
        """Whether it shows in one place, too, wherever there was a choice or an edit: what was kept
        here and not taken there are of different places, and may differ by these."""
        rows = self._since(feature, level)
        way = 1 if pattern.predicate.op is Op.MORE else -1
        links = self._links(feature, rows[~self._sample.apart[rows]], way)
        few = len(links) < self._policy.withdraw_episodes
        return few or self._agrees(replace(pattern, links=links))

    def by_lot(self, pattern: Pattern) -> bool:
        """Whether it rests on nothing but the choices of one who does not choose by style: whose
        edits prove a wish that their choices do not show. What choices show beyond all doubt is
        wanted all the same."""
        told = pattern.predicate
        if not self._measures(told) or pattern.strength >= self._policy.left_strength:
            return False
        level = self._level(told.scene_type, told.skill_used)
        rows = level.rows[self._sample.edited[level.rows]]
        way = 1 if told.op is Op.MORE else -1
        if any(each.supports for each in self._links(PLACE[told.feature], rows, way)):
            return False
        return not self._chooses_by_style()

    def _chooses_by_style(self) -> bool:
        """As far as is known."""
        edited = [each for each in self._found if self._is_edited(*each)]
        unknown = self._look(()) if edited else self._outlook
        return not edited or any(self._is_chosen(*each, unknown) for each in edited)

    def _is_edited(self, feature: int, eras: list[Ints], pattern: Pattern) -> bool:
        """Whether edits alone prove it, where there were choices, too, that could have shown it."""
        rows, least = eras[-1], self._policy.withdraw_episodes
        way = 1 if pattern.predicate.op is Op.MORE else -1
        edits = self._links(feature, rows[self._sample.edited[rows]], way)
        choices = self._links(feature, rows[self._sample.chosen[rows]], way)
        enough = min(len(edits), len(choices)) >= least
        return enough and self._agrees(replace(pattern, links=edits))

    def _is_chosen(
        self, feature: int, eras: list[Ints], pattern: Pattern, unknown: Outlook
    ) -> bool:
        """Whether choices alone show it, as if nothing were known."""
        rows = eras[-1][self._sample.chosen[eras[-1]]]
        way = 1 if pattern.predicate.op is Op.MORE else -1
        return way * self._lean(feature, rows, unknown)[0] >= self._policy.shown_strength

    def _goes_without_saying(self, feature: int, level: Level, predicate: Predicate) -> bool:
        """Whether nearly all that was offered is as the rule wants it anyway."""
        sample, scale = self._sample, FEATURES[NAMES[feature]].norm(self._style).scale
        rows = level.rows[~np.isnan(sample.level[level.rows, feature])]
        rows = rows[self._unit(rows, feature) == predicate.unit]
        offered = np.arange(sample.values.shape[1]) <= sample.others[rows][:, None]
        offered[sample.edited[rows], 0] = False  # that the author wrote
        told = sample.level[rows, None, feature] + scale * sample.values[rows, :, feature]
        bound = rule_text.round_boundary(predicate.feature, predicate.value, predicate.op)
        less = predicate.op is Op.LESS
        fulfilled = (told < bound if less else told > bound)[offered]
        return bool(len(fulfilled)) and fulfilled.mean() >= self._policy.trivial

    def _unit(self, rows: Ints, feature: int) -> npt.NDArray[np.object_]:
        unit = FEATURES[NAMES[feature]].unit
        return np.array([unit(each) for each in self._tongue[rows]], object)

    def _lean(
        self, feature: int, rows: Ints, outlook: Outlook | None = None, among: Ints | None = None
    ) -> tuple[float, float]:
        """Standardised strength with its sign, and how far the comparisons agree (0 to 1). Whether
        there is enough to tell anything is asked of those they are `among`."""
        outlook = outlook or self._outlook
        lean = outlook.lean[rows, feature]
        size = float(np.abs(lean).sum())
        if size <= 0:
            return 0.0, 0.0
        total = lean.sum()
        spread = outlook.spread[rows, feature].sum()
        most = outlook.most[:, rows, feature].sum(axis=1)
        plain = outlook.plain[rows if among is None else among, feature].sum()
        strength = standardised(total, spread, most, plain > self._policy.tells)
        return float(strength), abs(float(total)) / size

    def _lean_of(self, feature: int, level: Level) -> tuple[float, float]:
        """The same of what is wanted now. What all scenes prove together may be spread thinly over
        each; but where a mind was changed, each has to tell it."""
        since = self._since(feature, level)
        steady = len(since) == len(level.rows) and not self._turn(feature, self._everything)
        return self._lean(feature, since, among=self._everything.rows if steady else None)

    def _strength(self, feature: int, level: Level) -> float:
        return self._lean_of(feature, level)[0]

    def _since(self, feature: int, level: Level) -> Ints:
        """The comparisons since the author has wanted what they want now. A mind that was changed
        as a whole was changed in each scene that does not clearly say otherwise, though a scene
        by itself could not tell so soon."""
        rows = level.rows[self._turn(feature, level) :]
        whole = self._everything
        turn = self._turn(feature, whole)
        if level is whole or not turn or len(rows) < len(level.rows):
            return rows
        now = float(self._outlook.lean[whole.rows[turn:], feature].sum())
        after = rows[rows >= whole.rows[turn]]
        opposed = self._lean(feature, after)[0] * (1 if now > 0 else -1)
        return rows if opposed <= -self._policy.turn_strength else after

    def _turn(self, feature: int, level: Level) -> int:
        """How many of a level's comparisons came before its author changed their mind: at a place
        that one whose mind never changed would hardly ever seem to."""
        rows, policy = level.rows, self._policy
        places = cuts(self._times[rows], self._now, policy.turns_back, policy)
        told, at = self._outlook, (rows, feature)
        turn = began(told.lean[at], told.spread[at], told.plain[at], places, policy)
        return turn if turn and self._unsteady(feature, level, places) else 0

    def _unsteady(self, feature: int, level: Level, places: tuple[int, ...]) -> bool:
        """Whether a weak wish that stays as it is would hardly ever look so much like a turn: of
        many places and looks one always leans the other way a little."""
        asked = feature, level.scene, level.skill, len(self._found)
        if asked not in self._turns:
            others = [each for each in self._found if each[0] != feature]
            known = [(other, rows) for other, eras, _ in others for rows in eras]
            steady = [*known, (feature, level.rows)]
            outlook = Outlook(self._sample, steady, self._policy, self._anybody)
            chance = outlook.turns_by_chance(feature, level.rows, places)
            self._turns[asked] = chance <= self._policy.turn_level
        return self._turns[asked]

    def _eras(self, feature: int, level: Level) -> list[Ints]:
        """The comparisons before and since a change of mind: over both of them a wish that was
        reversed would explain nothing, and leave its shadows standing."""
        since = self._since(feature, level)
        before = level.rows[: len(level.rows) - len(since)]
        return [before, since] if len(before) else [since]

    def _trust(self, looked: set[int]) -> Floats:
        """Features that were looked at are out; those that seldom are meant must be clearer, those
        that people differ in most need not be as clear."""
        policy = self._policy
        trust = dict.fromkeys(policy.seldom_meant, policy.seldom)
        trust |= dict.fromkeys(policy.often_meant, policy.often)
        told = [0 if at in looked else trust.get(name, 1) for at, name in enumerate(NAMES)]
        return np.array(told, np.float32)

    # -- levels

    def _level(self, scene: str | None, skill: str | None) -> Level:
        there = np.ones(len(self._times), bool)
        if scene is not None:
            there &= self._scene == scene
        if skill is not None:
            there &= self._skill == skill
        rows = np.flatnonzero(there)
        places = cuts(self._times[rows], self._now, self._policy.turns, self._policy)
        return Level(scene, skill, rows, places if skill is None else ())

    def _contrast(self, level: Level) -> Level:
        """One skill of a scene beside the others, to be told apart where they are opposed."""
        there = self._level(level.scene, None).rows
        rest = np.setdiff1d(there, level.rows)
        return Level(
            level.scene, level.skill, np.concatenate([level.rows, rest]), (len(level.rows),)
        )

    def _skills_of_scenes(self) -> Iterator[Level]:
        """Of scenes that were written with more than one."""
        for scene in self._scenes:
            skills = sorted(set(self._skill[scene.rows]))
            if len(skills) > 1:
                yield from (self._level(scene.scene, skill) for skill in skills)


def _ranks(count: int, policy: Learning) -> tuple[int, int, int]:
    """Of so many kept values, furthest to the author's side first: which is the edge that most of
    them keep within, and between which it lies, as the binomial has it."""
    place = policy.within * count
    apart = policy.edge_deviations * sqrt(place * (1 - policy.within))
    ranks = floor(place - apart), ceil(round(place, 9)), ceil(place + apart)
    low, edge, high = (min(count, max(1, each)) - 1 for each in ranks)
    return low, edge, high


def of_habits(habits: Sequence[Habit], witnesses: Sequence[Witness]) -> list[Pattern]:
    """Words that editing keeps removing or adding, as patterns like the others."""
    times = {each.episode_id: each.at for each in witnesses}
    languages = Counter(each.account.language for each in witnesses)
    language = languages.most_common(1)[0][0] if languages else "zh"
    found = []
    for habit in habits:
        op, bound = (Op.LESS, 1) if habit.avoid else (Op.MORE, 0)
        weight = habit.weights
        links = [Link(each, True, weight.get(each, 1)) for each in habit.supporting]
        links += [Link(each, False, weight.get(each, 1)) for each in habit.contradicting]
        heard = [times[each.episode_id] for each in links]
        predicate = Predicate(PHRASE + habit.phrase, op, bound, "uses", habit.scene)
        found.append(
            Pattern(
                predicate, language, sqrt(len(links)), tuple(links), min(heard), max(heard), False
            )
        )
    return found
