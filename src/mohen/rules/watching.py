"""Rules in the making: what an author seems to want, and about how much is missing to its proof.

Nothing here is a rule, and nothing of it enters a prompt: much of what leans one way in a few
episodes is chance. How much is missing is told by the very test that a rule has to pass, as if the
author went on as they have so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.scope import Scope
from mohen.core.values import dataclass
from mohen.rules import labels, rule_parser, rule_text
from mohen.rules.conflicts import normal
from mohen.rules.distill import Bars, heard_out
from mohen.rules.model import Watched, Watchlist
from mohen.text.default_rules import Category

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.policy import Policy
    from mohen.rules.comparisons import Witness
    from mohen.rules.distill import Distiller
    from mohen.rules.evidence_store import EvidenceStore
    from mohen.rules.label_store import LabelStore
    from mohen.rules.learner import Pattern
    from mohen.rules.model import Predicate, Rule
    from mohen.rules.store import RuleStore


@dataclass(frozen=True, slots=True)
class Leaning:
    """A pattern on its way to a rule: so many episodes for it would do."""

    pattern: Pattern
    needed: int
    about: bool = True

    @property
    def seen(self) -> int:
        return _supporting(self.pattern)


class Watching:
    """Says what is being watched in a project."""

    def __init__(
        self,
        *,
        clock: Clock,
        distiller: Distiller,
        evidence_store: EvidenceStore,
        label_store: LabelStore,
        mind_db: Database,
        policy: Policy,
        rule_store: RuleStore,
        settings: UserSettings,
    ) -> None:
        self._clock = clock
        self._distiller = distiller
        self._evidence_store = evidence_store
        self._label_store = label_store
        self._mind_db = mind_db
        self._policy = policy
        self._rule_store = rule_store
        self._settings = settings
        self._last: tuple[object, Watchlist] | None = None

    def watching(self, project_id: str) -> Watchlist:
        """The nearest to a rule first. Looks at the latest episodes only, where there are very
        many: what these do not prove is far from a rule."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        stamp = project_id, self._evidence_store.moment(), self._mind_db.opened, self._mind()
        if self._last is None or self._last[0] != stamp:
            self._last = stamp, self._look(project_id)
        return self._last[1]

    def _mind(self) -> object:
        with self._mind_db.read() as reader:
            counted = self._label_store.counted(reader)
        return self._rule_store.stamp(), counted, self._settings.get()

    def _look(self, project_id: str) -> Watchlist:
        upto = self._evidence_store.upto(project_id)
        newest = self._policy.learning.watched_episodes
        heard = self._distiller.witnesses(project_id, upto, newest=newest)
        rules = [*self._rule_store.of(Scope(project_id)), *self._rule_store.of(Scope())]
        bars = Bars(self._rule_store, project_id, self._settings.redaction_key())
        found = leanings(heard, bars.bar, self._policy, self._clock.now()) if heard else []
        told = [_told(each) for each in found if _is_news(each.pattern.predicate, rules)]
        told += self._labelled(project_id, rules, bars)
        told.sort(key=lambda each: (-each.seen / each.needed, -each.seen))
        return Watchlist(tuple(told[: self._policy.learning.watched_most]), len(heard))

    def _labelled(self, project_id: str, rules: Sequence[Rule], bars: Bars) -> Iterator[Watched]:
        """Labels that were given, but not often enough: that is counted, not estimated."""
        settings = self._settings.get()
        if not settings.preference_learning_enabled:
            return
        policy, needed = self._policy.entries, settings.preference_learning_threshold
        known = {normal(each.text) for each in rules}
        with self._mind_db.read() as reader:
            counts = self._label_store.counts(reader, Scope(project_id))
        for acts in labels.gathered(counts).values():
            score = labels.score(acts, policy)
            text = acts.label if score > 0 else labels.against(acts.label)
            hidden = acts.label.startswith("#")  # of privacy mode: nobody can read it
            if hidden or not 0 < abs(score) < needed or normal(text) in known:
                continue
            if not bars.bar_text(text):
                tally = labels.tally(acts, wanted=score > 0, policy=policy)
                yield Watched(
                    words=(text, text),
                    category=_group(text),
                    seen=int(abs(score)),
                    against=tally.contradicting,
                    needed=needed,
                    about=False,
                )


def _group(text: str) -> Category:
    found = rule_parser.read(text)
    return Category.STYLE if found is None else rule_text.category(found.feature)


def leanings(
    heard: Sequence[Witness], barred: Callable[[Predicate], bool], policy: Policy, now: int
) -> list[Leaning]:
    """What episodes lean to; what they prove already becomes a rule when a distillation looks.
    Nothing is read or written."""
    from threadpoolctl import threadpool_limits

    from mohen.rules import learner as rules_learner
    from mohen.rules import left_standing, wishes, word_habits

    threadpool_limits(1, user_api="blas")
    learning = policy.learning
    listened = heard_out(heard, policy, now, barred)
    learner, telling = listened.learner, listened.telling
    proven = [*listened.asked, *learner.find(), *rules_learner.of_habits(listened.words, heard)]
    found = [Leaning(each, _supporting(each), about=False) for each in proven]
    said = wishes.find(heard, replace(learning, wish_episodes=1), policy.style)
    found += [Leaning(each, learning.wish_episodes, about=False) for each in said]
    partly = word_habits.find(listened.worded, policy.measuring, partly=learning.watched_from)
    for habit in partly:
        [pattern] = rules_learner.of_habits([habit], heard)
        found.append(Leaning(pattern, habit.needed))
    found += [Leaning(each, needed) for each, needed in learner.making()]
    nearest: dict[str, Leaning] = {}
    for each in sorted(found, key=lambda each: -each.seen / each.needed):
        wanted = each.pattern.predicate
        left = left_standing.is_left(each.pattern, telling, learning)
        left = left or learner.by_lot(each.pattern)
        if not (left or barred(wanted) or rule_text.is_idle(wanted)):
            nearest.setdefault(wanted.feature, each)
    return list(nearest.values())


def _supporting(pattern: Pattern) -> int:
    return sum(each.supports for each in pattern.links)


def _is_news(wanted: Predicate, rules: Sequence[Rule]) -> bool:
    """Whether no rule speaks of it already, whichever way."""
    told = [each.predicate for each in rules if each.predicate is not None]
    return not any(
        each.feature == wanted.feature and each.scene_type in (None, wanted.scene_type)
        for each in told
    )


def _told(leaning: Leaning) -> Watched:
    found = leaning.pattern.predicate
    value = rule_text.round_boundary(found.feature, found.value, found.op)
    predicate, own = replace(found, value=value), leaning.pattern.own
    brief = rule_text.briefly(predicate)
    beside = None if own is None else rule_text.compared(predicate, own)
    return Watched(
        words=(brief.en, brief.zh),
        category=brief.category,
        scene_type=found.scene_type,
        seen=leaning.seen,
        against=len(leaning.pattern.links) - leaning.seen,
        needed=leaning.needed,
        about=leaning.about,
        compared=None if beside is None else (beside.en, beside.zh),
    )
