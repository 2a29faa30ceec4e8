"""Looking at episodes one by one or by the page."""

from __future__ import annotations

from dataclasses import replace

from mohen.errors import NotFound, ScopeDenied
from mohen.flows.parts import Parts
from mohen.logic import drafts, paging, scenes
from mohen.model.episode import Episode, Filter, Page
from mohen.model.scope import Scope


def get(parts: Parts, project_id: str, episode_id: str) -> Episode:
    drafts.check_ids(parts.policy.recording, projectId=project_id, episodeId=episode_id)
    found = own(Scope(project_id), parts.episodes.get(id=episode_id))
    if not found:
        raise NotFound("no such episode", field="episodeId")
    return found[0]


def own(scope: Scope, found: list[Episode]) -> list[Episode]:
    """The project's own of what was found; only others' means the door is shut (C92)."""
    mine = [each for each in found if each.project_id == scope.project_id]
    if found and not mine:
        raise ScopeDenied("the item belongs to another project")
    return mine


def list_page(
    parts: Parts,
    project_id: str,
    wanted: Filter,
    *,
    before: tuple[int, int] | None = None,
    limit: int | None = None,
) -> Page:
    drafts.check_ids(
        parts.policy.recording,
        projectId=project_id,
        sceneType=wanted.scene_type,
        skillUsed=wanted.skill_used,
        chapterId=wanted.chapter_id,
    )
    drafts.check_moments(parts.policy.recording, since=wanted.since, until=wanted.until)
    bounds = parts.policy.paging
    size = paging.size(limit, default=bounds.list_default, most=bounds.list_max)
    if wanted.scene_type is not None:
        wanted = replace(wanted, scene_type=scenes.canonical(wanted.scene_type))
    return parts.episodes.page(Scope(project_id), wanted, before=before, limit=size)
