"""The chapters of a project, for an author who writes at the desk: listed, read, written, begun.

The file is the author's, and other programs write to it too. So a write names the version it was
made from, and is refused when the file is of another by now. The memory may be out of order while
somebody writes: a folder that was known before is still written to (R93).
"""

from __future__ import annotations

import logging
from itertools import islice
from typing import TYPE_CHECKING

from mohen.core import calls
from mohen.core.ports import ProjectFolder
from mohen.episodes import validate
from mohen.errors import Conflict, InvalidArgument, IoFailed, NotFound, StoreError
from mohen.manuscript import chapter_names, projects
from mohen.manuscript.model import ChapterFile, FileKind, Manuscript, ProjectFile, Trouble

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)

WRITTEN = "chapter:written"
_UNREADABLE = {
    Trouble.IO_ERROR: "the chapter cannot be read: check the disk and its rights",
    Trouble.TOO_LARGE: "the chapter is too large: split it into several files",
    Trouble.INVALID_FORMAT: "the chapter is not UTF-8 text: save it as UTF-8 first",
    Trouble.OUTSIDE: "the chapter is a link or no plain file: put the file itself there",
}


def list_chapters(parts: Parts, project_id: str) -> Manuscript:
    """In the order a reader counts, each with what it is called or what is wrong with it."""
    folder = _folder(parts, project_id)
    found = tuple(_titled(parts, each) for each in folder.files(FileKind.CHAPTER))
    return Manuscript(found, missing=not found and not folder.stamp())


def read(parts: Parts, project_id: str, ref: str) -> ChapterFile:
    return _titled(parts, _chapter(_folder(parts, project_id), ref))


def write(parts: Parts, project_id: str, ref: str, text: str, version: str) -> ChapterFile:
    """All or nothing, and only over the version it was made from."""
    folder = _folder(parts, project_id)
    _check_text(parts, text)
    _chapter(folder, ref)
    calls.begin()
    with projects.our_own(parts, project_id, folder, ref):
        written = folder.rewrite(ref, text, version)
    if written is None:
        raise Conflict(
            "the chapter was changed elsewhere: read it again, then decide",
            field="version",
            version=_chapter(folder, ref).version,
        )
    if written.version != version:
        _tell(parts, project_id, written)
    return _titled(parts, written)


def create(parts: Parts, project_id: str, title: str) -> ChapterFile:
    """The next chapter, in a file that is named as the others are. Nothing is overwritten."""
    folder = _folder(parts, project_id)
    said = check_title(parts, title)
    calls.begin()
    made = begin(parts, project_id, folder, said)
    _tell(parts, project_id, made)
    return _titled(parts, made)


def begin(parts: Parts, project_id: str, folder: ProjectFolder, title: str) -> ProjectFile:
    """A chapter with nothing but its title."""
    policy = parts.policy.files
    there = [each.ref for each in folder.files(FileKind.CHAPTER) if each.version]
    for new in islice(chapter_names.next_files(there, title, policy), policy.name_tries):
        with projects.our_own(parts, project_id, folder, new.ref):
            made = folder.add(new.ref, new.text)
        if made is not None:
            log.info("chapter begun: %s", project_id)
            return made
    raise Conflict("every name for such a chapter is taken: choose another title", field="title")


def check_title(parts: Parts, title: str) -> str:
    said = " ".join(title.split())
    if not said:
        raise InvalidArgument("title must not be blank", field="title")
    if len(said) > parts.policy.files.title_chars:
        raise InvalidArgument(
            f"title is longer than {parts.policy.files.title_chars} characters", field="title"
        )
    validate.check_characters("title", said)
    return said


# -- what is there


def _folder(parts: Parts, project_id: str) -> ProjectFolder:
    validate.check_ids(parts.policy.recording, projectId=project_id)
    try:
        folder = projects.shelf(parts, project_id)
    except StoreError:
        folder = projects.last_shelf(parts, project_id)
        if folder is None:
            raise
    if folder is None:
        raise NotFound("the project has no folder: bind or create one first", field="projectId")
    return folder


def _chapter(folder: ProjectFolder, ref: str) -> ProjectFile:
    """A chapter that can be read, or why it cannot be."""
    found = folder.read(ref)
    if found.kind is not FileKind.CHAPTER:
        raise InvalidArgument("ref must be one that project:chapters names", field="ref")
    if found.trouble is Trouble.NOT_FOUND:
        raise NotFound("there is no such chapter: it may have been moved", field="ref")
    if found.trouble is not None:
        raise IoFailed(_UNREADABLE[found.trouble], field="ref", reason=found.trouble.value)
    return found


def _titled(parts: Parts, file: ProjectFile) -> ChapterFile:
    return ChapterFile(
        chapter_names.title(file.ref, file.text, parts.policy.files.title_chars), file
    )


def _check_text(parts: Parts, text: str) -> None:
    validate.check_characters("text", text)
    if "\0" in text:
        raise InvalidArgument("text holds a null character, which no text file has", field="text")
    most = parts.policy.files.file_bytes_max
    if len(text.encode()) > most:
        raise InvalidArgument(f"text is longer than {most} bytes: split the chapter", field="text")


def _tell(parts: Parts, project_id: str, file: ProjectFile) -> None:
    """Whoever else has it open."""
    parts.notify(
        WRITTEN,
        {
            "projectId": project_id,
            "ref": file.ref,
            "version": file.version,
            "at": parts.clock.now(),
        },
    )
