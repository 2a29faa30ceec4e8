"""Messages that hold a question's words, found by looking through all of them once.

For commands that ask once and end: an index in memory would cost more than it gives. The terms
are stored with each message, so that looking is all there is to do. The most promising sessions
are read and ranked first, and then those of the others that can still come among the best.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from mohen.conversations.model import Message
from mohen.conversations.searchable import entry
from mohen.retrieval import formulas, plain
from mohen.retrieval.model import Hit, Question
from mohen.retrieval.policy import Finding


def rank(
    asked: Question,
    said: Sequence[tuple[int, str, str]],
    read: Callable[[Iterable[int]], Mapping[int, Message]],
    *,
    limit: int,
    policy: Finding,
    among: Collection[int] | None = None,
) -> list[Hit]:
    """As `plain.rank` over all of it. `said`: (number, session, terms) of all messages; `read`:
    some of them as they are."""
    looked = _Looked(asked, said, policy)

    def ranked(sessions: Iterable[str]) -> list[Hit]:
        messages = read([pk for session in sessions for pk in looked.members[session]])
        found = looked.matches(messages)
        return plain.rank(asked, found, limit=limit, policy=policy, among=among)

    if asked.spans:  # what was said then counts without any word
        return ranked(looked.members)
    first, rest = looked.promising(policy.candidates)
    hits = ranked(first)
    least = hits[-1].score if len(hits) == limit else 0.0
    others = [session for session in rest if looked.bounds[session] >= least]
    return ranked([*first, *others]) if others else hits


class _Looked:
    """What one look at all terms tells."""

    def __init__(
        self, asked: Question, said: Sequence[tuple[int, str, str]], policy: Finding
    ) -> None:
        words = [(term, f" {term} ") for term in asked.terms]
        self._held: dict[str, dict[int, int]] = {term: {} for term in asked.terms}
        self._lengths: dict[int, int] = {}
        self.members: defaultdict[str, list[int]] = defaultdict(list)
        of: dict[int, str] = {}
        for pk, session, terms in said:
            self._lengths[pk] = terms.count(" ") - 1
            self.members[session].append(pk)
            has = [term for term, word in words if word in terms]
            if has:
                of[pk] = session
                counts = terms.split()
                for term in has:
                    self._held[term][pk] = counts.count(term)
        self._size = len(said)
        self._mean = sum(self._lengths.values()) / len(said) if said else 0.0
        self.bounds = self._bounded(asked, of, policy)

    def _bounded(self, asked: Question, of: Mapping[int, str], policy: Finding) -> dict[str, float]:
        held: dict[str, dict[str, list[float]]] = {}
        for term, counts in self._held.items():
            sessions = held[term] = {}
            for pk, count in counts.items():
                value = formulas.held(float(count), float(self._lengths[pk]), self._mean, policy)
                sessions.setdefault(of[pk], []).append(value)
        rare = {
            term: formulas.rarity(self._size, len(counts)) for term, counts in self._held.items()
        }
        return plain.at_most(asked, held, rare, policy)

    def promising(self, size: int) -> tuple[list[str], list[str]]:
        """The sessions that can come highest, with so many messages together, and the others that
        hold a word."""
        order, count = sorted(self.bounds, key=lambda each: -self.bounds[each]), 0
        for at, session in enumerate(order, start=1):
            count += len(self.members[session])
            if count >= size:
                return order[:at], order[at:]
        return order, []

    def matches(self, messages: Mapping[int, Message]) -> plain.Matches:
        """Of these messages, which are whole sessions; one may have been erased meanwhile."""
        return plain.Matches(
            held={
                term: {pk: count for pk, count in of.items() if pk in messages}
                for term, of in self._held.items()
            },
            spread={term: len(of) for term, of in self._held.items()},
            items={pk: entry(message, "") for pk, message in messages.items()},
            lengths=self._lengths,
            size=self._size,
            mean=self._mean,
        )
