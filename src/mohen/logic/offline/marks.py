"""Moves that change the marks of a draft: how sentences end and how clauses are joined."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from mohen.logic import lexicon
from mohen.logic.offline.compose import Composer
from mohen.logic.offline.content import Move, cleaned
from mohen.logic.offline.draft import (
    BARE,
    COMMA,
    MARKS,
    SEMICOLON,
    SHOUT,
    STOP,
    TRAIL,
    Clause,
    Draft,
    Sentence,
    Word,
)
from mohen.logic.offline.lengths import join, mean, splits

_SIGNS = {SHOUT: ("！", "!"), TRAIL: ("……", "…", "...")}


def ends(kind: str, draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """Exclamation marks and ellipses, in the place of a full stop."""
    before, after = (STOP, kind) if more else (kind, STOP)
    found = [each for each in draft.sentences() if each.mark == before]
    composer.rng.shuffle(found)
    found.sort(key=lambda each: not each.speaker)  # somebody who speaks is louder
    moves: list[Move] = [partial(setattr, each, "mark", after) for each in found]
    if not more:
        moves += [
            partial(_rub_out, word, sign, draft.language)
            for each in draft.sentences()
            if each.fixed
            for word in each.clauses[0].words
            for sign in _SIGNS[kind]
            if sign in word.text
        ]
    return moves or (splits(draft) if more else [])


def _rub_out(word: Word, sign: str, language: str) -> None:
    """In the author's own speech, where the mark is part of the text."""
    word.text = word.text.replace(sign, MARKS[language][STOP])


def joints(kind: str, draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """Dashes and semicolons, in the place of a comma."""
    inner = [clause for clause in _inner(draft) if not clause.own or not more]
    before, after = (COMMA, kind) if more else (kind, COMMA)
    found = [each for each in inner if each.joint == before]
    composer.rng.shuffle(found)
    moves: list[Move] = [partial(setattr, each, "joint", after) for each in found]
    if moves or not more:
        return moves
    return _joined(draft, kind) or mean(draft, True, composer)


def commas(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    if more:
        freed = [
            partial(setattr, each, "joint", COMMA)
            for each in _inner(draft)
            if each.joint in (BARE, SEMICOLON)
        ]
        return [*freed, *_joined(draft, COMMA)] or mean(draft, True, composer)
    if draft.language == "en":
        bare = [
            partial(setattr, each, "joint", BARE)
            for each in _inner(draft)
            if each.joint == COMMA and each.link
        ]
        if bare:
            return [*bare]
    return splits(draft) or _unsaid(draft) or cleaned(draft, _commas_in, composer)


def _unsaid(draft: Draft) -> list[Move]:
    """In English it is a comma that leads to who speaks, and one that follows a call."""
    if draft.language == "zh":
        return []
    called = [
        partial(setattr, word, "on", False)
        for word in draft.words()
        if word.kind == "colloquial" and word.on
    ]
    said = [partial(setattr, each, "says", "") for each in draft.sentences() if each.says]
    return [*called, *said]


def _commas_in(text: str, _language: str) -> int:
    return lexicon.count_marks(text)["comma"]


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
