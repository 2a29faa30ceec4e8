"""Where projects live, what of their folders can be read, and what changed in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from mohen.core import health, validation
from mohen.core.degradation import Reason
from mohen.core.logs import logger
from mohen.errors import Conflict, InvalidArgument, NotFound, StoreError
from mohen.manuscript import store
from mohen.manuscript.model import FileKind, Known, Listing, Project

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.home import Home
    from mohen.core.ports import Clock, Jobs, Notify
    from mohen.core.watermarks import Watermarks
    from mohen.manuscript.ports import FolderAt, ProjectFolder
    from mohen.manuscript.store import FolderStore
    from mohen.policy import Policy


log = logger(__name__)

CHANGED = "context:files:changed"
_WATCH = "watch files"
_OURS = ".mohen"


class CountsEpisodes(Protocol):
    def by_project(self) -> Mapping[str, tuple[int, int | None]]:
        """How many episodes there are of each project, and when the newest was made."""
        ...


class CountsMemories(Protocol):
    def by_project(self) -> Mapping[str | None, Counter[str]]:
        """Rules and living knowledge of each project."""
        ...


class Projects:
    """Where projects live, and their files."""

    def __init__(
        self,
        *,
        clock: Clock,
        episode_store: CountsEpisodes,
        folder_at: FolderAt,
        folder_store: FolderStore,
        health: Health,
        home: Home,
        jobs: Jobs,
        marks: Watermarks,
        mind_db: Database,
        notify: Notify,
        policy: Policy,
        project_totals: CountsMemories,
    ) -> None:
        self._clock = clock
        self._episode_store = episode_store
        self._folder_at = folder_at
        self._folder_store = folder_store
        self._health = health
        self._home = home
        self._jobs = jobs
        self._marks = marks
        self._mind_db = mind_db
        self._notify = notify
        self._policy = policy
        self._project_totals = project_totals

    def shelf(self, project_id: str | None) -> ProjectFolder | None:
        """The folder of a project; None where it has none. A folder in use is watched."""
        if project_id is None:
            return None
        project = self._folder_store.get(project_id)
        if project is None:
            self._marks.places.pop(project_id, None)
            return None
        self._marks.places[project_id] = project.folder
        folder = self._folder_at(project.folder)
        if project.id not in self._marks.folders:
            self._begin_watching(project.id, folder)
        return folder

    def last_shelf(self, project_id: str | None) -> ProjectFolder | None:
        """The folder that this process knew a project by, for when it cannot be looked up; None
        where it knew none."""
        place = None if project_id is None else self._marks.places.get(project_id)
        return None if place is None else self._folder_at(place)

    def bind(self, project_id: str, folder: str) -> Listing:
        """Read a project's files from a folder from now on; answers what is there. A folder belongs
        to one project: its conversations must not come up in another."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        where = self._sound(folder)
        project = Project(project_id, str(where), self._clock.now())

        def write(tx: Tx) -> None:
            if self._folder_store.owner(tx, project.folder) not in (None, project_id):
                raise Conflict(
                    "the folder belongs to another project: unbind it there first", field="folder"
                )
            self._folder_store.put(tx, project)

        self._mind_db.write(write)
        log.info("project bound: %s", project_id)
        opened = self._folder_at(project.folder)
        self._begin_watching(project_id, opened)
        return _listing(project, opened)

    def unbind(self, project_id: str) -> bool:
        """Leave the folder alone from now on; nothing in it is touched. Answers whether the project
        had one."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        had = self._mind_db.write(lambda tx: self._folder_store.remove(tx, project_id)).value
        self._marks.folders.pop(project_id, None)
        self._marks.places.pop(project_id, None)
        if had:
            log.info("project unbound: %s", project_id)
        return had

    def list_projects(self) -> list[tuple[Project, bool]]:
        """Each with whether its folder is there now."""
        return [(each, store.real(each.folder) is not None) for each in self._folder_store.all()]

    def files(self, project_id: str) -> Listing:
        """What is in a project's folder, and what of it cannot be read and why."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        project = self._folder_store.get(project_id)
        if project is None:
            raise NotFound("the project has no folder: bind one first", field="projectId")
        return _listing(project, self._folder_at(project.folder))

    def known(self) -> list[Known]:
        """All that have a folder or of which anything is remembered, with how much that is. What
        episodes there are is left out where they cannot be read."""
        bound = {each.id: each for each in self._folder_store.all()}
        held = self._project_totals.by_project()
        told = self._episodes()
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

    def _episodes(self) -> Mapping[str, tuple[int, int | None]] | None:
        broken = [health.EPISODES_UNREADABLE]
        try:
            told = self._episode_store.by_project()
        except StoreError:
            self._health.settle("projects", broken, among=[Reason.EPISODES_UNREADABLE])
            return None
        self._health.settle("projects", [], among=[Reason.EPISODES_UNREADABLE])
        return told

    # -- which folders may be bound

    def _sound(self, folder: str) -> Path:
        """The folder behind what was named. No message repeats it."""
        if not Path(folder).is_absolute():
            raise InvalidArgument("folder must be an absolute path", field="folder")
        found = store.real(folder)
        if found is None:
            raise InvalidArgument("folder must be a folder that exists", field="folder")
        return self.suitable(found)

    def suitable(self, folder: Path) -> Path:
        """The folder, if it may be a project's."""
        users = store.users_home()
        if folder.parent == folder or (users is not None and store.lies_in(users, folder)):
            raise InvalidArgument(
                "folder must be the project's own, not a whole disk or home folder", field="folder"
            )
        home = self._home.path
        inside = store.lies_in(folder, home) and not self._home.is_room(folder)
        if inside or store.lies_in(home, folder / _OURS):
            raise InvalidArgument(
                "folder must not be where the memory itself is kept", field="folder"
            )
        return folder

    # -- watching

    def _begin_watching(self, project_id: str, folder: ProjectFolder) -> None:
        self._marks.folders[project_id] = folder.stamp()
        self.watch_later()

    def watch_later(self) -> None:
        """See in a while whether there is anything to watch; costs nothing where there is not, and
        nothing at all in a memory that is closed before."""
        self._jobs.when_idle(_WATCH, lambda: self.watch(), after_ms=self._policy.files.watch_ms)

    def watch(self) -> None:
        """Look, and again after a while for as long as there is anything to look at."""
        try:
            goes_on = self.look()
        except StoreError:
            goes_on = True  # which folders there are may be readable again by then
        if goes_on:
            self.watch_later()

    def look(self) -> bool:
        """Tell whoever listens which files were changed, added or taken away since the last look;
        answers whether any project has a folder."""
        bound = {each.id: each.folder for each in self._folder_store.all()}
        for project_id, folder in bound.items():
            if refs := self._look_at(project_id, self._folder_at(folder)):
                told = {"projectId": project_id, "refs": refs, "at": self._clock.now()}
                self._notify(CHANGED, told)
        for project_id in list(self._marks.folders):
            if project_id not in bound:
                self._marks.folders.pop(project_id, None)
        return bool(bound)

    def _look_at(self, project_id: str, folder: ProjectFolder) -> list[str]:
        with self._marks.looking:
            now = folder.stamp()
            before = self._marks.folders.get(project_id)
            self._marks.folders[project_id] = now
        return [] if before is None else _changed(before, now)

    @contextmanager
    def our_own(self, project_id: str, folder: ProjectFolder, ref: str) -> Iterator[None]:
        """What is done to a file inside is ours, and no change to tell of. Whatever others do to
        other files meanwhile still is."""
        with self._marks.looking:
            yield
            before = self._marks.folders.get(project_id)
            if before is not None:
                kept = [line for line in before.splitlines() if _ref(line) != ref]
                ours = [line for line in folder.stamp().splitlines() if _ref(line) == ref]
                self._marks.folders[project_id] = "\n".join([*kept, *ours])


def _listing(project: Project, folder: ProjectFolder) -> Listing:
    found = tuple(each for kind in FileKind for each in folder.files(kind))
    return Listing(project, found, missing=not found and not folder.stamp())


def _changed(before: str, now: str) -> list[str]:
    """The references of all lines that differ between two stamps."""
    lines = set(before.splitlines()) ^ set(now.splitlines())
    return sorted({_ref(line) for line in lines})


def _ref(line: str) -> str:
    return line.partition(" ")[2]
