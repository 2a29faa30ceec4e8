"""A person archives something. Unlike what faded, it is no source any more: a summary that tells of
it is withdrawn at once, and the next run makes one of what is left."""

from __future__ import annotations

from mohen.flows.parts import Parts
from mohen.logic.fade import MANUAL
from mohen.model.consolidation import Change, Done
from mohen.model.knowledge import SUMMARY, State
from mohen.store.sqlite import Tx

_HOLDING = (State.ACTIVE, State.ARCHIVED)
_NO_SOURCE = "some of what it was made of was archived by hand"


def put_away(parts: Parts, tx: Tx, id: str, now: int) -> list[Change]:
    """Answers which summaries went; what somebody wrote as one stays."""
    parts.knowledge.put_state(tx, id, State.ARCHIVED, now=now, put_away=True)
    made = [
        each
        for each in parts.knowledge.derived_from(tx, id)
        if each.type == SUMMARY and each.state in _HOLDING and each.origin != MANUAL
    ]
    for each in made:
        parts.knowledge.put_state(tx, each.id, State.WITHDRAWN, now=now)
    return [
        Change(Done.WITHDRAWN, each.id, each.type, each.content, why=_NO_SOURCE) for each in made
    ]
