"""Checking a story against itself, and contradictions that the author means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.logs import logger
from mohen.core.scope import Scope, refuse_strangers
from mohen.errors import InvalidArgument, NotFound
from mohen.manuscript.model import FileKind, ProjectFile
from mohen.story import checks, file_facts, ingest, world_state
from mohen.story.model import Checked, Contradiction, Draft, Exemption, Unread
from mohen.text import redact

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.ports import Clock
    from mohen.manuscript.ports import FolderAt
    from mohen.manuscript.projects import Projects
    from mohen.policy import Policy
    from mohen.story.for_prompts import StoryLines
    from mohen.story.ingest import StoryIngest
    from mohen.story.store import StoryStore
    from mohen.story.world_state import Book


log = logger(__name__)

_IN_NO_FILE = "（text）"
"""In place of a file's reference. It comes after every name that a chapter may have."""


class ConsistencyCheck:
    """Checks a story against itself."""

    def __init__(
        self,
        *,
        clock: Clock,
        folder_at: FolderAt,
        mind_db: Database,
        policy: Policy,
        projects: Projects,
        story_ingest: StoryIngest,
        story_lines: StoryLines,
        story_store: StoryStore,
    ) -> None:
        self._clock = clock
        self._folder_at = folder_at
        self._mind_db = mind_db
        self._policy = policy
        self._projects = projects
        self._story_ingest = story_ingest
        self._story_lines = story_lines
        self._story_store = story_store

    def check(
        self,
        project_id: str,
        *,
        chapter: str | None = None,
        since: str | None = None,
        draft: Draft | None = None,
    ) -> Checked:
        """What contradicts itself: everywhere, in one chapter, or from one on; as the files are, or
        as they would be with a draft. The files are looked at first; what cannot be read is a
        warning."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        looked = self._story_ingest.refreshed(project_id)
        known = self._story_lines.read(project_id)
        if draft is not None and draft.text.strip():
            known = self._with(project_id, known, draft)
        meant = self._story_store.exemptions(Scope(project_id))
        found = [_judged(each, meant.get(each.id)) for each in checks.check(known)]
        if chapter is not None:
            wanted = chapter_of(known, chapter, "chapter")
            refs = {each.ref for each in known.chapters if each.number == wanted}
            found = [each for each in found if each.chapter == wanted or refs & _refs(each)]
        if since is not None:
            first = chapter_of(known, since, "since")
            found = [each for each in found if each.chapter >= first]
        warnings = looked.warnings
        if looked.degraded is not None:
            warnings = (*warnings, Unread("model", looked.degraded))
        log.info("story checked: %d findings", len(found))
        return Checked(
            tuple(found), looked.files, len(known.chapters), len(known.states), tuple(warnings)
        )

    def _with(self, project_id: str, known: Book, draft: Draft) -> Book:
        """The story with a text that stands in no chapter yet: in place of the chapter it is of,
        else behind the last. Nothing of it is kept."""
        folder = self._projects.shelf(project_id)
        files = [] if folder is None else ingest.readable(folder)[0]
        number = known.chapter(draft.chapter)
        refs = {each.ref for each in known.chapters if each.number == number}
        of = [each for each in files if each.ref == draft.chapter] or [
            each for each in files if each.ref in refs
        ]
        told = of or [each for each in files if each.kind is FileKind.CHAPTER]
        text = draft.text.replace("\r\n", "\n").strip()
        if any(text in each.text.replace("\r\n", "\n") for each in told):
            return known
        ref = of[0].ref if of else _IN_NO_FILE
        others = [each for each in files if each.ref != ref]
        here = ProjectFile(ref, FileKind.CHAPTER, draft.text)
        said = self._story_store.said_by_user(Scope(project_id))
        facts = file_facts.everything(project_id, [*others, here], self._policy.story, said)
        return world_state.book(facts, self._policy.story)

    def check_folder(self, folder: str) -> Checked:
        """A folder that belongs to no project: read, checked, and nothing of it kept."""
        files, unread = ingest.readable(self._folder_at(folder))
        facts = file_facts.everything("", files, self._policy.story)
        found = checks.check(world_state.book(facts, self._policy.story))
        return Checked(tuple(found), len(files), len(facts.chapters), len(facts.states), unread)

    def exempt(self, project_id: str, finding_id: str, reason: str = "") -> Contradiction:
        """The author means it: it is shown as meant, until what it rests on changes."""
        validation.check_ids(self._policy.recording, projectId=project_id, findingId=finding_id)
        most = self._policy.story.reason_chars_max
        if len(reason) > most:
            raise InvalidArgument(f"reason is longer than {most} characters", field="reason")
        found = self._finding(project_id, finding_id)
        exemption = Exemption(finding_id, redact.without_secrets(reason.strip()), self._clock.now())
        self._mind_db.write(lambda tx: self._story_store.exempt(tx, Scope(project_id), exemption))
        log.info("finding_id exempted: %s", finding_id)
        return _judged(found, exemption)

    def unexempt(self, project_id: str, finding_id: str) -> bool:
        """Whether it was exempt before."""
        validation.check_ids(self._policy.recording, projectId=project_id, findingId=finding_id)
        refuse_strangers(self._story_store.owner(finding_id), project_id)
        return self._mind_db.write(
            lambda tx: self._story_store.unexempt(tx, Scope(project_id), finding_id)
        ).value

    def _finding(self, project_id: str, id: str) -> Contradiction:
        self._story_ingest.refreshed(project_id)
        for each in checks.check(self._story_lines.read(project_id)):
            if each.id == id:
                return each
        refuse_strangers(self._story_store.owner(id), project_id)
        raise NotFound("no such finding: check again, it may have gone", field="findingId")


def chapter_of(known: Book, said: str, field: str) -> int:
    """The number of the chapter that somebody means."""
    found = known.chapter(said)
    if found is None:
        raise InvalidArgument(
            f"{field} names no chapter: give its number, its file or its title", field=field
        )
    return found


def _judged(finding: Contradiction, exemption: Exemption | None) -> Contradiction:
    if exemption is None:
        return finding
    return replace(finding, intentional=True, reason=exemption.reason)


def _refs(finding: Contradiction) -> set[str]:
    refs: Iterable[str] = (each.ref for each in finding.evidence)
    return set(refs)
