"""Transcripts: conversations as their hosts keep them, behind one port."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from mohen.knowledge.policy import Transcripts as Bounds
from mohen.knowledge.transcripts.model import Bookmark, Reading, Source, SourceKind, Transcript

if TYPE_CHECKING:
    from mohen.knowledge.transcripts.detect import Readers


class Transcripts:
    """Implements the port of that name: reads, and never changes anything (R181)."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds

    @cached_property
    def _readers(self) -> Readers:
        """Loaded when something is read: most calls of a memory read no transcript."""
        from mohen.knowledge.transcripts.detect import Readers

        return Readers(self._bounds)

    def sessions(self, source: Source) -> Iterator[Transcript]:
        return self._readers.of[source.kind].sessions(source.path)

    def read(self, source: Source, key: str, after: Bookmark | None, *, most: int) -> Reading:
        return self._readers.of[source.kind].read(source.path, key, after, most=most)

    def detect(self, path: str) -> SourceKind:
        return self._readers.detect(path)

    def discover(self, workspace: str) -> tuple[Source, ...]:
        return self._readers.discover(workspace)
