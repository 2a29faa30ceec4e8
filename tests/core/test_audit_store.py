"""The audit is read newest first; a tombstone is found by its id and holds no text."""

from __future__ import annotations

from inside import inside
from mohen.core.erasure import Tombstone
from mohen.memory import Memory
from shows import shows


@shows("C99", "R119")
def test_acts_come_newest_first_and_by_pages(memory: Memory):
    audit = inside(memory).audit_store
    for n in range(5):
        inside(memory).mind_db.write(
            lambda tx, n=n: audit.add(
                tx, at=n, operator="li", act="forget", project_id=None, subject=f"ep{n}",
                counts={"episodes": n},
            )
        )  # fmt: skip
    first = audit.page(None, 3)
    assert [each.subject for each in first] == ["ep4", "ep3", "ep2"]
    rest = audit.page(first[-1].id, 3)
    assert [(each.at, each.operator, dict(each.counts)) for each in rest] == [
        (1, "li", {"episodes": 1}),
        (0, "li", {"episodes": 0}),
    ]


@shows("C93")
def test_a_tombstone_is_found_by_its_id_and_may_be_renewed(memory: Memory):
    audit = inside(memory).audit_store
    assert audit.buried("ep1") is None
    for deleted in (5, 6):
        inside(memory).mind_db.write(
            lambda tx, at=deleted: audit.bury(
                tx, id="ep1", kind="episode", project_id="novel", hash="h", created_at=1,
                deleted_at=at,
            )
        )  # fmt: skip
    assert audit.buried("ep1") == Tombstone(
        id="ep1", kind="episode", project_id="novel", hash="h", created_at=1, deleted_at=6
    )
