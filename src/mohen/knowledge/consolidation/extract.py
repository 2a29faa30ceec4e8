"""Phase 3: what is kept becomes statements, message by message (R195, R205). Rules first; what
they cannot read goes to a model as in phase 2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from mohen.core import system
from mohen.knowledge.consolidation.model import Piece, Statement
from mohen.knowledge.understanding import extraction, importance
from mohen.knowledge.understanding.other_speakers import said_by

if TYPE_CHECKING:
    from mohen.core.database import Tx
    from mohen.knowledge.consolidation.ask_model import PhaseQuestions
    from mohen.knowledge.consolidation.run import Run
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.policy import Policy

Found = tuple[Piece, Statement, float]
"""A statement, the fragment it was made in, and how much it matters."""


class Extractor:
    """Phase 3: kept fragments become statements."""

    def __init__(
        self,
        *,
        fragment_store: FragmentStore,
        phase_questions: PhaseQuestions,
        policy: Policy,
    ) -> None:
        self._fragment_store = fragment_store
        self._phase_questions = phase_questions
        self._policy = policy

    def extract(self, run: Run) -> None:
        self._by_rules(run, ask=run.waits or self._phase_questions.is_wanted(run))
        if not run.waits:
            self._by_model(run)
            self._let_go(run)

    def _by_rules(self, run: Run, *, ask: bool) -> None:
        after = int(run.cursor.get("after", 0))  # before it, what is left waits for a model
        while pieces := self._fragment_store.kept(run.project_id, after=after, limit=run.batch):
            found, unread = list[Found](), set[int]()
            for message in _messages(pieces):
                said, unclear = self._read(run, message)
                found += said
                unread |= unclear
            after = pieces[-1].id
            done = [each for each in pieces if not (ask and each.id in unread)]
            made = {piece.id for piece, _, _ in found}
            found += self._in_own_words(run, [each for each in done if each.id not in made])
            told = {piece.id for piece, _, _ in found}
            left = 0 if ask else len(unread - told)
            self._write(run, found, [each.id for each in done], {"after": after}, undecided=left)

    def _read(self, run: Run, message: list[Piece]) -> tuple[list[Found], set[int]]:
        """What a message says, and which of its fragments rules cannot read: those they leave
        undecided, and those they make nothing of though a model says that they matter."""
        policy = self._policy
        extracted = extraction.extract(
            [each.fragment for each in message],
            offset_ms=system.offset(message[0].fragment.at),
            policy=policy.extraction,
        )
        speaker = message[0].fragment.speaker
        made = [(message[at], said_by(each, speaker)) for at, each in extracted.statements]
        unread = {message[index].id for index in extracted.undecided}
        unread |= {each.id for each in message if each.importance is not None}
        unread -= {piece.id for piece, _ in made}
        return importance.worth(made, run.config, policy.knowledge), unread

    def _by_model(self, run: Run) -> None:
        while pieces := self._unread(run):
            told = self._phase_questions.read(run, pieces)
            if told is None:
                return
            shown, read = told
            found = [
                (piece, said_by(statement, piece.fragment.speaker), much)
                for piece, statement, much in read
            ]
            self._write(run, found, [each.id for each in shown], run.cursor)

    def _let_go(self, run: Run) -> None:
        """What nobody read is kept as it was said, where that tells something."""
        while pieces := self._unread(run):
            told, done = self._in_own_words(run, pieces), [each.id for each in pieces]
            self._write(run, told, done, run.cursor, undecided=len(pieces) - len(told))

    def _in_own_words(self, run: Run, pieces: Iterable[Piece]) -> list[Found]:
        policy = self._policy
        told = (
            (each, said_by(statement, each.fragment.speaker))
            for each in pieces
            if (
                statement := extraction.in_own_words(
                    each.fragment,
                    offset_ms=system.offset(each.fragment.at),
                    policy=policy.extraction,
                )
            )
        )
        return importance.worth(told, run.config, policy.knowledge)

    def _unread(self, run: Run) -> list[Piece]:
        return self._fragment_store.kept(run.project_id, after=0, limit=run.batch)

    def _write(
        self,
        run: Run,
        found: list[Found],
        done: list[int],
        cursor: Mapping[str, Any],
        *,
        undecided: int = 0,
    ) -> None:
        def write(tx: Tx) -> None:
            self._fragment_store.add_statements(tx, run.project_id, found)
            self._fragment_store.drop(tx, done)

        run.write(write, cursor=cursor, statements=len(found), undecided=undecided)


def _messages(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    for _, message in groupby(pieces, key=lambda each: each.fragment.source):
        yield list(message)
