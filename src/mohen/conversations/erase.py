"""Messages go for good (C74): because somebody forgets them, what is known from them, or a project;
and, by night, those that are older or more than the user wants to keep (C102)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from mohen.core.policy import DAY_MS

if TYPE_CHECKING:
    from mohen.conversations.erasure_store import Spot, TalkErasureStore
    from mohen.conversations.index import TalkIndex
    from mohen.conversations.store import TalkStore
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Jobs
    from mohen.core.secure_wipe import SecureWipe
    from mohen.core.settings import UserSettings
    from mohen.policy import Policy


class TalkEraser:
    """Erases messages. Their marks stay, so that what is forgotten is not heard again."""

    def __init__(
        self,
        *,
        jobs: Jobs,
        mind_db: Database,
        policy: Policy,
        secure_wipe: SecureWipe,
        settings: UserSettings,
        settled: Clock,
        talk_db: Database,
        talk_index: TalkIndex,
        talk_erasure_store: TalkErasureStore,
        talk_store: TalkStore,
    ) -> None:
        self._jobs = jobs
        self._mind_db = mind_db
        self._policy = policy
        self._secure_wipe = secure_wipe
        self._settings = settings
        self._settled = settled
        self._talk_db = talk_db
        self._talk_index = talk_index
        self._talk_erasure_store = talk_erasure_store
        self._talk_store = talk_store

    def owe(self, tx: Tx, spots: Iterable[Spot]) -> None:
        """In the transaction on mind.db in which the first of what belongs together goes."""
        if self._talk_store.is_there:
            self._talk_erasure_store.add(tx, spots)
            self._secure_wipe.owe_talk(tx)

    def pay(self) -> int:
        """Erase what is owed; answers how many messages that were. Whoever dies in between leaves
        it to the next tick of the upkeep."""
        owed = self._talk_erasure_store.all()
        if not owed:
            return 0
        gone, size = 0, self._policy.conversations.batch
        for start in range(0, len(owed), size):
            spots = owed[start : start + size]
            gone += self._talk_db.write(partial(self._erase, spots)).value
            self._mind_db.write(partial(self._talk_erasure_store.drop, spots=spots))
            self._jobs.give_way()
        self._talk_index.unload()
        return gone

    def _erase(self, spots: Iterable[Spot], tx: Tx) -> int:
        return sum(
            self._talk_store.erase(tx, project, session, place)
            if session
            else self._talk_store.clear(tx, project)
            for project, session, place in spots
        )

    def expire(self) -> int:
        """What was heard longer ago than is kept, and the oldest sessions beyond the room that
        there is; by our own clock, whatever a host says when it was said."""
        if not self._talk_store.is_there:
            return 0
        policy, gone = self._policy.conversations, 0
        days = self._settings.get().keep_conversations
        if days:  # else each goes when it was learned from
            before = self._settled.now() - days * DAY_MS
            while more := self._talk_db.write(
                lambda tx: self._talk_store.expire(tx, before, limit=policy.batch)
            ).value:
                gone += more
                self._jobs.give_way()
        while self._talk_store.used_bytes() > policy.keep_bytes:
            oldest = self._talk_store.oldest()
            if oldest is None:
                break
            project_id, session = oldest
            erase = partial(self._talk_store.erase, project_id=project_id, session=session, place=0)
            gone += self._talk_db.write(erase).value
            self._jobs.give_way()
        return gone
