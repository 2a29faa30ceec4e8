"""What is compressed away is gone from the files, not only from the answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from factories import draft, policy
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock
from shows import shows

SENTENCE = "青鸾渡过了雪山，一去不回"
WORD = "zyqxvarn"


@pytest.fixture
def memory(home: Path) -> Iterator[Memory]:
    """Full after three episodes, so that the fourth compresses the first."""
    rule = policy(capacity={"active_per_project": 3, "compressed_per_project": 2})
    with open_memory(
        home, policy=rule, clock=FrozenClock(), ids=CountingIds(), immediate=True
    ) as opened:
        yield opened


def checkpoint(memory: Memory) -> None:
    """The log is copied back and cut to nothing: only then is what it held gone."""
    connection = apsw.Connection(str(memory.home / "episodes.db"))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()


def holding(home: Path, text: str) -> list[str]:
    return sorted(each.name for each in home.iterdir() if text.encode() in each.read_bytes())


def fill(memory: Memory, count: int) -> None:
    for n in range(count):
        memory.episodes.record(draft(input_context=f"别的事{n}", importance=1.0))


SECRETS = {
    "input_context": f"{SENTENCE}。{WORD}",
    "final_text": f"{SENTENCE}！{WORD}",
    "candidates": (f"{SENTENCE}？{WORD}", "别的"),
}


@shows("R56")
@pytest.mark.parametrize("field", SECRETS)
def test_after_compression_no_file_holds_the_text(memory: Memory, field: str):
    memory.episodes.record(draft(importance=0.0, **{field: SECRETS[field]}))
    checkpoint(memory)
    assert holding(memory.home, SENTENCE) == ["episodes.db"]
    fill(memory, 3)
    checkpoint(memory)
    assert holding(memory.home, SENTENCE) == []


@shows("R56")
def test_single_words_leave_the_index_when_it_is_merged(memory: Memory):
    """FTS5 only marks a deleted row of a contentless table; its words stay in their segment
    (`search_data`, nowhere else) until a merge rewrites it. An erasure that must be complete
    (C74) has to ask for `optimize`, and then for a truncating checkpoint."""
    memory.episodes.record(draft(importance=0.0, input_context=f"{SENTENCE} {WORD}"))
    fill(memory, 3)
    memory._parts.episodes_db.write(
        lambda tx: tx.execute("INSERT INTO search (search) VALUES ('optimize')")
    )
    checkpoint(memory)
    assert holding(memory.home, WORD) == []
    assert memory._parts.index.words_in_order()


@shows("R118")
def test_a_purged_digest_leaves_no_comment_behind(memory: Memory):
    memory.episodes.record(draft(importance=0.0, explicit=SENTENCE))
    fill(memory, 3)
    checkpoint(memory)
    assert holding(memory.home, SENTENCE) == ["episodes.db"]  # a comment outlives the text
    fill(memory, 2)
    checkpoint(memory)
    assert holding(memory.home, SENTENCE) == []


def test_nothing_of_a_text_is_in_the_file_of_settings(memory: Memory):
    memory.episodes.record(draft(input_context=SENTENCE))
    assert not any(name.startswith("mind.db") for name in holding(memory.home, SENTENCE))
