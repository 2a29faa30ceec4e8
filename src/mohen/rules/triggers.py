"""When to distil: enough is new, the author is away, or a rule is contradicted (R38–R41).

Nothing is counted beside the episodes: what is due is read from them, so that it survives a
restart and several processes agree on it (C91).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.errors import Conflict
from mohen.rules.model import Origin, Rule, Trigger

if TYPE_CHECKING:
    from mohen.core.ports import Clock, Jobs
    from mohen.core.settings import UserSettings
    from mohen.episodes.measure import StyleMeasurer
    from mohen.policy import Policy
    from mohen.rules.distill import Distiller
    from mohen.rules.evidence_store import Counts, EvidenceStore
    from mohen.rules.pause import LearningPause
    from mohen.rules.store import RuleStore


log = logger(__name__)


class LearningTriggers:
    """Decides when to distil."""

    def __init__(
        self,
        *,
        clock: Clock,
        distiller: Distiller,
        evidence_store: EvidenceStore,
        jobs: Jobs,
        learning_pause: LearningPause,
        policy: Policy,
        rule_store: RuleStore,
        settings: UserSettings,
        style_measurer: StyleMeasurer,
    ) -> None:
        self._clock = clock
        self._distiller = distiller
        self._evidence_store = evidence_store
        self._jobs = jobs
        self._learning_pause = learning_pause
        self._policy = policy
        self._rule_store = rule_store
        self._settings = settings
        self._style_measurer = style_measurer

    def after_record(self, project_id: str) -> None:
        """Asked for after each record and undo; answered in the background."""
        vectors, learning = self._policy.vectors, self._policy.learning
        self._jobs.submit(
            f"watch {project_id}",
            lambda: self.watch(project_id),
            after_ms=vectors.embed_delay_ms,
            at_most_ms=vectors.embed_at_most_ms,
        )
        self._jobs.when_idle("idle", lambda: self.idle(), after_ms=learning.idle_ms)

    def watch(self, project_id: str) -> None:
        """Distil if enough is new (R38, C80), or if a rule's last episodes speak against it
        (C82)."""
        if not self._may(project_id):
            return
        counts, policy = self._distiller.counts(project_id), self._policy.learning
        if enough(counts, policy.young_looks, policy.every):
            self._distill(project_id, Trigger.BATCH)
        elif counts.new >= policy.contradicted_at and self._contradicted(project_id):
            self._distill(project_id, Trigger.CONTRADICTION)

    def idle(self) -> None:
        """The author is away: learn from whatever is new (R39)."""
        for project_id in self._evidence_store.projects():
            if self._may(project_id) and self._distiller.pending(project_id):
                self._distill(project_id, Trigger.IDLE)

    def _may(self, project_id: str) -> bool:
        learning = self._settings.get().preference_learning_enabled
        return learning and not self._learning_pause.is_paused(project_id)

    def _distill(self, project_id: str, trigger: Trigger) -> None:
        try:
            self._distiller.distill(project_id, trigger)
        except Conflict:
            log.info("distillation put off: another is running")  # what is new stays new

    def _contradicted(self, project_id: str) -> bool:
        here = self._rule_store.of(Scope(project_id))
        # Of one in conflict the author has been asked already: another look would ask nothing more.
        # What was asked for in words is not taken back by what is chosen.
        rules = [
            each
            for each in here
            if each.predicate and not each.in_conflict and each.origin is not Origin.LEARNED
        ]
        if not rules:
            return False
        self._style_measurer.catch_up()
        return any(self._spoken_against(project_id, rules))

    def _spoken_against(self, project_id: str, rules: list[Rule]) -> list[bool]:
        from mohen.rules.learner import Learner

        policy = self._policy.learning
        heard = self._distiller.witnesses(
            project_id, self._evidence_store.upto(project_id), newest=policy.contradicted_look
        )
        learner = Learner(heard, policy, self._policy.style, self._clock.now())
        return [
            learner.last_against(each.predicate, policy.contradicted_of) >= policy.contradicted_at
            for each in rules
            if each.predicate is not None
        ]


def enough(counts: Counts, young: tuple[int, ...], every: int) -> bool:
    """At 10, 25 and 50 episodes of a young project, then after every 50 new ones (C17, C80)."""
    return any(counts.seen < look <= counts.total for look in young) or counts.new >= every
