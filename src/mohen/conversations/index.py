"""Words of messages in memory, read on after each commit; talk.db is the source of truth."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from mohen.core import system
from mohen.retrieval import question
from mohen.retrieval.model import Entry
from mohen.text.dates import Local

if TYPE_CHECKING:
    from mohen.conversations.model import Message
    from mohen.conversations.store import TalkStore
    from mohen.core.database import Database
    from mohen.policy import Policy
    from mohen.retrieval.postings import Corpus, Postings, Shelf


class TalkIndex:
    """One index a project, built when it is first asked and shared by all threads."""

    def __init__(self, database: Database, store: TalkStore, policy: Policy) -> None:
        self._database = database
        self._store = store
        self._policy = policy
        self._opened = 0
        self._read: WeakKeyDictionary[Postings, tuple[int, int]] = WeakKeyDictionary()

    @cached_property
    def _shelf(self) -> Shelf:
        from mohen.retrieval.postings import Shelf  # brings numpy: most commands never search

        return Shelf(self._policy.finding)

    def corpus(self, project_id: str) -> Corpus:
        """All that was said in a project and is still there."""
        self._database.open()
        if self._opened != self._database.opened:  # another file stands there
            self._shelf.drop()
            self._opened = self._database.opened
        return self._shelf.corpus(project_id, lambda postings: self._read_on(project_id, postings))

    def _read_on(self, project_id: str, postings: Postings) -> None:
        said, removed = self._read.get(postings, (0, 0))
        gone = self._store.removed_since(project_id, removed)
        if gone:
            removed = gone[-1][0]
            postings.remove([message for _, message in gone])
        while messages := self._store.since(project_id, said, self._policy.conversations.indexed):
            postings.add([_entry(each) for each in messages])
            said = messages[-1].pk
        self._read[postings] = said, removed

    def unload(self) -> None:
        """Nothing of it stays in memory: messages were erased."""
        if "_shelf" in vars(self):
            self._shelf.drop()


def _entry(message: Message) -> Entry:
    speaker = message.speaker or message.role.value
    return Entry(
        id=message.pk,
        terms=question.said(message.text, speaker),
        session=message.session,
        seq=message.place,
        speaker=speaker,
        at=message.at,
        day=Local(message.at, system.offset(message.at)).day,
        asks=question.asks(message.text),
    )
