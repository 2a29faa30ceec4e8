"""What a session leaves behind: episodes of what was said often enough, and no open run."""

from __future__ import annotations

import logging

from mohen.errors import MohenError
from mohen.flows import answer, record, settings
from mohen.flows.parts import Parts
from mohen.logic import attention, noting
from mohen.model.episode import Draft
from mohen.model.session import Focus, Kind, Settled, Working, WorkingItem

log = logging.getLogger(__name__)

SKILL = "session"
"""As the episodes name it that a session leaves behind."""


def settle(parts: Parts, left: Working) -> Settled:
    """What a session that was taken out leaves behind. Whatever fails, it has ended: an author
    who closes the book cannot be asked to wait."""
    failed: list[str] = []
    strong, episodes = _kept_signals(parts, left, failed)
    settled = Settled(
        session_id=left.session_id,
        project_id=left.project_id,
        episodes=episodes,
        discarded=len(left.items) - strong,
        abandoned=_abandoned(parts, left, failed),
        failed=tuple(failed),
    )
    log.info(
        "session settled: %d episodes, %d discarded, %d abandoned, %d failed",
        len(episodes),
        settled.discarded,
        settled.abandoned,
        len(failed),
    )
    return settled


def _kept_signals(parts: Parts, left: Working, failed: list[str]) -> tuple[int, tuple[str, ...]]:
    """How many signals were strong enough, and the episodes made of them (R10)."""
    if not left.of(Kind.SIGNAL):
        return 0, ()
    strong: list[WorkingItem] = []
    try:
        threshold = settings.load(parts).preference_learning_threshold
        strong = noting.reached(left, threshold)
        return len(strong), _episodes(parts, left, strong)
    except MohenError as error:
        log.error("a session's signals are lost: %s", error.code)
        failed.append(error.code)
        return len(strong), ()


def _episodes(parts: Parts, left: Working, strong: list[WorkingItem]) -> tuple[str, ...]:
    if not strong:
        return ()
    where = left.focus or Focus(at=left.began_at)
    about = noting.digest(
        attention.weighed(left, parts.clock.now(), parts.policy.session), parts.policy.session
    )
    said = [
        Draft(
            project_id=left.project_id,
            skill_used=SKILL,
            input_context=about,
            candidates=(),
            selected_index=-1,
            scene_type=where.scene_type,
            chapter_id=where.chapter_id,
            explicit=each.text,
            timestamp=each.touched_at,
        )
        for each in strong
    ]
    kept = record.settle(parts, left.project_id, said, around=where.text)
    return tuple(each.id for each in kept)


def _abandoned(parts: Parts, left: Working, failed: list[str]) -> int:
    """Runs of the session that nobody answered are no rejections (C84)."""
    try:
        opened = parts.generations.episodes_of(left.session_id, left.project_id)
        return answer.abandon(parts, opened)
    except MohenError as error:
        log.error("a session's open runs wait for the cleanup: %s", error.code)
        failed.append(error.code)
        return 0
