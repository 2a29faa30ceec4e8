"""A home full of an author's work, filled once and copied for each measurement.

One project, two languages in turn: the acts of two simulated authors (`simulated/`), each with
a taste of their own, with edits, undos, rejections and comments, spread over a hundred days.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from mohen import Memory, Policy, open_memory
from mohen.core.policy import DAY_MS
from mohen.episodes.model import Draft
from simulated.acting import Act, Desk
from simulated.author import population
from timing import together
from world import FILLERS, ROOMY, must_succeed

PROJECT = "novel"
SPAN_MS = 100 * DAY_MS


def policy() -> Policy:
    """Caps and the budget of digests raised (C90); everything else as in production."""
    usual = Policy()
    return replace(
        usual,
        capacity=replace(usual.capacity, active_per_project=ROOMY, compressed_per_project=ROOMY),
        upkeep=replace(usual.upkeep, digest_budget=ROOMY),
    )


def opened(home: Path) -> Memory:
    return open_memory(home, policy=policy())


class Work:
    """What the two do, act after act; no text comes twice."""

    def __init__(self, seed: int = 0) -> None:
        self._desks = [
            Desk(population("preferring", 1, seed, language)[0], PROJECT)
            for language in ("zh", "en")
        ]
        self._done = 0

    def next(self) -> Act:
        self._done += 1
        return self._desks[self._done % 2].next()

    def drafts(self, count: int) -> list[Draft]:
        """As they come in now."""
        return [self.next().draft for _ in range(count)]


def fill(home: Path, episodes: int) -> None:
    """Through the same door as in production, measured and embedded. Learning is switched off
    in this home, so that it happens when it is measured and at no other time."""
    work = Work()
    acts = [work.next() for _ in range(episodes)]
    with opened(home) as memory:
        memory.settings.update(preference_learning_enabled=False)
        began, step = memory.now() - SPAN_MS, SPAN_MS // episodes
        calls: list[Callable[[], object]] = [
            partial(_do, memory, act, began + at * step) for at, act in enumerate(acts)
        ]
        must_succeed(together(calls, FILLERS))
        memory.drain()


def _do(memory: Memory, act: Act, at: int) -> None:
    memory.episodes.record(replace(act.draft, timestamp=at))
    if act.undo:
        memory.episodes.undo(PROJECT, generation_id=act.draft.generation_id)


def copied(home: Path, name: str) -> Path:
    """A fresh copy of a closed home, beside it."""
    target = home.with_name(name)
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(home, target)
    return target
