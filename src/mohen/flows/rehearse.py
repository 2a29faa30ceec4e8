"""A consolidation on a copy, to see what it would do (C75): no model is asked, no file of a
workspace is written, nobody is told, and nothing of the real memory differs afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NoReturn

from mohen.errors import EmbedderNotReady
from mohen.flows.parts import Parts
from mohen.ports import Workspace
from mohen.store import copies
from mohen.store.sqlite import Tx


@contextmanager
def rehearsal(parts: Parts) -> Iterator[Parts]:
    """The same memory on a copy of what is known."""
    sweep(parts)
    with copies.copied(parts.mind_db, parts.process) as home:
        stage = parts.twin(home)
        try:
            yield replace(
                stage,
                model=lambda _config: None,
                embedder=_no_embedder,
                transcripts=parts.transcripts,
                workspace=lambda folder: _LookedAt(parts.workspace(folder)),
            )
        finally:
            stage.mind_db.close()
            stage.episodes_db.close()


def sweep(parts: Parts) -> None:
    """Take away what a rehearsal left that was killed."""
    copies.sweep(parts.home, parts.is_gone)


class Unchallenged:
    """A copy is nobody else's."""

    def renew(self, _tx: Tx) -> None:
        return


def _no_embedder(_config: object) -> NoReturn:
    raise EmbedderNotReady("a rehearsal goes by words alone")


class _LookedAt:
    """A workspace that is read and left as it is."""

    def __init__(self, files: Workspace) -> None:
        self._files = files

    def read(self, ref: str) -> str | None:
        return self._files.read(ref)

    def write(self, _ref: str, _text: str, _over: str | None = None, /) -> bool:
        return True

    def delete(self, _ref: str) -> bool:
        return False

    def refs(self, under: str = "") -> tuple[str, ...]:
        return self._files.refs(under)

    def sweep(self) -> None:
        return
