"""A new project: in a folder of the author's choice, or in one of its own in the home."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mohen.core import calls
from mohen.episodes import validate
from mohen.errors import Conflict, InvalidArgument
from mohen.manuscript import chapter_names, chapters, store
from mohen.manuscript.model import FileKind, Listing

if TYPE_CHECKING:
    from mohen.parts import Parts
from mohen.manuscript.projects import bind, suitable


def create(
    parts: Parts, project_id: str, folder: str | None = None, title: str | None = None
) -> Listing:
    """Begin a project; answers what is in its folder. A folder that is made for it begins with a
    first chapter."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    first = chapters.check_title(parts, title or chapter_names.first_title(project_id))
    if parts.folders.get(project_id) is not None:
        raise Conflict("the project has a folder already: bind it to another", field="projectId")
    where = own_folder(parts, project_id) if folder is None else _chosen(parts, folder)
    if str(where) in {each.folder for each in parts.folders.all()}:
        raise Conflict("the folder belongs to another project", field="folder")
    calls.begin()
    made = store.make(where, private=folder is None)
    opened = parts.folder(str(where))
    if (made or folder is None) and not opened.files(FileKind.CHAPTER):
        chapters.begin(parts, project_id, opened, first)
    return bind(parts, project_id, str(where))


def own_folder(parts: Parts, project_id: str) -> Path:
    """Where a project lives that was given no folder, whether it is there yet or not."""
    home = store.real(str(parts.home.path)) or parts.home.path
    room = parts.home.room(chapter_names.folder_name(project_id, parts.policy.files))
    return home / room.relative_to(parts.home.path)


def _chosen(parts: Parts, folder: str) -> Path:
    """A folder that is there, or may be made where the one above it is."""
    if not Path(folder).is_absolute():
        raise InvalidArgument("folder must be an absolute path", field="folder")
    found = store.real(folder)
    if found is None:
        above, name = store.real(str(Path(folder).parent)), Path(folder).name
        if above is None or not name.strip(" ."):
            raise InvalidArgument(
                "the folder above it must be there: make it first", field="folder"
            )
        found = above / name
    return suitable(parts, found)
