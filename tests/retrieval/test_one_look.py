"""Who asks once and ends gets what an index would give, and reads only what can be among it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from mohen.conversations import one_look
from mohen.conversations.model import Message, Role
from mohen.conversations.searchable import entry
from mohen.conversations.store import words
from mohen.retrieval import ranking
from mohen.retrieval.model import Question
from mohen.retrieval.policy import Finding
from mohen.retrieval.postings import Postings

SMALL = Finding(candidates=2)  # read two messages, four, eight

_messages = st.lists(
    st.tuples(
        st.lists(st.sampled_from("abcdef"), max_size=6),
        st.integers(0, 5),
        st.sampled_from(("", "Ann", "Bo")),
        st.booleans(),
    ),
    max_size=30,
)


class Said:
    """Messages of sessions, and which of them were read."""

    def __init__(self, drafts: Sequence[tuple[list[str], int, str, bool]]) -> None:
        self.read: list[int] = []
        self.terms = [
            (pk, f"s{session}", words(terms))
            for pk, (terms, session, _, _) in enumerate(drafts, start=1)
        ]
        self._messages = {
            pk: Message(
                pk=pk,
                session=f"s{session}",
                place=pk,
                role=Role.USER,
                speaker=speaker,
                at=1_767_225_600_000 + pk,
                text="really?" if asks else "really.",
            )
            for pk, (_, session, speaker, asks) in enumerate(drafts, start=1)
        }

    def some(self, pks: Iterable[int]) -> dict[int, Message]:
        numbers = list(pks)
        self.read += numbers
        return {pk: self._messages[pk] for pk in numbers}

    def indexed(self) -> Postings:
        postings = Postings(SMALL)
        postings.add([entry(self._messages[pk], terms) for pk, _, terms in self.terms])
        return postings


@settings(max_examples=60, deadline=None)
@given(
    _messages, st.lists(st.sampled_from((*"abcdefz", "的鸟")), unique=True, min_size=1, max_size=4)
)
def test_the_best_are_those_an_index_finds(
    drafts: list[tuple[list[str], int, str, bool]], asked: list[str]
) -> None:
    said = Said(drafts)
    for limit in (1, 3, 50):
        question = Question(tuple(asked), frozenset(("Ann",)))
        looked = one_look.rank(one_look.Looked(question, said.terms, SMALL), said.some, limit=limit)
        indexed = ranking.rank(question, said.indexed().corpus, limit=limit, policy=SMALL)
        assert [(hit.id, hit.score) for hit in looked] == [(hit.id, hit.score) for hit in indexed]


def test_sessions_that_cannot_come_among_the_best_are_not_read() -> None:
    common = [(["common", "words"], session, "", False) for session in range(200)]
    said = Said([*common, (["common", "needle", "here"], 7, "", False)])
    looked = one_look.Looked(Question(("common", "needle", "here")), said.terms, SMALL)
    found = one_look.rank(looked, said.some, limit=1)
    assert [hit.id for hit in found] == [201]
    assert len(said.read) == 2
