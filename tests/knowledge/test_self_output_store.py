"""Hashes of what we said."""

from __future__ import annotations

from mohen.core.database import Database
from mohen.knowledge.self_output_store import SelfOutputStore


def test_what_was_said_is_known_by_project_until_it_is_trimmed(mind: Database):
    spoken = SelfOutputStore(mind)
    mind.write(lambda tx: spoken.add(tx, "a", ["x", "y"], now=10))
    mind.write(lambda tx: spoken.add(tx, "a", ["y", "z"], now=20))
    mind.write(lambda tx: spoken.add(tx, "b", ["q"], now=10))
    assert spoken.all("a") == {"x", "y", "z"}
    assert not spoken.lack("a", ["y", "z"], since=20)
    assert spoken.lack("a", ["x", "y"], since=20)
    mind.write(lambda tx: spoken.trim(tx, "a", before=15, most=10))
    assert spoken.all("a") == {"y", "z"}
    mind.write(lambda tx: spoken.trim(tx, "a", before=0, most=1))
    assert len(spoken.all("a")) == 1
    assert spoken.all("b") == {"q"}
