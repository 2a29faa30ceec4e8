"""What holds in the story, and what contradicts itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mohen.story import consistency, graph_view, ingest
from mohen.story.model import (
    NOWHERE,
    Checked,
    ContextLevel,
    Contradiction,
    Entity,
    EntityType,
    Evidence,
    Refreshed,
    Relation,
    Said,
    State,
    Subgraph,
)

if TYPE_CHECKING:
    from mohen.parts import Parts


class StoryDoor:
    """What holds in the story, and what contradicts itself."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def query(
        self,
        project_id: str,
        *,
        entity: str | None = None,
        kind: EntityType | None = None,
        at: str | None = None,
        depth: int = 1,
    ) -> Subgraph:
        """What stands around an entity, or everything of a kind, as of a chapter or a date."""
        return graph_view.query(
            self._parts, project_id, entity=entity, kind=kind, at=at, depth=depth
        )

    def path(
        self, project_id: str, start: str, end: str, *, max_depth: int | None = None
    ) -> Subgraph | None:
        """The shortest way from one entity to another; None where there is none."""
        return graph_view.path(self._parts, project_id, start, end, most=max_depth)

    def export(self, project_id: str, form: str = "json") -> str:
        """The whole graph as `json`, `dot` or `mermaid`."""
        return graph_view.export(self._parts, project_id, form)

    def refresh(self, project_id: str) -> Refreshed:
        """Read what has changed in the project's files."""
        return ingest.refresh(self._parts, project_id)

    def check(
        self, project_id: str, *, chapter: str | None = None, since: str | None = None
    ) -> Checked:
        """What contradicts itself, each with both places that say so."""
        return consistency.check(self._parts, project_id, chapter=chapter, since=since)

    def check_folder(self, folder: str) -> Checked:
        """The same for a folder that belongs to no project; nothing of it is kept."""
        return consistency.check_folder(self._parts, folder)

    def exempt(self, project_id: str, finding_id: str, reason: str = "") -> Contradiction:
        """It is meant: shown as such until the text that it rests on changes."""
        return consistency.exempt(self._parts, project_id, finding_id, reason)

    def unexempt(self, project_id: str, finding_id: str) -> bool:
        """Whether it was exempt."""
        return consistency.unexempt(self._parts, project_id, finding_id)

    def put_entity(
        self,
        project_id: str,
        name: str,
        kind: EntityType,
        *,
        aliases: Sequence[str] = (),
        level: ContextLevel = ContextLevel.WHEN_DETECTED,
        attributes: Mapping[str, str] | None = None,
        evidence: Evidence = NOWHERE,
    ) -> Entity:
        """Add an entity by hand, or say anew what it is."""
        return graph_view.put_entity(
            self._parts,
            project_id,
            name,
            kind,
            aliases=aliases,
            level=level,
            attributes=attributes,
            evidence=evidence,
        )

    def put_relation(
        self, project_id: str, source: str, kind: str, target: str, said: Said
    ) -> Relation:
        return graph_view.put_relation(self._parts, project_id, source, kind, target, said)

    def put_state(
        self, project_id: str, entity: str, attribute: str, value: str, said: Said
    ) -> State:
        return graph_view.put_state(self._parts, project_id, entity, attribute, value, said)

    def delete(self, project_id: str, id: str, *, operator: str | None = None) -> tuple[int, bool]:
        """Take back what was added by hand: how many facts went, and whether all trace is gone."""
        return graph_view.delete(self._parts, project_id, id, operator=operator)
