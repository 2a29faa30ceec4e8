"""Moves that change the marks of a draft: how sentences end and how clauses are joined."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from mohen.logic.offline.compose import Composer
from mohen.logic.offline.content import Move
from mohen.logic.offline.draft import BARE, COMMA, SEMICOLON, STOP, Clause, Draft, Sentence
from mohen.logic.offline.lengths import join, splits


def ends(kind: str, draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """Exclamation marks and ellipses, in the place of a full stop."""
    before, after = (STOP, kind) if more else (kind, STOP)
    found = [each for each in draft.sentences() if each.mark == before]
    composer.rng.shuffle(found)
    found.sort(key=lambda each: not each.speaker)  # somebody who speaks is louder
    moves: list[Move] = [partial(setattr, each, "mark", after) for each in found]
    return moves or (splits(draft) if more else [])


def joints(kind: str, draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """Dashes and semicolons, in the place of a comma."""
    inner = [clause for clause in _inner(draft) if not clause.own or not more]
    before, after = (COMMA, kind) if more else (kind, COMMA)
    found = [each for each in inner if each.joint == before]
    composer.rng.shuffle(found)
    moves: list[Move] = [partial(setattr, each, "joint", after) for each in found]
    return moves or (_joined(draft, kind) if more else [])


def commas(draft: Draft, more: bool, _composer: Composer) -> list[Move]:
    if more:
        freed = [
            partial(setattr, each, "joint", COMMA)
            for each in _inner(draft)
            if each.joint in (BARE, SEMICOLON)
        ]
        return [*freed, *_joined(draft, COMMA)]
    if draft.language == "en":
        bare = [
            partial(setattr, each, "joint", BARE)
            for each in _inner(draft)
            if each.joint == COMMA and each.link
        ]
        if bare:
            return [*bare]
    return splits(draft)


def _inner(draft: Draft) -> list[Clause]:
    """Clauses that are joined to one before."""
    return [clause for each in draft.sentences() for clause in each.clauses[1:]]


def _joined(draft: Draft, kind: str) -> list[Move]:
    """Two sentences made one by the mark."""
    pairs = [pair for paragraph in draft.paragraphs for pair in pairwise(paragraph)]
    return [partial(_join, *pair, kind) for pair in pairs if pair[0].told and pair[1].told]


def _join(first: Sentence, second: Sentence, kind: str) -> None:
    if first.clauses and second.clauses:
        second.clauses[0].joint = kind
        join(first, second)
