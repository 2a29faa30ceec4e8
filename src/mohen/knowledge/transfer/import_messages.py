"""What was said in another memory is heard here, each message in the place that it had there, so
that what is known from it still names the right line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from mohen.conversations.hear import one_line
from mohen.conversations.model import Role
from mohen.errors import InvalidArgument, StoreError
from mohen.knowledge.workspace.model import Trouble
from mohen.text import redact

if TYPE_CHECKING:
    from mohen.conversations.hear import Hearing
    from mohen.conversations.store import TalkStore
    from mohen.core.database import Database, Tx
    from mohen.core.settings import UserSettings
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.transfer.import_items import Intake
    from mohen.knowledge.transfer.model import Line
    from mohen.policy import Policy
    from mohen.text.redact import NameHiding


class MessageImporter:
    """Has messages of an export heard."""

    def __init__(
        self,
        *,
        fragment_store: FragmentStore,
        hearing: Hearing,
        mind_db: Database,
        name_hiding: NameHiding,
        policy: Policy,
        settings: UserSettings,
        talk_store: TalkStore,
    ) -> None:
        self._fragment_store = fragment_store
        self._hearing = hearing
        self._mind_db = mind_db
        self._name_hiding = name_hiding
        self._policy = policy
        self._settings = settings
        self._talk_store = talk_store

    def take(self, intake: Intake, lines: Sequence[Line]) -> None:
        """In the order in which they were heard there. What was learned from them comes as items,
        as it was corrected since: it is not learned again, and who keeps messages only until they
        are learned from need not have those."""
        self._know_talkers(intake.project_id, lines)
        wanted = lines
        if not self._settings.get().keep_conversations:
            wanted = [each for each in lines if each.waiting]
        sound = [each for each in wanted if self._is_sound(intake, each)]
        try:
            self._hear(intake, sound)
        except StoreError as error:
            if error.retryable:
                raise
            # what is known comes in all the same: it stands in another file
            why = f"what was said cannot be kept here: {error.reason}"
            intake.troubles.append(Trouble(lines[0].file, 0, why))

    def _hear(self, intake: Intake, lines: Sequence[Line]) -> None:
        for session, waiting, batch in self._batches(lines):
            heard = self._hearing.take_in(intake.project_id, session, [each.said for each in batch])
            intake.counts["messages"] += heard.heard
            intake.moved |= {(session, there): here for there, here in heard.moved.items()}
            if heard.heard and not waiting:
                self._pass_over(intake.project_id, *heard.numbers)

    def _know_talkers(self, project_id: str, lines: Sequence[Line]) -> None:
        """Who spoke first there is the user here too, whatever is kept here of what they said."""
        told = [each.said for each in lines]
        names = dict.fromkeys(one_line(each.speaker) for each in told if each.role is Role.USER)
        names.pop("", None)
        if not names or self._settings.get().privacy_mode_enabled:
            return
        key, hide = self._settings.redaction_key(), self._name_hiding.hider()
        since: dict[str, int] = {}
        for at, name in enumerate(names, 1):
            since.setdefault(redact.mark_of(hide(name), key, self._policy.settings), at)
        self._mind_db.write(lambda tx: self._fragment_store.put_talkers(tx, project_id, since))

    def _pass_over(self, project_id: str, first: int, last: int) -> None:
        """Unless something before these is still to be learned from: then they are read with it,
        and say what is known."""
        epoch = self._talk_store.epoch()

        def write(tx: Tx) -> None:
            upto = self._fragment_store.listened(project_id, epoch)
            unread = self._talk_store.since(project_id, upto, 1)
            if unread and unread[0].pk == first:
                self._fragment_store.put_listened(tx, project_id, epoch, last)

        self._mind_db.write(write)

    def _is_sound(self, intake: Intake, line: Line) -> bool:
        try:
            self._hearing.check(intake.project_id, line.session, [line.said])
        except InvalidArgument as error:
            intake.troubles.append(Trouble(line.file, line.number, error.message))
            return False
        return True

    def _batches(self, lines: Sequence[Line]) -> Iterator[tuple[str, bool, list[Line]]]:
        size = self._policy.conversations.batch
        for (session, waiting), group in groupby(
            lines, key=lambda each: (each.session, each.waiting)
        ):
            found = list(group)
            for at in range(0, len(found), size):
                yield session, waiting, found[at : at + size]
