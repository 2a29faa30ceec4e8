"""What is asked of the files of a project."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from mohen.manuscript.model import FileKind, ProjectFile

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix = npt.NDArray[np.float32]


class ProjectFolder(Protocol):
    """The files of one writing project. Never reads or writes outside its folder."""

    def files(self, kind: FileKind) -> tuple[ProjectFile, ...]:
        """All of a kind in the order of their names, each with its text or its trouble.
        Empty when there are none, or no folder."""
        ...

    def read(self, ref: str) -> ProjectFile:
        """One by its reference. Raises `InvalidArgument` for a reference that points outside."""
        ...

    def write(self, ref: str, text: str) -> None:
        """Atomically. Raises `IoFailed`."""
        ...

    def rewrite(self, ref: str, text: str, version: str) -> ProjectFile | None:
        """Replace the text of a file that is there, atomically, in the file's own manner: its
        rights, its mark and its ends of lines stay. None, and nothing written, where it is of
        another version by now. Raises `IoFailed`."""
        ...

    def add(self, ref: str, text: str) -> ProjectFile | None:
        """A new file; None where anything stands there. Raises `IoFailed`."""
        ...

    def delete(self, ref: str) -> bool:
        """Whether it was there."""
        ...

    def stamp(self) -> str:
        """Changes when a file that Mohen reads is changed, added or taken away."""
        ...


FolderAt = Callable[[str], ProjectFolder]
"""A project's folder, by its path."""
