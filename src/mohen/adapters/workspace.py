"""The folder `memory/` of an agent's workspace."""

from __future__ import annotations


class Workspace:
    def __init__(self, folder: str) -> None:
        self._folder = folder

    def read(self, ref: str) -> str | None:
        raise NotImplementedError

    def write(self, ref: str, text: str) -> None:
        raise NotImplementedError

    def delete(self, ref: str) -> bool:
        raise NotImplementedError

    def refs(self, under: str = "") -> tuple[str, ...]:
        raise NotImplementedError
