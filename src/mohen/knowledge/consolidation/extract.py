"""Phase 3: what is kept becomes statements, message by message (R195, R205). Rules first; what
they cannot read goes to a model as in phase 2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from mohen.core import system
from mohen.core.database import Tx
from mohen.knowledge.consolidation import ask_model
from mohen.knowledge.consolidation.model import Piece, Statement
from mohen.knowledge.consolidation.run import Run
from mohen.knowledge.understanding import extraction, importance

Found = tuple[Piece, Statement, float]
"""A statement, the fragment it was made in, and how much it matters."""


def extract(run: Run) -> None:
    _by_rules(run, ask=ask_model.is_wanted(run.parts))
    _by_model(run)
    _let_go(run)


def _by_rules(run: Run, *, ask: bool) -> None:
    after = int(run.cursor.get("after", 0))  # before it, what is left waits for a model
    while pieces := run.parts.fragments.kept(run.project_id, after=after, limit=run.batch):
        found, unread = list[Found](), set[int]()
        for message in _messages(pieces):
            said, unclear = _read(run, message)
            found += said
            unread |= unclear
        after = pieces[-1].id
        done = [each.id for each in pieces if not (ask and each.id in unread)]
        _write(run, found, done, {"after": after}, undecided=0 if ask else len(unread))


def _messages(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    for _, message in groupby(pieces, key=lambda each: each.fragment.source):
        yield list(message)


def _read(run: Run, message: list[Piece]) -> tuple[list[Found], set[int]]:
    """What a message says, and which of its fragments rules cannot read: those they leave
    undecided, and those they make nothing of though a model says that they matter."""
    policy = run.parts.policy
    extracted = extraction.extract(
        [each.fragment for each in message],
        offset_ms=system.offset(message[0].fragment.at),
        policy=policy.extraction,
    )
    made = [(message[index], statement) for index, statement in extracted.statements]
    unread = {message[index].id for index in extracted.undecided}
    unread |= {each.id for each in message if each.importance is not None}
    unread -= {piece.id for piece, _ in made}
    return importance.worth(made, run.config, policy.knowledge), unread


def _by_model(run: Run) -> None:
    while pieces := _unread(run):
        told = ask_model.read(run, pieces)
        if told is None:
            return
        shown, found = told
        _write(run, found, [each.id for each in shown], run.cursor)


def _let_go(run: Run) -> None:
    while pieces := _unread(run):
        _write(run, [], [each.id for each in pieces], run.cursor, undecided=len(pieces))


def _unread(run: Run) -> list[Piece]:
    return run.parts.fragments.kept(run.project_id, after=0, limit=run.batch)


def _write(
    run: Run,
    found: list[Found],
    done: list[int],
    cursor: Mapping[str, Any],
    *,
    undecided: int = 0,
) -> None:
    def write(tx: Tx) -> None:
        run.parts.fragments.add_statements(tx, run.project_id, found)
        run.parts.fragments.drop(tx, done)

    run.write(write, cursor=cursor, statements=len(found), undecided=undecided)
