"""What is taken away: by the user, or by upkeep."""

from __future__ import annotations

from mohen.flows import cleanup
from mohen.flows import clear as clear_flow
from mohen.flows import forget as forget_flow
from mohen.flows.parts import Parts
from mohen.model.erasure import Acts, Receipt, Target
from mohen.model.upkeep import Cleaned


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
        return forget_flow.forget(
            self._parts, project_id, target, dry_run=dry_run, token=token, operator=operator
        )

    def clear_project(
        self, project_id: str, *, token: str | None = None, operator: str | None = None
    ) -> Receipt:
        """Everything of one project."""
        return clear_flow.clear_project(self._parts, project_id, token=token, operator=operator)

    def clear_all(self, *, token: str | None = None, operator: str | None = None) -> Receipt:
        """Everything, as a new user finds it."""
        return clear_flow.clear_all(self._parts, token=token, operator=operator)

    def cleanup(self, *, dry_run: bool = False) -> Cleaned:
        """What is done by night, now."""
        return cleanup.clean(self._parts, dry_run=dry_run)

    def audit(self, *, before: int | None = None, limit: int | None = None) -> Acts:
        """Who took what away, newest first."""
        return clear_flow.acts(self._parts, before=before, limit=limit)
