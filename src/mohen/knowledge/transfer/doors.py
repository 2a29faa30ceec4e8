"""A memory goes out, memories of any make come in, and one is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.knowledge.review.model import Review
from mohen.knowledge.transfer.model import Exported, Imported

if TYPE_CHECKING:
    from mohen.parts import Parts


class TransferDoor:
    """A memory goes out, memories of any make come in, and one is judged."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def export(
        self,
        project_id: str | None = None,
        *,
        form: str = "json",
        episodes: bool = False,
        after: str | None = None,
    ) -> Exported:
        """A piece of the whole memory; `after` asks for the rest."""
        from mohen.knowledge.transfer import transfer  # it and all it reads with: seldom used

        return transfer.export(self._parts, project_id, form=form, episodes=episodes, after=after)

    def take(
        self,
        project_id: str,
        path: str,
        *,
        form: str | None = None,
        dry_run: bool = False,
        once: bool = False,
    ) -> Imported:
        """Take in a file or a folder of whatever make; twice is once."""
        from mohen.knowledge.transfer import transfer

        return transfer.take(self._parts, project_id, path, form=form, dry_run=dry_run, once=once)

    def review(
        self,
        project_id: str | None = None,
        *,
        path: str | None = None,
        form: str | None = None,
        fix: bool = False,
        limit: int | None = None,
    ) -> Review:
        """What is wrong in a memory, ours or another's export."""
        from mohen.knowledge.review import review as review_review

        return review_review.review(
            self._parts, project_id, path=path, form=form, fix=fix, limit=limit
        )
