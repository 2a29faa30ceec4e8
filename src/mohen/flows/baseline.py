"""What every prompt of a project holds of the memory, whatever is asked.

The preview shows and the prompt holds exactly this, so that the two never disagree (C62).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from mohen.flows.parts import Parts
from mohen.logic import clashes, stable, tokens
from mohen.logic import entries as judged
from mohen.logic.chapters import Words
from mohen.logic.stable import Chosen
from mohen.model.knowledge import Item
from mohen.model.scope import Scope


@dataclass(frozen=True, slots=True)
class Baseline:
    """Rules for L2 and notes for L3, in their order, and what there was no room for."""

    chosen: Chosen = field(default_factory=Chosen)
    notes: tuple[Item, ...] = ()
    left: tuple[Item, ...] = ()


def read(
    parts: Parts,
    project_id: str | None,
    words: Words,
    *,
    rules_tokens: int | None = None,
    leave_out: Collection[str] = (),
) -> Baseline:
    """Raises `StoreError` when the mind cannot be read."""
    everybodys = parts.rules.of(Scope())
    own = [] if project_id is None else parts.rules.of(Scope(project_id))
    overridden = clashes.overridden(everybodys, own)
    rules = [
        rule
        for rule in (*own, *everybodys)
        if rule.id not in overridden and rule.id not in leave_out
    ]
    items = [
        judged.shortened(item, parts.policy.entries)
        for item in judged.ordered(parts.knowledge.visible(Scope(project_id)))
        if item.id not in leave_out
    ]
    policy = parts.policy.context
    most = policy.author_tokens if rules_tokens is None else rules_tokens

    def count(text: str) -> int:
        return tokens.estimate(text, parts.policy.tokens)

    notes, left = stable.choose_notes(items, policy.notes_tokens, count)
    return Baseline(stable.choose(rules, words, most, count), notes, left)
