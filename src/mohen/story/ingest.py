"""Reading a project's files into its graph: only what changed, and never on an author's way.

The setting is read first, since its names are what is looked for in the chapters; so another
name means that the chapters are read again. In privacy mode no excerpt is kept, only where it
stands and a sealed mark by which a changed text is known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from mohen.core import calls, validation
from mohen.core.keyed_hash import sealed
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.errors import StoreError
from mohen.manuscript.model import FileKind, ProjectFile
from mohen.models.model import Purpose
from mohen.story import file_facts, model_questions
from mohen.story.file_facts import Chapters, Read
from mohen.story.model import Entity, Fact, Refreshed, Source, State, Unread
from mohen.text import redact

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Jobs
    from mohen.core.settings import UserSettings
    from mohen.core.settings_model import Settings
    from mohen.manuscript.ports import ProjectFolder
    from mohen.manuscript.projects import Projects
    from mohen.models.model_budget import ModelBudget
    from mohen.policy import Policy
    from mohen.story.chapters import Segment
    from mohen.story.policy import Story
    from mohen.story.store import StoryStore


log = logger(__name__)

_KINDS = (*file_facts.SETTINGS, FileKind.CHAPTER)
_WHOLE = "."
"""The reference under which the state of the whole folder is kept."""


class StoryIngest:
    """Reads a project's files into its graph."""

    def __init__(
        self,
        *,
        jobs: Jobs,
        mind_db: Database,
        model_budget: ModelBudget,
        policy: Policy,
        projects: Projects,
        settings: UserSettings,
        story_store: StoryStore,
    ) -> None:
        self._jobs = jobs
        self._mind_db = mind_db
        self._model_budget = model_budget
        self._policy = policy
        self._projects = projects
        self._settings = settings
        self._story_store = story_store

    def refresh_soon(self, project_id: str) -> None:
        """Have the files looked at when the author rests."""
        bounds = self._policy.story
        self._jobs.submit(
            f"read story {project_id}",
            lambda: self.refreshed(project_id),
            after_ms=bounds.refresh_after_ms,
            at_most_ms=bounds.refresh_at_most_ms,
        )

    def refreshed(self, project_id: str) -> Refreshed:
        """`refresh` for somebody who wants an answer anyway: what cannot be read or written now is
        a warning, and what was known before stands."""
        try:
            return self.refresh(project_id)
        except StoreError as error:
            log.warning("story not read: %s", error.reason)
            return Refreshed(warnings=(Unread(_WHOLE, error.code),))

    def refresh(self, project_id: str) -> Refreshed:
        """Read what has changed since the last time."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        folder = self._projects.shelf(project_id)
        if folder is None:
            return Refreshed()
        known = {each.ref: each for each in self._story_store.sources(Scope(project_id))}
        chosen = self._settings.get()
        stamp = _stamp(folder, chosen)
        whole = known.pop(_WHOLE, None)
        files, unread = readable(folder)
        if not files and not folder.stamp():
            return Refreshed(warnings=(Unread(_WHOLE, "NOT_FOUND"),))
        if whole is not None and whole.digest == stamp:
            return Refreshed(files=len(known), warnings=unread)
        there = {each.ref for each in files} | {each.ref for each in unread}
        lost = known.keys() - there
        changed, degraded = self._changed(project_id, files, known, chosen)
        self._write(project_id, changed, lost, Source(_WHOLE, stamp), chosen)
        log.info("story read: %d files, %d changed, %d gone", len(files), len(changed), len(lost))
        return Refreshed(len(files), len(changed), len(lost), unread, degraded)

    def _changed(
        self,
        project_id: str,
        files: list[ProjectFile],
        known: dict[str, Source],
        chosen: Settings,
    ) -> tuple[list[Read], str | None]:
        """What changed files say now, and why a model gave nothing, where one was asked."""
        policy, private = self._policy.story, chosen.privacy_mode_enabled
        reads: list[Read] = []
        for file in (each for each in files if file_facts.is_setting(each)):
            if not _same(known, file.ref, file_facts.card_digest(file), private):
                reads.append(file_facts.card(project_id, file, policy))
            self._between_files()
        told = [each for each in files if each.kind is FileKind.CHAPTER]
        entities = self._entities(project_id, files, reads)
        chapters = Chapters(project_id, told, entities, policy)
        degraded: str | None = None
        for ref in chapters.refs:
            if _same(known, ref, chapters.digest(ref), private):
                continue
            read = chapters.read(ref)
            more: tuple[State, ...] = ()
            if degraded is None:
                more, degraded = self._by_model(project_id, chapters, ref, chosen)
            reads.append(replace(read, facts=(*read.facts, *more)))
            self._between_files()
        return [_marked(each, private) for each in reads], degraded

    def _between_files(self) -> None:
        """Somebody may wait for the machine, or no longer for us."""
        self._jobs.give_way()
        calls.check()

    def _entities(
        self, project_id: str, files: Iterable[ProjectFile], reads: Iterable[Read]
    ) -> list[Entity]:
        """Everybody known beside the chapters: by the user, by unchanged files, by changed ones."""
        scope = Scope(project_id)
        fresh = {read.source.ref for read in reads}
        settled = {each.ref for each in files if file_facts.is_setting(each)} - fresh
        said = [each for each in self._story_store.said_by_user(scope) if isinstance(each, Entity)]
        kept = [
            each for each in self._story_store.facts(scope).entities if each.evidence.ref in settled
        ]
        new = [fact for read in reads for fact in read.facts if isinstance(fact, Entity)]
        return [*said, *kept, *new]

    def _by_model(
        self, project_id: str, chapters: Chapters, ref: str, chosen: Settings
    ) -> tuple[tuple[State, ...], str | None]:
        """What a configured model finds beyond the rules, within its budget (C65). In privacy mode
        it sees nothing."""
        if chosen.privacy_mode_enabled:
            return (), None
        found: list[State] = []
        for segment in chapters.segments(ref):
            budget = chosen.consolidation_tokens_per_day - self._policy.story.answer_tokens
            ask = model_questions.chapter(segment, chapters.roster, self._policy, most=budget)
            if ask is None:
                continue
            read = partial(_read, project_id, segment, chapters, self._policy.story)
            answer = self._model_budget.consult(
                Purpose.CONSOLIDATION, ask, read, names=lambda: _names(chapters, chosen)
            )
            if answer.value is None:
                return tuple(found), answer.degraded
            found += answer.value
        return tuple(found), None

    # -- writing

    def _write(
        self,
        project_id: str,
        changed: Iterable[Read],
        lost: Iterable[str],
        whole: Source,
        chosen: Settings,
    ) -> None:
        scope, key = Scope(project_id), self._settings.redaction_key()
        kept = [
            (
                read.source,
                [self._kept(fact, key, chosen) for fact in read.facts],
            )
            for read in changed
        ]

        def write(tx: Tx) -> None:
            for ref in lost:
                self._story_store.drop_source(tx, scope, ref)
            for source, facts in kept:
                self._story_store.put_source(tx, scope, source, facts)
            self._story_store.put_source(tx, scope, whole, ())

        self._mind_db.write(write)

    def _kept(self, fact: Fact, key: bytes, chosen: Settings) -> Fact:
        """A fact as it goes to disk: its excerpt sealed, without names that are to be masked, and
        left out in privacy mode. The cast's own names stay: they are what a story is found by."""
        said = fact.evidence
        mark = sealed(key, said.excerpt) if said.excerpt else ""
        shown = redact.kept(said.excerpt, chosen.redact_names, key, self._policy.settings)
        if chosen.privacy_mode_enabled:
            shown = ""
        fact = replace(fact, evidence=replace(said, mark=mark, excerpt=shown))
        if isinstance(fact, State):
            return replace(fact, value=redact.without_secrets(fact.value))
        if isinstance(fact, Entity):
            return replace(fact, attributes=redact.all_without_secrets(fact.attributes))
        return fact

    def look_again(self, tx: Tx, project_id: str) -> None:
        """Another name was said: the chapters must be read with it."""
        self._story_store.drop_source(tx, Scope(project_id), _WHOLE)


