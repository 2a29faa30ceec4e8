"""The chapters of a project, for whoever writes them."""

from __future__ import annotations

from mohen.flows import chapters as chapters_flow
from mohen.flows.parts import Parts
from mohen.model.chapter import ChapterFile, Manuscript


class ChaptersDoor:
    """The chapters of a project, for whoever writes them."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def list(self, project_id: str) -> Manuscript:
        """In the order a reader counts."""
        return chapters_flow.list_chapters(self._parts, project_id)

    def read(self, project_id: str, ref: str) -> ChapterFile:
        return chapters_flow.read(self._parts, project_id, ref)

    def write(self, project_id: str, ref: str, text: str, version: str) -> ChapterFile:
        """All or nothing, and only over the version it was made from."""
        return chapters_flow.write(self._parts, project_id, ref, text, version)

    def create(self, project_id: str, title: str) -> ChapterFile:
        """The next one; nothing is overwritten."""
        return chapters_flow.create(self._parts, project_id, title)
