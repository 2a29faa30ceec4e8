"""What every prompt of a project holds of the memory, whatever is asked.

The preview shows and the prompt holds exactly this, so that the two never disagree (C62).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mohen.logic import clashes, stable
from mohen.logic import entries as judged
from mohen.logic.chapters import Words
from mohen.logic.prompt import Count
from mohen.logic.stable import Chosen
from mohen.model.knowledge import Item
from mohen.model.rule import Rule
from mohen.model.scope import Scope

if TYPE_CHECKING:
    from mohen.flows.counting import Counting
    from mohen.flows.parts import Parts


@dataclass(frozen=True, slots=True, eq=False)
class Baseline:
    """Rules for L2 and notes for L3, in their order, and what there was no room for. The same
    one until some rule or note changes, so what is made of it can be remembered by it."""

    chosen: Chosen = field(default_factory=Chosen)
    notes: tuple[Item, ...] = ()
    left: tuple[Item, ...] = ()
    newest: tuple[Item, ...] = ()  # of those without room: what a query is compared with


class Baselines:
    """Those made last. Rules change seldom and prompts are made often, so a baseline is made
    anew only when some rule or note is not what it was, whoever changed it (C91)."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._made: dict[Hashable, tuple[Hashable, Baseline]] = {}

    def get(self, key: Hashable, stamp: Hashable, make: Callable[[], Baseline]) -> Baseline:
        with self._lock:
            of, found = self._made.get(key, (None, None))
        if found is not None and of == stamp:
            return found
        made = make()
        with self._lock:
            self._made.pop(key, None)
            self._made[key] = stamp, made
            while len(self._made) > self._most:
                del self._made[next(iter(self._made))]
        return made


def read(
    parts: Parts,
    project_id: str | None,
    words: Words,
    counted: Counting,
    *,
    rules_tokens: int,
    leave_out: Collection[str] = (),
) -> Baseline:
    """Raises `StoreError` when the mind cannot be read."""
    stamp = parts.mind_db.opened, parts.rules.stamp(), parts.knowledge.stamp()
    key = project_id, words.chapters, counted.key, rules_tokens, frozenset(leave_out)
    return parts.baselines.get(
        key, stamp, lambda: _made(parts, project_id, words, counted.count, rules_tokens, leave_out)
    )


def _made(
    parts: Parts,
    project_id: str | None,
    words: Words,
    count: Count,
    most: int,
    leave_out: Collection[str],
) -> Baseline:
    everybodys = _rules(parts, Scope(), leave_out)
    own = [] if project_id is None else _rules(parts, Scope(project_id), leave_out)
    overridden = clashes.overridden(everybodys, own)
    rules = [rule for rule in (*own, *everybodys) if rule.id not in overridden]
    items = [
        judged.shortened(item, parts.policy.entries)
        for item in judged.ordered(_best_known(parts, project_id))
        if item.id not in leave_out
    ]
    notes, left = stable.choose_notes(items, parts.policy.context.notes_tokens, count)
    newest = judged.newest(left, parts.policy.entries)
    return Baseline(stable.choose(rules, words, most, count), notes, left, newest)


def _best_known(parts: Parts, project_id: str | None) -> list[Item]:
    """Not all that conversations taught: what no prompt has room for is found by asking."""
    return parts.knowledge.most_known(Scope(project_id), parts.policy.knowledge.prompt_most)


def _rules(parts: Parts, scope: Scope, leave_out: Collection[str]) -> list[Rule]:
    """One that is left out overrides nothing either."""
    return [rule for rule in parts.rules.of(scope) if rule.id not in leave_out]
