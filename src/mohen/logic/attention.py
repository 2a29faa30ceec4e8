"""What stays in mind: how important each thing is now, and what goes when it is too much.

Importance is of the moment: how near to what the author looks at, how lately it was touched, how
often (R8). Relevance is the share of terms in common, which needs no model and no index.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp2

from mohen.model.session import Focus, Kind, Working, WorkingItem
from mohen.policy import Session


def relevance(item: WorkingItem, focus: Focus | None) -> float:
    """Of the smaller of the two, the share of terms that the other has as well: a short intent
    about the scene is related to it, however long the passage."""
    if focus is None or not item.terms or not focus.terms:
        return 0.0
    return len(item.terms & focus.terms) / min(len(item.terms), len(focus.terms))


def recency(item: WorkingItem, now: int, policy: Session) -> float:
    """1 when just touched, halved at each half-life. A signal does not age: it is waiting to be
    counted, and judged when the session ends (R5)."""
    if item.kind is Kind.SIGNAL:
        return 1.0
    return exp2(-max(0, now - item.touched_at) / policy.half_life_ms)


def importance(item: WorkingItem, focus: Focus | None, now: int, policy: Session) -> float:
    return (
        policy.relevance * relevance(item, focus)
        + policy.recency * recency(item, now, policy)
        + policy.interactions * item.uses / (item.uses + policy.uses_prior)
    )


def weighed(working: Working, now: int, policy: Session) -> Working:
    """The buffer with the importance of everything in it as of now."""
    items = tuple(
        replace(each, importance=importance(each, working.focus, now, policy))
        for each in working.items
    )
    return replace(working, items=items)


def is_stale(item: WorkingItem, focus: Focus | None, now: int, policy: Session) -> bool:
    """An intent that nobody came back to and that has nothing to do with the focus (R9)."""
    return (
        item.kind is Kind.INTENT
        and now - item.touched_at >= policy.stale_ms
        and relevance(item, focus) < policy.unrelated_below
    )


def evict(working: Working, now: int, policy: Session, *, newest: str | None = None) -> Working:
    """The buffer within its budget: stale intents go first, then the least important, of equals
    the one not touched for longest (R9, R99). The focus stays, and what was just written goes
    only if there is no room for it at all."""
    tokens = counted(working)
    if tokens <= working.token_budget:
        return replace(working, tokens=tokens)

    def turn(item: WorkingItem) -> tuple[bool, bool, float, int]:
        return (
            item.id == newest,
            not is_stale(item, working.focus, now, policy),
            importance(item, working.focus, now, policy),
            item.touched_at,
        )

    gone = set()
    for each in sorted(working.items, key=turn):
        if tokens <= working.token_budget:
            break
        gone.add(each.id)
        tokens -= each.tokens
    kept = tuple(each for each in working.items if each.id not in gone)
    return replace(working, items=kept, tokens=tokens, evicted=working.evicted + len(gone))


def counted(working: Working) -> int:
    focus = 0 if working.focus is None else working.focus.tokens
    return focus + sum(each.tokens for each in working.items)
