"""What is kept out of prompts until a person has seen it: text that gives orders to a model.

What the author types is their word, and never held back (C109, C113).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core.keyed_hash import sealed
from mohen.errors import StoreError
from mohen.knowledge.decay import MANUAL
from mohen.knowledge.model import Item
from mohen.text import normalize, orders

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mohen.core.settings import UserSettings
    from mohen.knowledge.seen_orders_store import SeenOrdersStore

_DIGITS = 20  # of a hash: enough to tell a few orders apart


class HeldBack:
    """Knows what must wait until a person has seen it."""

    def __init__(self, *, seen_orders_store: SeenOrdersStore, settings: UserSettings) -> None:
        self._seen_orders_store = seen_orders_store
        self._settings = settings

    def holds(self, project_id: str | None, text: str) -> bool:
        """Whether it gives an order to a model and nobody let it stand. Where that cannot be looked
        up, nobody did."""
        if not orders.are_in(text):
            return False
        try:
            return not self._seen_orders_store.has(project_id, self.mark(text))
        except StoreError:
            return True

    def holds_item(self, item: Item) -> bool:
        return item.origin != MANUAL and self.holds(item.project_id, said(item))

    def passed(self, items: Iterable[Item]) -> list[Item]:
        """Those that may go into a prompt by themselves."""
        return [each for each in items if not self.holds_item(each)]

    def mark(self, text: str) -> str:
        """What it is called in the list: the same words are the same order."""
        key = self._settings.redaction_key()
        return f"o_{sealed(key, 'order', normalize.normal(text))[:_DIGITS]}"


def said(item: Item) -> str:
    """All of an item that a prompt may be given."""
    return "\n".join((item.content, *filter(None, (item.basis,)), *item.entities))
