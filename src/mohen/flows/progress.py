"""What can be drawn of a memory: how an episode fades, what the author's edits cost over time."""

from __future__ import annotations

from mohen.errors import InvalidArgument, StoreError
from mohen.flows import browse, degradations
from mohen.flows.parts import Parts
from mohen.logic import cost, drafts, scenes
from mohen.logic import course as courses
from mohen.model.health import Reason
from mohen.model.progress import Costs, Course, Mark
from mohen.model.scope import Scope


def strength(parts: Parts, project_id: str, episode_id: str) -> Course:
    """From its making to the end of its life, by the formula that upkeep goes by."""
    episode = browse.get(parts, project_id, episode_id)
    return courses.course(episode, parts.clock.now(), parts.policy)


def edit_cost(
    parts: Parts,
    project_id: str | None = None,
    *,
    skill_used: str | None = None,
    scene_type: str | None = None,
    buckets: int | None = None,
) -> Costs:
    """In buckets of equally many episodes, so that each says as much as the others: a quiet month
    is no louder than a busy day."""
    drafts.check_ids(
        parts.policy.recording, projectId=project_id, skillUsed=skill_used, sceneType=scene_type
    )
    scope = None if project_id is None else Scope(project_id)
    pieces = parts.costs.pieces(
        scope,
        skill=skill_used,
        scene=None if scene_type is None else scenes.canonical(scene_type),
        buckets=_buckets(parts, buckets),
    )
    overall = cost.joined([each.cost for each in pieces])
    thirds = list(cost.grouped((each.third, each.cost) for each in pieces).values())
    enough = len(thirds) > 1
    return Costs(
        buckets=tuple(cost.grouped((each.bucket, each.cost) for each in pieces).values()),
        overall=overall,
        first=thirds[0] if enough else None,
        last=thirds[-1] if enough else None,
        marks=_marks(parts, scope, overall.since) if overall else (),
    )


def _buckets(parts: Parts, asked: int | None) -> int:
    bounds = parts.policy.pictures
    if asked is None:
        return bounds.cost_buckets
    if not 1 <= asked <= bounds.cost_buckets_max:
        raise InvalidArgument(
            f"buckets must be between 1 and {bounds.cost_buckets_max}", field="buckets"
        )
    return asked


def _marks(parts: Parts, scope: Scope | None, since: int) -> tuple[Mark, ...] | None:
    broken = [degradations.MIND_UNREADABLE]
    try:
        found = parts.costs.marks(scope, since=since, limit=parts.policy.pictures.cost_marks)
    except StoreError:
        parts.health.settle("edit cost", broken, among=[Reason.MIND_UNREADABLE])
        return None
    parts.health.settle("edit cost", [], among=[Reason.MIND_UNREADABLE])
    return tuple(found)
