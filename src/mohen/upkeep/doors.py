"""What is taken away: by the user, or by upkeep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core.erasure import Acts, Receipt, Target
from mohen.episodes import embed
from mohen.upkeep import cleanup, clear, reindex
from mohen.upkeep import forget as upkeep_forget
from mohen.upkeep.model import Cleaned

if TYPE_CHECKING:
    from mohen.parts import Parts


class UpkeepDoor:
    """What is taken away: by the user, or by upkeep."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def forget(
        self,
        project_id: str | None,
        target: Target,
        *,
        dry_run: bool = False,
        token: str | None = None,
        operator: str | None = None,
    ) -> Receipt:
        """One thing, or everything that says certain words; no file holds it afterwards."""
        return upkeep_forget.forget(
            self._parts, project_id, target, dry_run=dry_run, token=token, operator=operator
        )

    def clear_project(
        self, project_id: str, *, token: str | None = None, operator: str | None = None
    ) -> Receipt:
        """Everything of one project."""
        return clear.clear_project(self._parts, project_id, token=token, operator=operator)

    def clear_all(self, *, token: str | None = None, operator: str | None = None) -> Receipt:
        """Everything, as a new user finds it."""
        return clear.clear_all(self._parts, token=token, operator=operator)

    def cleanup(self, *, dry_run: bool = False) -> Cleaned:
        """What is done by night, now."""
        return cleanup.clean(self._parts, dry_run=dry_run)

    def audit(self, *, before: int | None = None, limit: int | None = None) -> Acts:
        """Who took what away, newest first."""
        return clear.acts(self._parts, before=before, limit=limit)


# -- What makes episodes findable.


class IndexDoor:
    """What makes episodes and knowledge findable; it can always be made anew."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def rebuild(self, progress: embed.Progress | None = None) -> tuple[int, int]:
        """Texts and vectors made anew; answers how many of each."""
        return reindex.rebuild(self._parts, progress)
