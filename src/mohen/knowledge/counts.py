"""How many pieces of knowledge there are, by what they are and how much they matter (R212)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from mohen.knowledge.model import SUMMARY, State, Stats
from mohen.knowledge.policy import Knowledge

_HOLDING = (State.ACTIVE, State.ARCHIVED)


def counted(
    counts: Mapping[tuple[State, str, float], int],
    *,
    entities: int,
    policy: Knowledge,
    unprocessed: int = 0,
    last_success: int | None = None,
    next_due: int | None = None,
) -> Stats:
    """Active and archive together, where nothing else is said (C54)."""
    states: Counter[State] = Counter()
    types: Counter[str] = Counter()
    bands = dict.fromkeys(("critical", "high", "medium", "low"), 0)
    for (state, kind, importance), number in counts.items():
        if state in _HOLDING:
            states[state] += number
            types[kind] += number
            bands[band(importance, policy)] += number
    active = states[State.ACTIVE]
    return Stats(
        active=active,
        archived=states[State.ARCHIVED],
        by_type=dict(sorted(types.items())),
        by_importance=bands,
        entities=entities,
        themes=types[SUMMARY],
        unprocessed=unprocessed,
        last_success=last_success,
        next_due=next_due,
        warnings=_warnings(active, policy),
    )


def band(importance: float, policy: Knowledge) -> str:
    if importance >= policy.critical_from:
        return "critical"
    if importance >= policy.high_from:
        return "high"
    return "medium" if importance >= policy.medium_from else "low"


def _warnings(active: int, policy: Knowledge) -> tuple[str, ...]:
    if active <= policy.active_soft:
        return ()
    return (
        f"{active} items are active, about {policy.active_soft} are meant to be: "
        "set thresholds.active_most in config.json to archive the lowest",
    )
