"""What the author did with each suggestion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.episodes import progress
from mohen.episodes import recall as episodes_recall
from mohen.episodes import record as episodes_record
from mohen.episodes.model import Answer, Draft, Episode, Filter, Page, Question, Recorded
from mohen.episodes.progress import Costs, Course

if TYPE_CHECKING:
    from mohen.parts import Parts


class EpisodesDoor:
    """What the author did with each suggestion."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        recall = parts.policy.recall
        self._gate = episodes_recall.Gate(recall.concurrent_max, recall.retry_after_ms)

    def record(self, draft: Draft) -> Recorded:
        """Keep one interaction; on disk and findable when this returns."""
        return episodes_record.record(self._parts, draft)

    def undo(
        self,
        project_id: str,
        *,
        episode_id: str | None = None,
        generation_id: str | None = None,
        run_id: str | None = None,
    ) -> Recorded:
        """An accepted suggestion was taken back."""
        return episodes_record.undo(
            self._parts,
            project_id,
            episode_id=episode_id,
            generation_id=generation_id,
            run_id=run_id,
        )

    def get(self, project_id: str, episode_id: str) -> Episode:
        return episodes_record.get(self._parts, project_id, episode_id)

    def list(
        self,
        project_id: str,
        wanted: Filter | None = None,
        *,
        before: tuple[int, int] | None = None,
        limit: int | None = None,
    ) -> Page:
        """Newest first; `before` is the `after` of the page before."""
        return episodes_record.list_page(
            self._parts, project_id, wanted or Filter(), before=before, limit=limit
        )

    def query(self, question: Question) -> Answer:
        """The three to five episodes that matter most here, each with its reason."""
        with self._gate.entered():
            return episodes_recall.recall(self._parts, question)


# -- What can be drawn of a memory over time.


class ProgressDoor:
    """What can be drawn of a memory over time."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def strength(self, project_id: str, episode_id: str) -> Course:
        """An episode's, from its making to the end of its life."""
        return progress.strength(self._parts, project_id, episode_id)

    def edit_cost(
        self,
        project_id: str | None = None,
        *,
        skill_used: str | None = None,
        scene_type: str | None = None,
        buckets: int | None = None,
    ) -> Costs:
        """How much of the AI's texts the author had to change: of a project, or of all."""
        return progress.edit_cost(
            self._parts,
            project_id,
            skill_used=skill_used,
            scene_type=scene_type,
            buckets=buckets,
        )
