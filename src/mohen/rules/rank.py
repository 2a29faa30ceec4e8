"""How likely the author takes each of several candidates, and why (C111, C114)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from mohen.core import health
from mohen.core.degradation import Degradation
from mohen.core.values import dataclass
from mohen.episodes import validate
from mohen.episodes.model import Draft
from mohen.episodes.record import scene_of
from mohen.errors import InvalidArgument, StoreError
from mohen.rules import compliance, taste_text
from mohen.rules.model import Moved, Op, Predicate, Ranked, Rated, Rule
from mohen.text import sentences, style
from mohen.text.style import WHOLE

if TYPE_CHECKING:
    from mohen.core.health import Health
    from mohen.core.settings import UserSettings
    from mohen.policy import Policy
    from mohen.rules.evidence_store import EvidenceStore, Testimony
    from mohen.rules.pause import LearningPause
    from mohen.rules.store import RuleStore
    from mohen.rules.taste import Doubles, Taste

T = TypeVar("T")
Said = Callable[[str, Op], tuple[bool, str | None]]

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
        settings: UserSettings,
    ) -> None:
        self._evidence_store = evidence_store
        self._health = health
        self._learning_pause = learning_pause
        self._policy = policy
        self._rule_store = rule_store
        self._settings = settings
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._book: tuple[object, Sequence[Rule]] = None, ()
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
        broken: list[Degradation] = []
        ranked = self._ranked(asked, scene_of(asked, self._policy.scenes), broken)
        self._health.settle("taste", broken, among=[each.reason for each in _LOSSES])
        return replace(ranked, degradations=tuple(broken))

    def _ranked(self, asked: Draft, scene: str, broken: list[Degradation]) -> Ranked:
        from mohen.rules import taste as tastes  # this brings numpy

        fresh = tastes.Taste(self._policy.taste)
        since = self._or(
            lambda: self._learning_pause.state(asked.project_id).since, None, _MIND, broken
        )
        with self._lock:
            learned = self._or(
                lambda: self._learned(asked.project_id, since), fresh, _EPISODES, broken
            )
            slope, proof = learned.slope(scene, asked.skill_used), learned.proof()
        shown = tastes.leaning(
            [style.measure(each, self._policy.style) for each in asked.candidates],
            [sentences.is_ended(each) for each in asked.candidates],
            self._policy.taste,
            self._policy.style,
        )
        if shown is None:  # they have nothing in common that could be compared
            count = len(asked.candidates)
            alike = [Rated(at, 1 / count, at + 1, ()) for at in range(count)]
            return Ranked(tuple(alike), scene, proof)
        chances = tastes.chances(shown, slope).tolist()
        order = sorted(range(len(chances)), key=lambda at: -round(chances[at], _DIGITS))

        def rated(said: Said) -> tuple[Rated, ...]:
            reasons = [self._moved(row, slope, fresh.usual, said) for row in shown]
            return tuple(
                Rated(at, chance, order.index(at) + 1, reasons[at])
                for at, chance in enumerate(chances)
            )

        unsaid = rated(lambda _name, _way: (False, None))
        return Ranked(
            self._or(lambda: rated(self._said(asked, scene)), unsaid, _MIND, broken), scene, proof
        )

    def _moved(self, row: Doubles, slope: Doubles, usual: Doubles, said: Said) -> tuple[Moved, ...]:
        """What counts most, but for what the author does not want to be told."""
        from mohen.rules.taste import SHOWN

        policy, effects = self._policy.taste, (row * slope).tolist()
        found: list[Moved] = []
        for at in sorted(range(len(SHOWN)), key=lambda at: -abs(effects[at])):
            if abs(effects[at]) < policy.reason_least or len(found) == policy.reasons:
                break
            name, weight = SHOWN[at], float(slope[at])
            barred, rule = said(name, Op.MORE if weight > 0 else Op.LESS)
            if not barred:
                own = bool(abs(weight - usual[at]) > abs(usual[at]))
                words = taste_text.moved(name, float(row[at]), weight, own=own)
                found.append(Moved(name, round(effects[at], 2), own, words, rule))
        return tuple(found)

    # -- what was learned

    def _learned(self, project_id: str, until: int | None) -> Taste:
        """As of now. What came since is learned where it stopped; from the beginning, where
        something before that was changed or has gone."""
        from mohen.rules.taste import Taste

        moment = self._evidence_store.moment(), until
        kept = self._kept.get(project_id)
        if kept is not None and kept.moment == moment:
            return kept.taste
        heard = self._heard(project_id, until)
        keys = [_key(each) for each in heard]
        known = 0 if kept is None else len(kept.heard)
        if kept is None or kept.heard != keys[:known]:
            kept, known = _Kept(moment, [], Taste(self._policy.taste)), 0
        self._kept.pop(project_id, None)  # what is learned by half is not kept
        for each in heard[known:]:
            self._learn(kept.taste, each)
        kept.moment, kept.heard = moment, keys
        self._kept[project_id] = kept
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

    def _said(self, asked: Draft, scene: str) -> Said:
        """Of a feature and a direction: whether the author barred it, and which rule says it."""
        from mohen.rules.distill import Bars

        project_id, skill = asked.project_id, asked.skill_used
        bars = Bars(self._rule_store, project_id, self._settings.redaction_key())
        rules = {
            (each.predicate.feature, each.predicate.op): each.id
            for each in reversed(self._rules(project_id))
            if each.predicate is not None
            and each.predicate.part is None
            and compliance.applies(each.predicate, scene, skill)
        }

        @cache
        def said(name: str, way: Op) -> tuple[bool, str | None]:
            feature = WHOLE if name == taste_text.LONGER else name
            barred = bars.bar(Predicate(feature, way, 0, "", scene, skill))
            return barred, rules.get((feature, way))

        return said

    def _rules(self, project_id: str) -> Sequence[Rule]:
        """Read again when any rule has changed."""
        moment = project_id, self._rule_store.stamp()
        if self._book[0] != moment:
            self._book = moment, self._rule_store.seen_from(project_id)
        return self._book[1]

    def _or(
        self, ask: Callable[[], T], instead: T, loss: Degradation, broken: list[Degradation]
    ) -> T:
        try:
            return ask()
        except StoreError:
            if loss not in broken:
                broken.append(loss)
            return instead


_LOSSES = _EPISODES, _MIND = health.EPISODES_UNREADABLE, health.MIND_UNREADABLE
_DIGITS = 9


def _key(told: Testimony) -> tuple[object, ...]:
    return told.episode_id, told.scene, told.undone, hash(told.evidence)
