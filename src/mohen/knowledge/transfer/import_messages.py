"""What was said in another memory is heard here, each message in the place that it had there, so
that what is known from it still names the right line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from mohen.errors import InvalidArgument
from mohen.knowledge.workspace.model import Trouble

if TYPE_CHECKING:
    from mohen.conversations.hear import Hearing
    from mohen.knowledge.transfer.import_items import Intake
    from mohen.knowledge.transfer.model import Line
    from mohen.policy import Policy


class MessageImporter:
    """Has messages of an export heard."""

    def __init__(self, *, hearing: Hearing, policy: Policy) -> None:
        self._hearing = hearing
        self._policy = policy

    def take(self, intake: Intake, lines: Sequence[Line]) -> None:
        """In the order in which they were heard there, which is what they are learned in."""
        sound = [each for each in lines if self._is_sound(intake, each)]
        for session, batch in self._batches(sound):
            heard = self._hearing.take_in(intake.project_id, session, [each.said for each in batch])
            intake.counts["messages"] += heard.heard
            intake.moved |= {(session, there): here for there, here in heard.moved.items()}

    def _is_sound(self, intake: Intake, line: Line) -> bool:
        try:
            self._hearing.check(intake.project_id, line.session, [line.said])
        except InvalidArgument as error:
            intake.troubles.append(Trouble(line.file, line.number, error.message))
            return False
        return True

    def _batches(self, lines: Sequence[Line]) -> Iterator[tuple[str, list[Line]]]:
        size = self._policy.conversations.batch
        for session, group in groupby(lines, key=lambda each: each.session):
            found = list(group)
            for at in range(0, len(found), size):
                yield session, found[at : at + size]
