"""`memory.story`: what holds in the story, and what contradicts itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.story.consistency import ConsistencyCheck
    from mohen.story.graph_view import GraphView
    from mohen.story.ingest import StoryIngest


class Story:
    """What holds in the story, and what contradicts itself."""

    def __init__(
        self,
        *,
        consistency_check: ConsistencyCheck,
        graph_view: GraphView,
        story_ingest: StoryIngest,
    ) -> None:
        self.refresh = story_ingest.refresh
        self.query = graph_view.query
        self.path = graph_view.path
        self.export = graph_view.export
        self.put_entity = graph_view.put_entity
        self.put_relation = graph_view.put_relation
        self.put_state = graph_view.put_state
        self.delete = graph_view.delete
        self.check = consistency_check.check
        self.check_folder = consistency_check.check_folder
        self.exempt = consistency_check.exempt
        self.unexempt = consistency_check.unexempt
