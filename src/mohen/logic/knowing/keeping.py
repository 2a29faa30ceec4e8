"""Whether a statement is stored at all, and how much it matters then (C51)."""

from __future__ import annotations

from collections.abc import Iterable

from mohen.logic.knowing import weighing
from mohen.model.agent import Config
from mohen.model.consolidation import Act, Piece, Statement
from mohen.policy import Knowledge


def worth(
    made: Iterable[tuple[Piece, Statement]], config: Config, policy: Knowledge
) -> list[tuple[Piece, Statement, float]]:
    """Those that are stored, each with its importance."""
    weighed = ((*each, importance(*each, config, policy)) for each in made)
    return [(piece, said, much) for piece, said, much in weighed if much is not None]


def importance(
    piece: Piece, statement: Statement, config: Config, policy: Knowledge
) -> float | None:
    """None: it is not stored. What corrects or takes back something always gets through, for
    what it speaks against may matter. Where a model said how much it matters, that stands."""
    weighed = weighing.weigh(piece.fragment.text, statement.category, config)
    matters = weighed.importance if piece.importance is None else piece.importance
    if statement.act is Act.STATES and matters < policy.keep_from and weighed.signal <= 0:
        return None
    return matters
