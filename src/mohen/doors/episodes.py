"""What the author did with each suggestion."""

from __future__ import annotations

from mohen.flows import browse
from mohen.flows import recall as recall_flow
from mohen.flows import record as record_flow
from mohen.flows import undo as undo_flow
from mohen.flows.parts import Parts
from mohen.model.episode import Draft, Episode, Filter, Page, Recorded
from mohen.model.recall import Answer, Question


class EpisodesDoor:
    """What the author did with each suggestion."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        recall = parts.policy.recall
        self._gate = recall_flow.Gate(recall.concurrent_max, recall.retry_after_ms)

    def record(self, draft: Draft) -> Recorded:
        """Keep one interaction; on disk and findable when this returns."""
        return record_flow.record(self._parts, draft)

    def undo(
        self,
        project_id: str,
        *,
        episode_id: str | None = None,
        generation_id: str | None = None,
        run_id: str | None = None,
    ) -> Recorded:
        """An accepted suggestion was taken back."""
        return undo_flow.undo(
            self._parts,
            project_id,
            episode_id=episode_id,
            generation_id=generation_id,
            run_id=run_id,
        )

    def get(self, project_id: str, episode_id: str) -> Episode:
        return browse.get(self._parts, project_id, episode_id)

    def list(
        self,
        project_id: str,
        wanted: Filter | None = None,
        *,
        before: tuple[int, int] | None = None,
        limit: int | None = None,
    ) -> Page:
        """Newest first; `before` is the `after` of the page before."""
        return browse.list_page(
            self._parts, project_id, wanted or Filter(), before=before, limit=limit
        )

    def query(self, question: Question) -> Answer:
        """The three to five episodes that matter most here, each with its reason."""
        with self._gate.entered():
            return recall_flow.recall(self._parts, question)
