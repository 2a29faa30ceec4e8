"""Messages that hold a question's words, found by looking through all of them once.

For commands that ask once and end: an index in memory would cost more than it gives. Measured, it
takes about a microsecond and a half a message, for the terms are stored with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from mohen.conversations.model import Message
from mohen.conversations.searchable import entry
from mohen.retrieval.plain import Matches

_REACH = 2  # turns from which words are lent


def matches(
    asked: Sequence[str],
    said: Sequence[tuple[int, str, str]],
    read: Callable[[Iterable[int]], Mapping[int, Message]],
) -> Matches:
    """`said`: (number, session, terms) of all messages, session by session in its order; `read`:
    some of them as they are."""
    words = [(term, f" {term} ") for term in asked]
    held: dict[str, dict[int, int]] = {term: {} for term in asked}
    near, blanks = set[int](), 0
    for place, (pk, _, terms) in enumerate(said):
        blanks += terms.count(" ")
        has = [term for term, word in words if word in terms]
        if has:
            near.update(range(place - _REACH, place + _REACH + 1))
            counts = terms.split()
            for term in has:
                held[term][pk] = counts.count(term)
    around = [said[place] for place in sorted(near) if 0 <= place < len(said)]
    messages = read([pk for pk, _, _ in around])  # one may have been erased meanwhile
    return Matches(
        held={
            term: {pk: count for pk, count in of.items() if pk in messages}
            for term, of in held.items()
        },
        items={pk: entry(messages[pk], "") for pk, _, _ in around if pk in messages},
        lengths={pk: _length(terms) for pk, _, terms in around},
        size=len(said),
        mean=(blanks - len(said)) / len(said) if said else 0.0,
    )


def _length(terms: str) -> int:
    return terms.count(" ") - 1
