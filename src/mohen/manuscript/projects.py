"""Where projects live, what of their folders can be read, and what changed in them."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mohen.core import health
from mohen.core.database import Tx
from mohen.core.degradation import Reason
from mohen.core.ports import ProjectFolder
from mohen.episodes import validate
from mohen.errors import Conflict, InvalidArgument, NotFound, StoreError
from mohen.manuscript import store
from mohen.manuscript.model import FileKind, Known, Listing, Project

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)

CHANGED = "context:files:changed"
_WATCH = "watch files"
_OURS = ".mohen"


def shelf(parts: Parts, project_id: str | None) -> ProjectFolder | None:
    """The folder of a project; None where it has none. A folder in use is watched."""
    if project_id is None:
        return None
    project = parts.folders.get(project_id)
    if project is None:
        parts.marks.places.pop(project_id, None)
        return None
    parts.marks.places[project_id] = project.folder
    folder = parts.folder(project.folder)
    if project.id not in parts.marks.folders:
        _begin_watching(parts, project.id, folder)
    return folder


def last_shelf(parts: Parts, project_id: str | None) -> ProjectFolder | None:
    """The folder that this process knew a project by, for when it cannot be looked up; None
    where it knew none."""
    place = None if project_id is None else parts.marks.places.get(project_id)
    return None if place is None else parts.folder(place)


def bind(parts: Parts, project_id: str, folder: str) -> Listing:
    """Read a project's files from a folder from now on; answers what is there. A folder belongs
    to one project: its conversations must not come up in another."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    where = _sound(parts, folder)
    project = Project(project_id, str(where), parts.clock.now())

    def write(tx: Tx) -> None:
        if parts.folders.owner(tx, project.folder) not in (None, project_id):
            raise Conflict(
                "the folder belongs to another project: unbind it there first", field="folder"
            )
        parts.folders.put(tx, project)

    parts.mind_db.write(write)
    log.info("project bound: %s", project_id)
    opened = parts.folder(project.folder)
    _begin_watching(parts, project_id, opened)
    return _listing(project, opened)


def unbind(parts: Parts, project_id: str) -> bool:
    """Leave the folder alone from now on; nothing in it is touched. Answers whether the project
    had one."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    had = parts.mind_db.write(lambda tx: parts.folders.remove(tx, project_id)).value
    parts.marks.folders.pop(project_id, None)
    parts.marks.places.pop(project_id, None)
    if had:
        log.info("project unbound: %s", project_id)
    return had


def list_projects(parts: Parts) -> list[tuple[Project, bool]]:
    """Each with whether its folder is there now."""
    return [(each, store.real(each.folder) is not None) for each in parts.folders.all()]


def files(parts: Parts, project_id: str) -> Listing:
    """What is in a project's folder, and what of it cannot be read and why."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    project = parts.folders.get(project_id)
    if project is None:
        raise NotFound("the project has no folder: bind one first", field="projectId")
    return _listing(project, parts.folder(project.folder))


def known(parts: Parts) -> list[Known]:
    """All that have a folder or of which anything is remembered, with how much that is. What
    episodes there are is left out where they cannot be read."""
    bound = {each.id: each for each in parts.folders.all()}
    held = parts.holdings.by_project()
    told = _episodes(parts)
    ids = {*bound, *(each for each in held if each is not None), *(told or ())}
    found = []
    for id in sorted(ids):
        folder, kept = bound.get(id), held.get(id, Counter[str]())
        count, newest = (told or {}).get(id, (0, None))
        found.append(
            Known(
                id=id,
                folder=folder,
                missing=folder is not None and store.real(folder.folder) is None,
                episodes=None if told is None else count,
                last_episode_at=newest,
                rules=kept["rules"],
                knowledge=kept["knowledge"],
            )
        )
    return found


