"""Messages that hold a question's words, found by looking through all of them once.

For commands that ask once and end: an index in memory would cost more than it gives. The terms
are stored with each message, so that looking is all there is to do. The most promising sessions
are read and ranked first, and then others, as long as they can still come among the best.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from mohen.conversations.model import Message
from mohen.conversations.searchable import entry
from mohen.retrieval import formulas, plain
from mohen.retrieval.model import Hit, Question
from mohen.retrieval.policy import Finding


def rank(
    looked: Looked,
    read: Callable[[Iterable[int]], Mapping[int, Message]],
    *,
    limit: int,
    among: Collection[int] | None = None,
) -> list[Hit]:
    """As `plain.rank` over all of it. `read`: some of the messages as they are."""
    asked, policy = looked.asked, looked.policy

    def ranked(sessions: Iterable[str]) -> list[Hit]:
        messages = read([pk for session in sessions for pk in looked.members[session]])
        found = looked.matches(messages)
        return plain.rank(asked, found, limit=limit, policy=policy, among=among)

    if asked.spans:  # what was said then counts without any word
        return ranked(looked.members)
    hits: list[Hit] = []
    for sessions in looked.promising(policy.candidates):
        if len(hits) == limit and looked.bounds[sessions[0]] < hits[-1].score:
            break
        # No session tells anything of another.
        hits = sorted([*hits, *ranked(sessions)], key=lambda hit: (-hit.score, hit.id))[:limit]
    return hits


def spread(words: Iterable[str], said: Sequence[tuple[int, str, str]]) -> dict[str, int]:
    """How many messages hold each word."""
    return {each: sum(f" {each} " in terms for _, _, terms in said) for each in words}


class Looked:
    """What one look at all terms tells. `said`: (number, session, terms) of all messages."""

    def __init__(
        self, asked: Question, said: Sequence[tuple[int, str, str]], policy: Finding
    ) -> None:
        self.asked, self.policy = asked, policy
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
        self.size = len(said)
        self.spread = {term: len(of) for term, of in self._held.items()}
        self._mean = sum(self._lengths.values()) / len(said) if said else 0.0
        self.bounds = self._bounded(asked, of, policy)

    def _bounded(self, asked: Question, of: Mapping[int, str], policy: Finding) -> dict[str, float]:
        held: dict[str, dict[str, list[float]]] = {}
        for term, counts in self._held.items():
            sessions = held[term] = {}
            for pk, count in counts.items():
                value = formulas.held(float(count), float(self._lengths[pk]), self._mean, policy)
                sessions.setdefault(of[pk], []).append(value)
        return plain.at_most(asked, held, self.spread, self.size, policy)

    def promising(self, size: int) -> Iterator[list[str]]:
        """The sessions that hold a word, those that can come highest first, with so many messages
        together."""
        some, count = list[str](), 0
        for session in sorted(self.bounds, key=lambda each: -self.bounds[each]):
            some.append(session)
            count += len(self.members[session])
            if count >= size:
                yield some
                some, count = [], 0
        if some:
            yield some

    def matches(self, messages: Mapping[int, Message]) -> plain.Matches:
        """Of these messages, which are whole sessions; one may have been erased meanwhile."""
        return plain.Matches(
            held={
                term: {pk: of[pk] for pk in messages if pk in of} for term, of in self._held.items()
            },
            spread=self.spread,
            items={pk: entry(message, "") for pk, message in messages.items()},
            lengths=self._lengths,
            size=self.size,
            mean=self._mean,
        )
