"""The chapters of a project, for an author who writes at the desk: listed, read, written, begun.

The file is the author's, and other programs write to it too. So a write names the version it was
made from, and is refused when the file is of another by now. The memory may be out of order while
somebody writes: a folder that was known before is still written to (R93).
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from mohen.core import calls, validation
from mohen.core.logs import logger
from mohen.errors import Conflict, InvalidArgument, IoFailed, NotFound, StoreError
from mohen.manuscript import chapter_names
from mohen.manuscript.model import ChapterFile, FileKind, Manuscript, ProjectFile, Trouble

if TYPE_CHECKING:
    from mohen.core.ports import Clock, Notify
    from mohen.manuscript.ports import ProjectFolder
    from mohen.manuscript.projects import Projects
    from mohen.policy import Policy


log = logger(__name__)

WRITTEN = "chapter:written"
_UNREADABLE = {
    Trouble.IO_ERROR: "the chapter cannot be read: check the disk and its rights",
    Trouble.TOO_LARGE: "the chapter is too large: split it into several files",
    Trouble.INVALID_FORMAT: "the chapter is not UTF-8 text: save it as UTF-8 first",
    Trouble.OUTSIDE: "the chapter is a link or no plain file: put the file itself there",
}


class Chapters:
    """The chapters of a project, for whoever writes them."""

    def __init__(
        self,
        *,
        clock: Clock,
        notify: Notify,
        policy: Policy,
        projects: Projects,
    ) -> None:
        self._clock = clock
        self._notify = notify
        self._policy = policy
        self._projects = projects

    def read(self, project_id: str, ref: str) -> ChapterFile:
        return self._titled(_chapter(self._folder(project_id), ref))

    def write(self, project_id: str, ref: str, text: str, version: str) -> ChapterFile:
        """All or nothing, and only over the version it was made from."""
        folder = self._folder(project_id)
        self._check_text(text)
        _chapter(folder, ref)
        calls.begin()
        with self._projects.our_own(project_id, folder, ref):
            written = folder.rewrite(ref, text, version)
        if written is None:
            raise Conflict(
                "the chapter was changed elsewhere: read it again, then decide",
                field="version",
                version=_chapter(folder, ref).version,
            )
        if written.version != version:
            self._tell(project_id, written)
        return self._titled(written)

    def create(self, project_id: str, title: str) -> ChapterFile:
        """The next chapter, in a file that is named as the others are. Nothing is overwritten."""
        folder = self._folder(project_id)
        said = self.check_title(title)
        calls.begin()
        made = self.begin(project_id, folder, said)
        self._tell(project_id, made)
        return self._titled(made)

    def begin(self, project_id: str, folder: ProjectFolder, title: str) -> ProjectFile:
        """A chapter with nothing but its title."""
        policy = self._policy.files
        there = [each.ref for each in folder.files(FileKind.CHAPTER) if each.version]
        for new in islice(chapter_names.next_files(there, title, policy), policy.name_tries):
            with self._projects.our_own(project_id, folder, new.ref):
                made = folder.add(new.ref, new.text)
            if made is not None:
                log.info("chapter begun: %s", project_id)
                return made
        raise Conflict(
            "every name for such a chapter is taken: choose another title", field="title"
        )

    def check_title(self, title: str) -> str:
        said = " ".join(title.split())
        if not said:
            raise InvalidArgument("title must not be blank", field="title")
        if len(said) > self._policy.files.title_chars:
            raise InvalidArgument(
                f"title is longer than {self._policy.files.title_chars} characters", field="title"
            )
        validation.check_characters("title", said)
        return said

    # -- what is there

    def _folder(self, project_id: str) -> ProjectFolder:
        validation.check_ids(self._policy.recording, projectId=project_id)
        try:
            folder = self._projects.shelf(project_id)
        except StoreError:
            folder = self._projects.last_shelf(project_id)
            if folder is None:
                raise
        if folder is None:
            raise NotFound("the project has no folder: bind or create one first", field="projectId")
        return folder

    def _titled(self, file: ProjectFile) -> ChapterFile:
        return ChapterFile(
            chapter_names.title(file.ref, file.text, self._policy.files.title_chars), file
        )

    def _check_text(self, text: str) -> None:
        validation.check_characters("text", text)
        if "\0" in text:
            raise InvalidArgument(
                "text holds a null character, which no text file has", field="text"
            )
        most = self._policy.files.file_bytes_max
        if len(text.encode()) > most:
            raise InvalidArgument(
                f"text is longer than {most} bytes: split the chapter", field="text"
            )

    def _tell(self, project_id: str, file: ProjectFile) -> None:
        """Whoever else has it open."""
        self._notify(
            WRITTEN,
            {
                "projectId": project_id,
                "ref": file.ref,
                "version": file.version,
                "at": self._clock.now(),
            },
        )

    def list(self, project_id: str) -> Manuscript:
        """In the order a reader counts, each with what it is called or what is wrong with it."""
        folder = self._folder(project_id)
        found = tuple(self._titled(each) for each in folder.files(FileKind.CHAPTER))
        return Manuscript(found, missing=not found and not folder.stamp())


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
