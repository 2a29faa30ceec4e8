"""What can be drawn of a memory over time."""

from __future__ import annotations

from mohen.flows import progress as progress_flow
from mohen.flows.parts import Parts
from mohen.model.progress import Costs, Course


class ProgressDoor:
    """What can be drawn of a memory over time."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def strength(self, project_id: str, episode_id: str) -> Course:
        """An episode's, from its making to the end of its life."""
        return progress_flow.strength(self._parts, project_id, episode_id)

    def edit_cost(
        self,
        project_id: str | None = None,
        *,
        skill_used: str | None = None,
        scene_type: str | None = None,
        buckets: int | None = None,
    ) -> Costs:
        """How much of the AI's texts the author had to change: of a project, or of all."""
        return progress_flow.edit_cost(
            self._parts,
            project_id,
            skill_used=skill_used,
            scene_type=scene_type,
            buckets=buckets,
        )
