"""How many pieces of knowledge there are, by what they are and how much they matter (R212)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from mohen.logic.knowing import profiles
from mohen.model.knowledge import SUMMARY, Mention, State, Stats
from mohen.policy import Knowledge

_HOLDING = (State.ACTIVE, State.ARCHIVED)


def stats(
    counts: Mapping[tuple[State, str, float], int],
    *,
    entities: int,
    unprocessed: int,
    last_success: int | None,
    next_due: int | None,
    policy: Knowledge,
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


def mentions(counted: Iterable[tuple[str, str, int]]) -> list[Mention]:
    """One line a name, the most spoken of first."""
    found: dict[str, Counter[str]] = {}
    for name, kind, number in counted:
        found.setdefault(name, Counter())[kind] += number
    made = [
        Mention(name, profiles.type_of(name, votes), votes.total()) for name, votes in found.items()
    ]
    return sorted(made, key=lambda each: (-each.items, each.name))
