"""From transcripts to knowledge, in seven phases.

The phases come with all that reads sentences, and are loaded when somebody needs them: most
commands never do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.knowledge.consolidation.model import Outcome, Standing, Trigger

if TYPE_CHECKING:
    from mohen.parts import Parts


class ConsolidationDoor:
    """From transcripts to knowledge, in seven phases."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def run(
        self,
        project_id: str | None = None,
        *,
        force: bool = False,
        phase: int | None = None,
        dry_run: bool = False,
    ) -> list[Outcome]:
        """One agent, or each in turn: what was said since becomes knowledge. `force`: though it
        was done lately. `phase`: that one alone. `dry_run`: tells what it would do, on a copy."""
        from mohen.knowledge.consolidation import consolidate

        if project_id is None:
            return consolidate.consolidate_all(
                self._parts, Trigger.MANUAL, force=force, phase=phase, dry_run=dry_run
            )
        done = consolidate.consolidate(
            self._parts, project_id, Trigger.MANUAL, force=force, phase=phase, dry_run=dry_run
        )
        return [done]

    def begin(
        self, project_id: str | None = None, *, force: bool = False, phase: int | None = None
    ) -> list[str]:
        """The same in the background; the ids to listen for, one an agent."""
        from mohen.knowledge.consolidation import consolidate

        return consolidate.begin(self._parts, project_id, force=force, phase=phase)

    def status(self, project_id: str | None = None) -> list[Standing]:
        """How far each agent is, what waits, and when it is done next."""
        from mohen.knowledge.consolidation import consolidate

        return consolidate.standing(self._parts, project_id)
