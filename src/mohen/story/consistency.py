"""Checking a story against itself, and contradictions that the author means."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.errors import InvalidArgument, NotFound
from mohen.rules import edit
from mohen.story import checks, file_facts, ingest, story, world_state
from mohen.story.model import Checked, Contradiction, Exemption, Unread
from mohen.story.world_state import Book

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)


def check(
    parts: Parts, project_id: str, *, chapter: str | None = None, since: str | None = None
) -> Checked:
    """What contradicts itself: everywhere, in one chapter, or from one on. The files are looked
    at first; what cannot be read is a warning."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    looked = ingest.refreshed(parts, project_id)
    known = story.read(parts, project_id)
    meant = parts.graph.exemptions(Scope(project_id))
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


def check_folder(parts: Parts, folder: str) -> Checked:
    """A folder that belongs to no project: read, checked, and nothing of it kept."""
    files, unread = ingest.readable(parts.folder(folder))
    facts = file_facts.everything("", files, parts.policy.story)
    found = checks.check(world_state.book(facts, parts.policy.story))
    return Checked(tuple(found), len(files), len(facts.chapters), len(facts.states), unread)


def exempt(parts: Parts, project_id: str, finding: str, reason: str = "") -> Contradiction:
    """The author means it: it is shown as meant, until what it rests on changes."""
    validate.check_ids(parts.policy.recording, projectId=project_id, findingId=finding)
    most = parts.policy.story.reason_chars_max
    if len(reason) > most:
        raise InvalidArgument(f"reason is longer than {most} characters", field="reason")
    found = _finding(parts, project_id, finding)
    exemption = Exemption(finding, reason.strip(), parts.clock.now())
    parts.mind_db.write(lambda tx: parts.graph.exempt(tx, Scope(project_id), exemption))
    log.info("finding exempted: %s", finding)
    return _judged(found, exemption)


def unexempt(parts: Parts, project_id: str, finding: str) -> bool:
    """Whether it was exempt before."""
    validate.check_ids(parts.policy.recording, projectId=project_id, findingId=finding)
    edit.refuse_strangers(parts.graph.owner(finding), project_id)
    return parts.mind_db.write(
        lambda tx: parts.graph.unexempt(tx, Scope(project_id), finding)
    ).value


def chapter_of(known: Book, said: str, field: str) -> int:
    """The number of the chapter that somebody means."""
    found = known.chapter(said)
    if found is None:
        raise InvalidArgument(
            f"{field} names no chapter: give its number, its file or its title", field=field
        )
    return found


def _finding(parts: Parts, project_id: str, id: str) -> Contradiction:
    ingest.refreshed(parts, project_id)
    for each in checks.check(story.read(parts, project_id)):
        if each.id == id:
            return each
    edit.refuse_strangers(parts.graph.owner(id), project_id)
    raise NotFound("no such finding: check again, it may have gone", field="findingId")


def _judged(finding: Contradiction, exemption: Exemption | None) -> Contradiction:
    if exemption is None:
        return finding
    return replace(finding, intentional=True, reason=exemption.reason)


def _refs(finding: Contradiction) -> set[str]:
    refs: Iterable[str] = (each.ref for each in finding.evidence)
    return set(refs)
