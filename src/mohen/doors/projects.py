"""Where projects live, and their files."""

from __future__ import annotations

from collections.abc import Sequence

from mohen.flows import new_project
from mohen.flows import projects as projects_flow
from mohen.flows.parts import Parts
from mohen.model.project import Known, Listing, Project


class ProjectsDoor:
    """Where projects live, and their files."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def bind(self, project_id: str, folder: str) -> Listing:
        """Read a project's files from a folder from now on; answers what is there."""
        return projects_flow.bind(self._parts, project_id, folder)

    def list(self) -> list[tuple[Project, bool]]:
        """Projects that have a folder, each with whether it is there now."""
        return projects_flow.list_projects(self._parts)

    def known(self) -> Sequence[Known]:
        """Those, and all of which anything is remembered, with how much that is."""
        return projects_flow.known(self._parts)

    def create(
        self, project_id: str, folder: str | None = None, title: str | None = None
    ) -> Listing:
        """Begin a project in a folder, or in one of its own in the home; answers what is there."""
        return new_project.create(self._parts, project_id, folder, title)

    def files(self, project_id: str) -> Listing:
        """What is in a project's folder, and what of it cannot be read and why."""
        return projects_flow.files(self._parts, project_id)

    def unbind(self, project_id: str) -> bool:
        """Leave the folder alone from now on; answers whether the project had one."""
        return projects_flow.unbind(self._parts, project_id)
