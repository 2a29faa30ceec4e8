"""Messages that hold a question's words, found by looking through all of them once.

For commands that ask once and end: an index in memory would cost more than it gives. The terms
are stored with each message, so that looking is all there is to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from mohen.conversations.model import Message
from mohen.conversations.searchable import entry
from mohen.retrieval.model import Question
from mohen.retrieval.plain import Matches


def matches(
    asked: Question,
    said: Sequence[tuple[int, str, str]],
    read: Callable[[Iterable[int]], Mapping[int, Message]],
) -> Matches:
    """`said`: (number, session, terms) of all messages; `read`: some of them as they are. Words
    are lent within their session; where a time is asked for, what was said then counts without
    any."""
    words = [(term, f" {term} ") for term in asked.terms]
    held: dict[str, dict[int, int]] = {term: {} for term in asked.terms}
    sessions, blanks = set[str](), 0
    for pk, session, terms in said:
        blanks += terms.count(" ")
        has = [term for term, word in words if word in terms]
        if has:
            sessions.add(session)
            counts = terms.split()
            for term in has:
                held[term][pk] = counts.count(term)
    near = [each for each in said if asked.spans or each[1] in sessions]
    messages = read([pk for pk, _, _ in near])  # one may have been erased meanwhile
    return Matches(
        held={
            term: {pk: count for pk, count in of.items() if pk in messages}
            for term, of in held.items()
        },
        items={pk: entry(message, "") for pk, message in messages.items()},
        lengths={pk: terms.count(" ") - 1 for pk, _, terms in near},
        size=len(said),
        mean=blanks / len(said) - 1 if said else 0.0,
    )
