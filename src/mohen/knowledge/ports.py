"""What is asked of transcripts, documents and workspaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from mohen.knowledge.transcripts.model import Bookmark, Reading, Source, SourceKind, Transcript

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

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


class Documents(Protocol):
    """Files that somebody gives us to read once. Reads, and never changes anything."""

    def texts(self, path: str) -> Iterator[tuple[str, str | None]]:
        """The name and the text of a file, or of each in a folder, in order; None where it is
        not text. Raises `InvalidArgument`, `IoFailed`."""
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
