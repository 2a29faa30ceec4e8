"""A new project: in a folder of the author's choice, or in one of its own in the home."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mohen.core import calls, validation
from mohen.errors import Conflict, InvalidArgument
from mohen.manuscript import chapter_names, store
from mohen.manuscript.model import FileKind, Listing

if TYPE_CHECKING:
    from mohen.core.home import Home
    from mohen.manuscript.chapters import Chapters
    from mohen.manuscript.ports import FolderAt
    from mohen.manuscript.projects import Projects
    from mohen.manuscript.store import FolderStore
    from mohen.policy import Policy


class ProjectList:
    """`memory.projects`: where projects live, their files, and how one begins."""

    def __init__(
        self,
        *,
        chapters: Chapters,
        folder_at: FolderAt,
        folder_store: FolderStore,
        home: Home,
        policy: Policy,
        projects: Projects,
    ) -> None:
        self._chapters = chapters
        self._folder_at = folder_at
        self._folder_store = folder_store
        self._home = home
        self._policy = policy
        self._projects = projects
        self.bind = projects.bind
        self.list = projects.list_projects
        self.known = projects.known
        self.files = projects.files
        self.unbind = projects.unbind

    def create(
        self, project_id: str, folder: str | None = None, title: str | None = None
    ) -> Listing:
        """Begin a project; answers what is in its folder. A folder that is made for it begins with
        a first chapter."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        first = self._chapters.check_title(title or chapter_names.first_title(project_id))
        if self._folder_store.get(project_id) is not None:
            raise Conflict(
                "the project has a folder already: bind it to another", field="projectId"
            )
        where = self.own_folder(project_id) if folder is None else self._chosen(folder)
        if str(where) in {each.folder for each in self._folder_store.all()}:
            raise Conflict("the folder belongs to another project", field="folder")
        calls.begin()
        made = store.make(where, private=folder is None)
        opened = self._folder_at(str(where))
        if (made or folder is None) and not opened.files(FileKind.CHAPTER):
            self._chapters.begin(project_id, opened, first)
        return self._projects.bind(project_id, str(where))

    def own_folder(self, project_id: str) -> Path:
        """Where a project lives that was given no folder, whether it is there yet or not."""
        home = store.real(str(self._home.path)) or self._home.path
        room = self._home.room(chapter_names.folder_name(project_id, self._policy.files))
        return home / room.relative_to(self._home.path)

    def _chosen(self, folder: str) -> Path:
        """A folder that is there, or may be made where the one above it is."""
        if not Path(folder).is_absolute() or "\0" in folder:
            raise InvalidArgument("folder must be an absolute path", field="folder")
        found = store.real(folder)
        if found is None:
            above, name = store.real(str(Path(folder).parent)), Path(folder).name
            if above is None or not name.strip(" ."):
                raise InvalidArgument(
                    "the folder above it must be there: make it first", field="folder"
                )
            found = above / name
        return self._projects.suitable(found)
