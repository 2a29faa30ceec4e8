"""When to distil: enough is new, the author is away, or a rule is contradicted (R38–R41).

Nothing is counted beside the episodes: what is due is read from them, so that it survives a
restart and several processes agree on it (C91).
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from mohen.core import settings
from mohen.core.scope import Scope
from mohen.episodes import measure
from mohen.errors import Conflict
from mohen.rules import distill, pause
from mohen.rules.evidence_store import Counts
from mohen.rules.model import Rule, Trigger

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)


def after_record(parts: Parts, project_id: str) -> None:
    """Asked for after each record and undo; answered in the background."""
    vectors, learning = parts.policy.vectors, parts.policy.learning
    parts.jobs.submit(
        f"watch {project_id}",
        lambda: watch(parts, project_id),
        after_ms=vectors.embed_delay_ms,
        at_most_ms=vectors.embed_at_most_ms,
    )
    parts.jobs.when_idle("idle", lambda: idle(parts), after_ms=learning.idle_ms)


def watch(parts: Parts, project_id: str) -> None:
    """Distil if enough is new (R38, C80), or if a rule's last episodes speak against it (C82)."""
    if not _may(parts, project_id):
        return
    counts, policy = distill.counts(parts, project_id), parts.policy.learning
    if enough(counts, policy.young_looks, policy.every):
        _distill(parts, project_id, Trigger.BATCH)
    elif counts.new >= policy.contradicted_at and _contradicted(parts, project_id):
        _distill(parts, project_id, Trigger.CONTRADICTION)


def idle(parts: Parts) -> None:
    """The author is away: learn from whatever is new (R39)."""
    for project_id in parts.testimonies.projects():
        if _may(parts, project_id) and distill.pending(parts, project_id):
            _distill(parts, project_id, Trigger.IDLE)


def enough(counts: Counts, young: tuple[int, ...], every: int) -> bool:
    """At 10, 25 and 50 episodes of a young project, then after every 50 new ones (C17, C80)."""
    return any(counts.seen < look <= counts.total for look in young) or counts.new >= every


def _may(parts: Parts, project_id: str) -> bool:
    learning = settings.load(parts).preference_learning_enabled
    return learning and not pause.is_paused(parts, project_id)


def _distill(parts: Parts, project_id: str, trigger: Trigger) -> None:
    try:
        distill.distill(parts, project_id, trigger)
    except Conflict:
        log.info("distillation put off: another is running")  # what is new stays new


def _contradicted(parts: Parts, project_id: str) -> bool:
    here = parts.rules.of(Scope(project_id))
    # Of one in conflict the author has been asked already: another look would ask nothing more.
    rules = [each for each in here if each.predicate and not each.in_conflict]
    if not rules:
        return False
    measure.catch_up(parts)
    return any(_spoken_against(parts, project_id, rules))


def _spoken_against(parts: Parts, project_id: str, rules: list[Rule]) -> list[bool]:
    from mohen.rules import distill  # brings numpy
    from mohen.rules.learner import Learner

    policy = parts.policy.learning
    heard = distill.witnesses(
        parts, project_id, parts.testimonies.upto(project_id), newest=policy.contradicted_look
    )
    learner = Learner(heard, policy, parts.policy.style, parts.clock.now())
    return [
        learner.last_against(each.predicate, policy.contradicted_of) >= policy.contradicted_at
        for each in rules
        if each.predicate is not None
    ]