def _episodes(parts: Parts) -> dict[str, tuple[int, int | None]] | None:
    broken = [health.EPISODES_UNREADABLE]
    try:
        told = parts.episodes.by_project()
    except StoreError:
        parts.health.settle("projects", broken, among=[Reason.EPISODES_UNREADABLE])
        return None
    parts.health.settle("projects", [], among=[Reason.EPISODES_UNREADABLE])
    return told


def _listing(project: Project, folder: ProjectFolder) -> Listing:
    found = tuple(each for kind in FileKind for each in folder.files(kind))
    return Listing(project, found, missing=not found and not folder.stamp())


# -- which folders may be bound


def _sound(parts: Parts, folder: str) -> Path:
    """The folder behind what was named. No message repeats it."""
    if not Path(folder).is_absolute():
        raise InvalidArgument("folder must be an absolute path", field="folder")
    found = store.real(folder)
    if found is None:
        raise InvalidArgument("folder must be a folder that exists", field="folder")
    return suitable(parts, found)


def suitable(parts: Parts, folder: Path) -> Path:
    """The folder, if it may be a project's."""
    users = store.users_home()
    if folder.parent == folder or (users is not None and store.lies_in(users, folder)):
        raise InvalidArgument(
            "folder must be the project's own, not a whole disk or home folder", field="folder"
        )
    home = parts.home.path
    inside = store.lies_in(folder, home) and not parts.home.is_room(folder)
    if inside or store.lies_in(home, folder / _OURS):
        raise InvalidArgument("folder must not be where the memory itself is kept", field="folder")
    return folder


# -- watching


def _begin_watching(parts: Parts, project_id: str, folder: ProjectFolder) -> None:
    parts.marks.folders[project_id] = folder.stamp()
    watch_later(parts)


def watch_later(parts: Parts) -> None:
    """See in a while whether there is anything to watch; costs nothing where there is not, and
    nothing at all in a memory that is closed before."""
    parts.jobs.when_idle(_WATCH, lambda: watch(parts), after_ms=parts.policy.files.watch_ms)


def watch(parts: Parts) -> None:
    """Look, and again after a while for as long as there is anything to look at."""
    try:
        goes_on = look(parts)
    except StoreError:
        goes_on = True  # which folders there are may be readable again by then
    if goes_on:
        watch_later(parts)


def look(parts: Parts) -> bool:
    """Tell whoever listens which files were changed, added or taken away since the last look;
    answers whether any project has a folder."""
    bound = {each.id: each.folder for each in parts.folders.all()}
    for project_id, folder in bound.items():
        if refs := _look_at(parts, project_id, parts.folder(folder)):
            told = {"projectId": project_id, "refs": refs, "at": parts.clock.now()}
            parts.notify(CHANGED, told)
    for project_id in list(parts.marks.folders):
        if project_id not in bound:
            parts.marks.folders.pop(project_id, None)
    return bool(bound)


def _look_at(parts: Parts, project_id: str, folder: ProjectFolder) -> list[str]:
    with parts.marks.looking:
        now = folder.stamp()
        before = parts.marks.folders.get(project_id)
        parts.marks.folders[project_id] = now
    return [] if before is None else _changed(before, now)


@contextmanager
def our_own(parts: Parts, project_id: str, folder: ProjectFolder, ref: str) -> Iterator[None]:
    """What is done to a file inside is ours, and no change to tell of. Whatever others do to
    other files meanwhile still is."""
    with parts.marks.looking:
        yield
        before = parts.marks.folders.get(project_id)
        if before is not None:
            kept = [line for line in before.splitlines() if _ref(line) != ref]
            ours = [line for line in folder.stamp().splitlines() if _ref(line) == ref]
            parts.marks.folders[project_id] = "\n".join([*kept, *ours])


def _changed(before: str, now: str) -> list[str]:
    """The references of all lines that differ between two stamps."""
    lines = set(before.splitlines()) ^ set(now.splitlines())
    return sorted({_ref(line) for line in lines})


def _ref(line: str) -> str:
    return line.partition(" ")[2]


# -- A new project: in a folder of the author's choice, or in one of its own in the home.
