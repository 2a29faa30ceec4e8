"""How knowledge decays, is kept alive by use, and is archived (C48–C50, C60).

Its own law: episodes lose strength by another one (`decay`).
"""

from __future__ import annotations

import math
from dataclasses import replace

from mohen.core.policy import DAY_MS
from mohen.knowledge.agents.model import Config
from mohen.knowledge.model import FACT, Category, Fading, Item, State
from mohen.knowledge.policy import Knowledge

MANUAL = "manual"
"""The origin of what a person typed: it does not fade (C94)."""
MIGRATED = "migrated"
"""The origin of what was brought from elsewhere."""

_NEVER_FORGOTTEN = frozenset({Category.IDENTITY, Category.HEALTH, Category.SAFETY})


def read_late(said_at: int, now: int, policy: Knowledge) -> int | None:
    """When something was read, if that is long after it was said: a transcript of last year that is
    read today is in force until it fades from today (C115). What is read the next night was read
    when it was said, so that it does not matter who was faster."""
    return now if now - said_at > policy.read_late_ms else None


def rate(item: Item | Fading, config: Config, policy: Knowledge) -> float:
    """A day, slower the more it matters (R190, R191). A type that has none fades as a fact."""
    own = config.decay_rates.get(item.type, config.decay_rates[FACT])
    return own * (1 - _clamped(item.importance) * policy.importance_slows)


def left(
    item: Item | Fading, now: int, config: Config, policy: Knowledge
) -> tuple[float, int, State] | None:
    """Its score, as of when, and its state after the whole days since it was last faded; None
    when nothing changes. Whole days, so that fading twice a day is fading once, and in two steps
    what it is in one (C48); a clock that went backwards changes nothing."""
    since = item.faded_at or item.created_at
    days = max(0, now - since) // DAY_MS
    if item.origin == MANUAL or item.state is not State.ACTIVE or not days:
        return None
    score = item.score * math.exp(-rate(item, config, policy) * days)
    gone = score < config.archive and not is_kept(item)
    return score, since + days * DAY_MS, State.ARCHIVED if gone else item.state


def faded(item: Item, now: int, config: Config, policy: Knowledge) -> Item:
    """The item with what is left."""
    found = left(item, now, config, policy)
    if found is None:
        return item
    score, at, state = found
    return replace(item, score=score, faded_at=at, state=state)


def is_kept(item: Item | Fading) -> bool:
    """What never leaves for the archive by itself: who somebody is and what endangers them,
    where it matters fully (C50), and what was typed (C94)."""
    vital = item.category in _NEVER_FORGOTTEN and item.importance >= 1
    return vital or item.origin == MANUAL


def woken(item: Item) -> State:
    """Its state when it is met again: what faded is back (R227), what a person put away stays where
    they put it until they restore it."""
    return State.ARCHIVED if item.put_away else State.ACTIVE


def used(item: Item, now: int, config: Config, policy: Knowledge) -> Item:
    """After it was of use: a little more of what it lacks, once a day, so that it never passes 1
    (R226). What had faded comes back."""
    if item.put_away:
        return item
    if item.state is State.ARCHIVED:
        return restored(item, now, policy)
    if item.state is not State.ACTIVE:
        return item
    if item.accessed_at is not None and now // DAY_MS <= item.accessed_at // DAY_MS:
        return item
    today = faded(item, now, config, policy)
    score = today.score + policy.access_gain * (1 - today.score)
    return replace(today, score=_clamped(score), accessed_at=now, state=State.ACTIVE)


def restored(item: Item, now: int, policy: Knowledge) -> Item:
    """Out of the archive, with a score to live on."""
    return replace(
        item,
        state=State.ACTIVE,
        score=max(item.score, policy.restored),
        faded_at=now,
        accessed_at=now,
    )


def _clamped(value: float) -> float:
    return min(1.0, max(0.0, value))
