"""The files of a writing project, read from its folder and never from anywhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.model.project import FileKind, ProjectFile

if TYPE_CHECKING:
    from mohen.policy import Files


class Folder:
    """See the module's first line."""

    def __init__(self, path: str, policy: Files) -> None:
        self._path = path
        self._policy = policy

    def files(self, kind: FileKind) -> tuple[ProjectFile, ...]:
        raise NotImplementedError

    def read(self, ref: str) -> ProjectFile:
        raise NotImplementedError

    def write(self, ref: str, text: str) -> None:
        raise NotImplementedError

    def delete(self, ref: str) -> bool:
        raise NotImplementedError

    def stamp(self) -> str:
        raise NotImplementedError
