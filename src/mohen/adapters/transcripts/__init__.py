"""Conversations as their hosts keep them, behind one port."""

from __future__ import annotations

from collections.abc import Iterator

from mohen.model.transcript import Bookmark, Reading, Source, Transcript
from mohen.policy import Transcripts as Bounds


class Transcripts:
    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds

    def sessions(self, source: Source) -> Iterator[Transcript]:
        raise NotImplementedError

    def read(self, source: Source, key: str, after: Bookmark | None, *, most: int) -> Reading:
        raise NotImplementedError
