"""How likely the author takes each of several candidates, and why (C111, C114)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from mohen.core import health
from mohen.core.degradation import Degradation
from mohen.core.values import dataclass
from mohen.episodes import validate
from mohen.episodes.model import Draft
from mohen.episodes.record import scene_of
from mohen.errors import InvalidArgument, StoreError
from mohen.rules import compliance, taste_text
from mohen.rules.model import Moved, Op, Ranked, Rated, Rule
from mohen.text import sentences, style

if TYPE_CHECKING:
    from mohen.core.health import Health
    from mohen.policy import Policy
    from mohen.rules.evidence_store import EvidenceStore, Testimony
    from mohen.rules.pause import LearningPause
    from mohen.rules.store import RuleStore
    from mohen.rules.taste import Doubles, Taste

T = TypeVar("T")

_ANY = "any"  # in place of a skill that nobody named


@dataclass(slots=True)
class _Kept:
    """A project's taste as of a moment, and the choices that it was learned from, by what tells
    whether one is another: nothing that was chosen stays in memory."""

    moment: object
    heard: list[tuple[object, ...]]
    taste: Taste


class Taster:
    """Tells how likely the author takes each of several candidates."""

    def __init__(
        self,
        *,
        evidence_store: EvidenceStore,
        health: Health,
        learning_pause: LearningPause,
        policy: Policy,
        rule_store: RuleStore,
    ) -> None:
        self._evidence_store = evidence_store
        self._health = health
        self._learning_pause = learning_pause
        self._policy = policy
        self._rule_store = rule_store
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    def rank(
        self,
        candidates: Sequence[str],
        context: str = "",
        *,
        project_id: str,
        scene_type: str | None = None,
        skill_used: str | None = None,
    ) -> Ranked:
        """`context`: the text before them. What is known of the author there is asked; nothing is
        kept of the question."""
        from mohen.rules import taste as tastes  # this brings numpy

        asked = Draft(
            project_id=project_id,
            skill_used=_ANY if skill_used is None else skill_used,
            input_context=context,
            candidates=tuple(candidates),
            selected_index=-1,
            scene_type=scene_type,
        )
        asked = validate.check(asked, self._policy.recording)
        if not asked.candidates:
            raise InvalidArgument("candidates must say something", field="candidates")
        scene = scene_of(asked, self._policy.scenes)
        broken: list[Degradation] = []
        with self._lock:
            taste = self._taste(project_id, broken)
            usual, slope = taste.usual, taste.slope(scene, asked.skill_used)
            proof = taste.proof()
        shown = tastes.leaning(
            [style.measure(each, self._policy.style) for each in asked.candidates],
            [sentences.is_ended(each) for each in asked.candidates],
            self._policy.taste,
            self._policy.style,
        )
        if shown is None:  # they have nothing in common that could be compared
            count = len(asked.candidates)
            rated = [Rated(at, 1 / count, at + 1, ()) for at in range(count)]
            return Ranked(tuple(rated), scene, proof, tuple(broken))
        rules = self._rules(project_id, scene, asked.skill_used, broken)
        chances = tastes.chances(shown, slope).tolist()
        order = sorted(range(len(chances)), key=lambda at: -round(chances[at], _DIGITS))
        rated = [
            Rated(at, chances[at], order.index(at) + 1, self._moved(row, slope, usual, rules))
            for at, row in enumerate(shown)
        ]
        return Ranked(tuple(rated), scene, proof, tuple(broken))

    def _moved(
        self, row: Doubles, slope: Doubles, usual: Doubles, rules: Sequence[Rule]
    ) -> tuple[Moved, ...]:
        from mohen.rules.taste import SHOWN

        policy, effects = self._policy.taste, row * slope
        most = sorted(range(len(SHOWN)), key=lambda at: -abs(effects[at]))[: policy.reasons]
        found = []
        for at in most:
            weight, effect = float(slope[at]), float(effects[at])
            if abs(effect) < policy.reason_least:
                break
            own = abs(weight - usual[at]) > abs(usual[at])
            words = taste_text.moved(SHOWN[at], float(row[at]), weight, own=bool(own))
            rule = _saying(rules, SHOWN[at], weight)
            found.append(Moved(SHOWN[at], round(effect, 2), bool(own), words, rule))
        return tuple(found)

    # -- what was learned

    def _taste(self, project_id: str, broken: list[Degradation]) -> Taste:
        from mohen.rules.taste import Taste

        fresh = Taste(self._policy.taste)
        return self._or(
            lambda: self._learned(project_id), fresh, health.EPISODES_UNREADABLE, broken
        )

    def _learned(self, project_id: str) -> Taste:
        """As of now. What came since is learned where it stopped; from the beginning, where
        something before that was changed or has gone."""
        from mohen.rules.taste import Taste

        paused = self._learning_pause.state(project_id)
        moment = self._evidence_store.moment(), paused.since
        kept = self._kept.get(project_id)
        if kept is not None and kept.moment == moment:
            return kept.taste
        heard = self._heard(project_id, paused.since)
        keys = [_key(each) for each in heard]
        known = 0 if kept is None else len(kept.heard)
        if kept is None or kept.heard != keys[:known]:
            kept, known = _Kept(moment, [], Taste(self._policy.taste)), 0
        for each in heard[known:]:
            self._learn(kept.taste, each)
        kept.moment, kept.heard = moment, keys
        self._kept[project_id] = kept
        self._kept.move_to_end(project_id)
        while len(self._kept) > self._policy.taste.projects:
            self._kept.popitem(last=False)
        return kept.taste

    def _heard(self, project_id: str, until: int | None) -> list[Testimony]:
        """The newest choices. The window moves by steps, or each choice would begin a new one."""
        policy = self._policy.taste
        beyond = self._evidence_store.choices(project_id) - policy.window
        skipped = -(-max(0, beyond) // policy.window_step) * policy.window_step
        found = self._evidence_store.chosen(project_id, after=skipped)
        return [each for each in found if until is None or each.timestamp <= until]

    def _learn(self, taste: Taste, told: Testimony) -> None:
        """What was taken back was not wanted, and says nothing of what would have been."""
        from mohen.rules import taste as tastes
        from mohen.rules.comparisons import Account

        if told.undone or told.selected_index is None:
            return
        account = Account.read(told.evidence)
        made = tastes.choice(
            account,
            told.selected_index,
            told.scene_before(account.version),
            told.skill,
            self._policy.taste,
            self._policy.style,
        )
        if made is not None:
            taste.learn(made)

    # -- what says the same

    def _rules(
        self, project_id: str, scene: str, skill: str, broken: list[Degradation]
    ) -> list[Rule]:
        seen = self._or(
            lambda: self._rule_store.seen_from(project_id), [], health.MIND_UNREADABLE, broken
        )
        return [
            each
            for each in seen
            if each.predicate is not None
            and each.predicate.part is None
            and compliance.applies(each.predicate, scene, skill)
        ]

    def _or(
        self, ask: Callable[[], T], instead: T, loss: Degradation, broken: list[Degradation]
    ) -> T:
        try:
            answer = ask()
        except StoreError:
            broken.append(loss)
            self._health.settle("taste", [loss], among=[loss.reason])
            return instead
        self._health.settle("taste", [], among=[loss.reason])
        return answer


_DIGITS = 9


def _key(told: Testimony) -> tuple[object, ...]:
    return told.episode_id, told.scene, told.undone, hash(told.evidence)


def _saying(rules: Sequence[Rule], feature: str, weight: float) -> str | None:
    way = Op.MORE if weight > 0 else Op.LESS
    told = (
        each.id
        for each in rules
        if each.predicate is not None
        and (each.predicate.feature, each.predicate.op) == (feature, way)
    )
    return next(told, None)
