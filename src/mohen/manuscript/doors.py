"""Where projects live, and their files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.manuscript import chapters, new_project, projects
from mohen.manuscript.model import ChapterFile, Known, Listing, Manuscript, Project

if TYPE_CHECKING:
    from mohen.parts import Parts


class ProjectsDoor:
    """Where projects live, and their files."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def bind(self, project_id: str, folder: str) -> Listing:
        """Read a project's files from a folder from now on; answers what is there."""
        return projects.bind(self._parts, project_id, folder)

    def list(self) -> list[tuple[Project, bool]]:
        """Projects that have a folder, each with whether it is there now."""
        return projects.list_projects(self._parts)

    def known(self) -> Sequence[Known]:
        """Those, and all of which anything is remembered, with how much that is."""
        return projects.known(self._parts)

    def create(
        self, project_id: str, folder: str | None = None, title: str | None = None
    ) -> Listing:
        """Begin a project in a folder, or in one of its own in the home; answers what is there."""
        return new_project.create(self._parts, project_id, folder, title)

    def files(self, project_id: str) -> Listing:
        """What is in a project's folder, and what of it cannot be read and why."""
        return projects.files(self._parts, project_id)

    def unbind(self, project_id: str) -> bool:
        """Leave the folder alone from now on; answers whether the project had one."""
        return projects.unbind(self._parts, project_id)


# -- The chapters of a project, for whoever writes them.


class ChaptersDoor:
    """The chapters of a project, for whoever writes them."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def list(self, project_id: str) -> Manuscript:
        """In the order a reader counts."""
        return chapters.list_chapters(self._parts, project_id)

    def read(self, project_id: str, ref: str) -> ChapterFile:
        return chapters.read(self._parts, project_id, ref)

    def write(self, project_id: str, ref: str, text: str, version: str) -> ChapterFile:
        """All or nothing, and only over the version it was made from."""
        return chapters.write(self._parts, project_id, ref, text, version)

    def create(self, project_id: str, title: str) -> ChapterFile:
        """The next one; nothing is overwritten."""
        return chapters.create(self._parts, project_id, title)
