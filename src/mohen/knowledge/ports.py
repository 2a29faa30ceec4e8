"""What is asked of transcripts, documents and workspaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from mohen.conversations.model import Heard
from mohen.knowledge.transcripts.model import Bookmark, Reading, Source, SourceKind, Transcript

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mohen.knowledge.transfer.model import Exported, Form, Imported

    Matrix = npt.NDArray[np.float32]


class Transcripts(Protocol):
    """Conversations as their hosts keep them. Reads, and never changes anything (R181)."""

    def sessions(self, source: Source) -> Iterator[Transcript]:
        """All of a source, in a fixed order; none where there is no such file or folder.
        Raises `IoFailed`."""
        ...

    def read(self, source: Source, key: str, after: Bookmark | None, *, most: int) -> Reading:
        """The next messages of a session, at most so many, without loading the whole of it.
        Raises `IoFailed`, `NotFound`."""
        ...

    def detect(self, path: str) -> SourceKind:
        """Of what kind the conversations are that a file or a folder holds. Raises
        `InvalidArgument`, `IoFailed`."""
        ...

    def discover(self, workspace: str) -> tuple[Source, ...]:
        """Conversations that hosts on this machine keep of agents who work in a folder."""
        ...


class ReadsTranscripts(Protocol):
    """Hears what hosts wrote down."""

    def hear(self, project_id: str, source: Source, *, ended: bool = False) -> Heard:
        """What a source has beyond what was read of it; `ended`: it is over. Raises `IoFailed`,
        `NotFound`."""
        ...


class DocumentFiles(Protocol):
    """Files that somebody gives us to read once. Reads, and never changes anything."""

    def texts(self, path: str) -> Iterator[tuple[str, str | None]]:
        """The name and the text of a file, or of each in a folder, in order; None where it is
        not text. Raises `InvalidArgument`, `IoFailed`."""
        ...


class StoryImporter(Protocol):
    """Takes in what writers' tools wrote."""

    def recognise(self, path: str, form: Form | None) -> Any:
        """None where no such tool wrote it. Raises `InvalidArgument`, `IoFailed`."""
        ...

    def recorded(self, record: Mapping[str, Any]) -> Any:
        """One that a memory's export holds; None where it makes no sense."""
        ...

    def take(self, project_id: str, found: Any, *, dry_run: bool = False) -> Imported: ...


class StoryExporter(Protocol):
    """Writes the story as writers' tools read it."""

    def export(self, project_id: str, form: Form, *, of: str | None = None) -> Exported: ...

    def records(self, project_id: str) -> Iterator[dict[str, Any]]:
        """Each file that came in, as it is now, for a memory's export."""
        ...


class CarriesDocuments(Protocol):
    """Documents of a project as records of an export."""

    def records(self, project_id: str, after: int) -> tuple[list[dict[str, Any]], int]:
        """Some of those behind a number, and the number reached: 0 where there are no more."""
        ...

    def take(self, project_id: str, records: Iterable[Mapping[str, Any]]) -> tuple[int, int, int]:
        """How many were new here, were known, and make no sense."""
        ...


class Workspace(Protocol):
    """The folder `memory/` of an agent's workspace. Never touches anything outside of it."""

    def read(self, ref: str) -> str | None:
        """The text of a file by its relative path; None where there is none. Raises `IoFailed`."""
        ...

    def write(self, ref: str, text: str, over: str | None = None, /) -> bool:
        """Atomically, and only where the file still says `over`, if that is given: whether it was
        written. Raises `IoFailed`."""
        ...

    def delete(self, ref: str) -> bool:
        """Whether it was there. Raises `IoFailed`."""
        ...

    def refs(self, under: str = "") -> tuple[str, ...]:
        """Relative paths of all files there are, in order."""
        ...

    def sweep(self) -> None:
        """Take away what a process left half written that was killed. Raises `IoFailed`."""
        ...


WorkspaceAt = Callable[[str], Workspace]
