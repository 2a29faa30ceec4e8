"""Deleted means deleted: what was forgotten is not learned again until the user says so (C64).

A veto is a sealed hash of the words, and of what they say of whom: when 用户住在北京 was forgotten,
我家在北京 is not learned either. Of a summary it is also what it was made of: in other words it
would say the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.core.keyed_hash import sealed
from mohen.knowledge.model import Item
from mohen.rules import conflicts
from mohen.text import normalize

if TYPE_CHECKING:
    from mohen.core.database import Tx
    from mohen.knowledge.consolidation.model import Statement
    from mohen.rules.store import RuleStore


_CLAIM, _MADE = "claim", "made of"


def hashes(key: bytes, said: Item | Statement) -> list[str]:
    """`key`: of `settings.redaction_key`, asked for once."""
    found = [sealed(key, each) for each in conflicts.fingerprints(said.content, None)]
    if said.attribute and said.value:
        claim = (said.subject, said.attribute, normalize.normal(said.value))
        found.append(sealed(key, _CLAIM, *claim))
    if isinstance(said, Item) and said.source_facts:
        made = (said.subject, said.attribute, *said.source_facts)
        found.append(sealed(key, _MADE, *made))
    return found


class Vetoes:
    """Remembers what was deleted, so that it is not learned again."""

    def __init__(
        self,
        *,
        rule_store: RuleStore,
    ) -> None:
        self._rule_store = rule_store

    def vetoed(self, tx: Tx, key: bytes, project_id: str | None, said: Item | Statement) -> bool:
        """Whether it was forgotten here or everywhere."""
        return bool(self._rule_store.vetoed(project_id, hashes(key, said), reader=tx))
