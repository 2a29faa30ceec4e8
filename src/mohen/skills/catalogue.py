"""The skills there are: those that ship with Mohen, and a project's own before them.

A list says name and description; an instruction is loaded when its skill is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from mohen.core import health, validation
from mohen.core.scope import Scope
from mohen.errors import Conflict, InvalidArgument, IoFailed, MohenError, NotFound, StoreError
from mohen.manuscript.model import FileKind, ProjectFile, Trouble
from mohen.prompts.model import SKILL_FILE, Skill, Source, skill_ref
from mohen.skills import skill_file
from mohen.skills.model import Listed
from mohen.text import scenes

if TYPE_CHECKING:
    from mohen.core.degradation import Degradation
    from mohen.core.health import Health
    from mohen.episodes.store import EpisodeStore
    from mohen.manuscript.ports import ProjectFolder
    from mohen.manuscript.projects import Projects
    from mohen.policy import Policy


_SUBJECT = "skills"
_REMEMBERED = 256  # files understood, by their text

_UNUSABLE = {
    Trouble.INVALID_FORMAT: "is not UTF-8: save it again as UTF-8",
    Trouble.TOO_LARGE: "is too large: make it shorter",
    Trouble.OUTSIDE: "is a link, or not a plain file: put the file itself there",
}


class SkillCatalogue:
    """Finds, checks and begins skills."""

    def __init__(
        self,
        *,
        builtin_skills: Callable[[], Mapping[str, str]],
        episode_store: EpisodeStore,
        health: Health,
        policy: Policy,
        projects: Projects,
    ) -> None:
        self._builtin_skills = builtin_skills
        self._episode_store = episode_store
        self._health = health
        self._policy = policy
        self._bounds = skill_file.Bounds.of(policy)
        self._projects = projects

    def find(self, skill_id: str, project_id: str | None = None) -> Skill:
        """The project's own of that name, else the built-in one."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        skill_file.check_name(skill_id, self._policy.skill_files, field="skillId")
        built_in = self._builtin_skills().get(skill_id)
        try:
            shelf = self._shelf(project_id)
        except StoreError:
            # Whose folder it is cannot be looked up. A built-in skill needs none, and one's own is
            # where it was.
            shelf = self._projects.last_shelf(project_id)
            if shelf is None and built_in is None:
                raise
        own = None if shelf is None else shelf.read(skill_ref(skill_id))
        if shelf is not None and own is not None and own.trouble is not Trouble.NOT_FOUND:
            if own.trouble is Trouble.OUTSIDE and not _stands(shelf, skill_id):
                raise IoFailed("the folder of the project's skills cannot be entered", ref=own.ref)
            return self._own(own)
        if built_in is None:
            raise self._unknown(shelf)
        return self._built_in(skill_id, built_in)

    def to_run(self, project_id: str | None, skill_id: str) -> Skill:
        """As `find`; where the author's own version cannot be got at, the built-in one: no disk
        stops a run. Whoever reads the files for the prompt says so."""
        try:
            return self.find(skill_id, project_id)
        except IoFailed:
            built_in = self._builtin_skills().get(skill_id)
            if built_in is None:
                raise
            return self._built_in(skill_id, built_in)

    def catalogue(
        self, project_id: str | None = None, scene_type: str | None = None
    ) -> tuple[Listed, ...]:
        """Every skill of a project; for a scene the most used first (C85), then by name.

        A file that cannot be used is listed with what is wrong with it.
        """
        validation.check_ids(self._policy.recording, projectId=project_id, sceneType=scene_type)
        uses = self._uses(project_id, scene_type)
        listed = {
            id: Listed(id, Source.BUILT_IN, self._built_in(id, text))
            for id, text in self._builtin_skills().items()
        }
        listed |= {each.id: each for each in self._owned(project_id)}
        counted = [replace(each, uses=uses.get(each.id, 0)) for each in listed.values()]
        return tuple(sorted(counted, key=lambda each: (-each.uses, each.id)))

    def check(self, text: str, folder: str | None = None) -> Skill:
        """The skill that a text would be, for its author; raises what is wrong with it."""
        return skill_file.parse(text, self._bounds, folder=folder)

    def create(self, skill_id: str, project_id: str) -> str:
        """Begin a skill in the project's folder, from a template, or from the built-in one of that
        name; answers its reference. What is there is never overwritten."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        skill_file.check_name(skill_id, self._policy.skill_files, field="skillId")
        shelf = self._shelf(project_id)
        if shelf is None:
            raise NotFound("this project has no folder: bind one first", field="projectId")
        ref = skill_ref(skill_id)
        if shelf.read(ref).trouble is not Trouble.NOT_FOUND:
            raise Conflict("that skill is there already: edit its file", field="skillId", ref=ref)
        shelf.write(ref, self._builtin_skills().get(skill_id) or skill_file.template(skill_id))
        return ref

    def _shelf(self, project_id: str | None) -> ProjectFolder | None:
        """The project's folder; that it cannot be looked up is raised, and seen by everybody."""
        with self._seen(project_id, health.MIND_UNREADABLE):
            return self._projects.shelf(project_id)

    def _owned(self, project_id: str | None) -> list[Listed]:
        try:
            shelf = self._shelf(project_id)
        except StoreError:
            return []
        return [] if shelf is None else [self._listed(each) for each in shelf.files(FileKind.SKILL)]

    def _uses(self, project_id: str | None, scene_type: str | None) -> dict[str, int]:
        if project_id is None or scene_type is None:
            return {}
        try:
            with self._seen(project_id, health.EPISODES_UNREADABLE):
                return self._episode_store.uses_by_skill(
                    Scope(project_id), scenes.canonical(scene_type)
                )
        except StoreError:
            return {}

    @contextmanager
    def _seen(self, project_id: str | None, broken: Degradation) -> Iterator[None]:
        """Around a read of the store: whether it could be done is told. Without a project nothing
        is read, and nothing was learned of the store."""
        try:
            yield
        except StoreError:
            self._health.settle(_SUBJECT, [broken], among=[broken.reason])
            raise
        if project_id is not None:
            self._health.settle(_SUBJECT, [], among=[broken.reason])

    def _unknown(self, shelf: ProjectFolder | None) -> NotFound:
        own = () if shelf is None else (_folder(each) for each in shelf.files(FileKind.SKILL))
        known = sorted({*self._builtin_skills(), *own})
        return NotFound(
            f"no such skill: there are {', '.join(known)}", field="skillId", known=list(known)
        )

    # -- what they say

    def _listed(self, file: ProjectFile) -> Listed:
        try:
            skill, problem = self._own(file), None
        except MohenError as error:
            skill, problem = None, error
        return Listed(_folder(file), Source.PROJECT, skill, problem, file.ref)

    def _own(self, file: ProjectFile) -> Skill:
        if file.trouble in _UNUSABLE:
            raise InvalidArgument(f"file {_UNUSABLE[file.trouble]}", field="file", ref=file.ref)
        if file.trouble is not None:
            raise IoFailed("the skill's file could not be read", ref=file.ref)
        bounds = self._bounds
        return _understood(file.text, bounds, _folder(file), Source.PROJECT, file.ref)

    def _built_in(self, id: str, text: str) -> Skill:
        return _understood(text, self._bounds, id, Source.BUILT_IN, None)


# -- where they are


def _stands(shelf: ProjectFolder, skill_id: str) -> bool:
    """Whether there is anything of that name among the project's skills."""
    return any(_folder(each) == skill_id for each in shelf.files(FileKind.SKILL))


def _folder(file: ProjectFile) -> str:
    """The name of a skill's folder; of a folder that may not be entered, its own."""
    return file.ref.removesuffix(f"/{SKILL_FILE}").rpartition("/")[2]


@lru_cache(maxsize=_REMEMBERED)
def _understood(
    text: str, bounds: skill_file.Bounds, folder: str, source: Source, ref: str | None
) -> Skill:
    return skill_file.parse(text, bounds, folder=folder, source=source, ref=ref)


# -- The skills that ship with Mohen, as the files they are.


@cache
def texts() -> Mapping[str, str]:
    """Every built-in SKILL.md by its id, in the order of the ids."""
    folder = resources.files("mohen.skills").joinpath("builtin")
    found = sorted(each.name for each in folder.iterdir() if each.is_dir())
    return {name: folder.joinpath(name, "SKILL.md").read_text("utf-8") for name in found}
