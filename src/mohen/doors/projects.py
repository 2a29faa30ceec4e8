"""Where projects live, and their files."""

from __future__ import annotations

from mohen.flows import projects as projects_flow
from mohen.flows.parts import Parts
from mohen.model.project import Listing, Project


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

    def files(self, project_id: str) -> Listing:
        """What is in a project's folder, and what of it cannot be read and why."""
        return projects_flow.files(self._parts, project_id)

    def unbind(self, project_id: str) -> bool:
        """Leave the folder alone from now on; answers whether the project had one."""
        return projects_flow.unbind(self._parts, project_id)