def readable(folder: ProjectFolder) -> tuple[list[ProjectFile], tuple[Unread, ...]]:
    """The files that tell of the story, and those that cannot be read."""
    found = [each for kind in _KINDS for each in folder.files(kind)]
    sound = [each for each in found if each.trouble is None]
    return sound, tuple(Unread(each.ref, each.trouble) for each in found if each.trouble)


def _stamp(folder: ProjectFolder, chosen: Settings) -> str:
    said = f"{file_facts.GRAMMAR}\0{chosen.privacy_mode_enabled}\0{folder.stamp()}"
    return hashlib.sha256(said.encode("utf-8", "surrogateescape")).hexdigest()


def _same(known: dict[str, Source], ref: str, digest: str, private: bool) -> bool:
    return ref in known and known[ref].digest == _digest(digest, private)


def _digest(digest: str, private: bool) -> str:
    """A file read in privacy mode is another reading of it."""
    return f"{digest} private" if private else digest


def _marked(read: Read, private: bool) -> Read:
    return replace(read, source=replace(read.source, digest=_digest(read.source.digest, private)))


def _names(chapters: Chapters, chosen: Settings) -> list[str]:
    """Everybody and every place that the chapters may name."""
    cast = chapters.roster.entities.values()
    return [*chosen.redact_names, *(name for each in cast for name in (each.name, *each.aliases))]


def _read(
    project_id: str, segment: Segment, chapters: Chapters, policy: Story, text: str
) -> tuple[State, ...]:
    return model_questions.read(text, project_id, segment, chapters.roster, policy)
