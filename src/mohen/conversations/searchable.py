"""A message as it is searched."""

from __future__ import annotations

from mohen.conversations.model import Message
from mohen.core import system
from mohen.retrieval import question
from mohen.retrieval.model import Entry
from mohen.text.dates import Local


def entry(message: Message, terms: str) -> Entry:
    """With its terms as they are stored."""
    speaker = message.speaker or message.role.value
    return Entry(
        id=message.pk,
        terms=terms.split(),
        session=message.session,
        seq=message.place,
        speaker=speaker,
        at=message.at,
        day=Local(message.at, system.offset(message.at)).day,
        asks=question.asks(message.text),
    )
