"""What is compressed away or deleted is gone from the files, not only from the answers."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import pytest

from factories import draft, eventually, policy
from inside import inside
from mohen.core.degradation import Reason
from mohen.core.erasure import Target
from mohen.core.sqlite import page_gaps
from mohen.episodes.model import Question
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
    inside(memory).episodes_db.write(
        lambda tx: tx.execute("INSERT INTO search (search) VALUES ('optimize')")
    )
    checkpoint(memory)
    assert holding(memory.home, WORD) == []
    assert inside(memory).episode_index.words_in_order()


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


# -- a wipe leaves no byte of what was deleted (C74)


def delete(memory: Memory, seqs: list[int]) -> None:
    parts = inside(memory)
    number = parts.retention_store.number("novel")
    assert number is not None
    parts.episodes_db.write(lambda tx: parts.retention_store.delete(tx, number, seqs))


@pytest.fixture
def roomy(home: Path) -> Iterator[Memory]:
    with open_memory(home, clock=FrozenClock(), ids=CountingIds(), immediate=True) as opened:
        yield opened


@shows("C74")
@pytest.mark.parametrize("gone", [1, 30, 79, 80])
def test_however_many_go_no_word_of_them_stays_and_all_others_are_found(roomy: Memory, gone: int):
    """Rows of very different sizes, so that pages are split, joined and reused."""
    chance = random.Random(gone)
    kept = {}
    for n in range(80):
        text = f"雪山{n:04d}秘 zyq{n:04d}x " * chance.choice([1, 3, 30, 200])
        kept[n] = roomy.episodes.record(
            draft(input_context=text, explicit=f"cmt{n:04d}" * chance.choice([1, 30]))
        ).episode
    doomed = chance.sample(sorted(kept), gone)
    delete(roomy, [kept[n].seq for n in doomed])
    assert inside(roomy).secure_wipe.wipe(episodes=True, mind=True)
    everything = b"".join(each.read_bytes() for each in roomy.home.iterdir())
    for n in doomed:
        for word in (f"雪山{n:04d}秘", f"zyq{n:04d}x", f"cmt{n:04d}"):
            assert word.encode() not in everything
    assert inside(roomy).episode_index.words_in_order()
    for n in [n for n in kept if n not in doomed][:5]:
        found = roomy.episodes.query(Question(project_id="novel", query_text=f"zyq{n:04d}x"))
        assert kept[n].id in [each.episode.id for each in found.items]


@shows("C74", "R93")
@pytest.mark.parametrize("damage", ["DROP TABLE search", "DELETE FROM search_data WHERE id > 10"])
def test_a_damaged_index_is_emptied_rather_than_left_holding_words(roomy: Memory, damage: str):
    episode = roomy.episodes.record(draft(input_context=f"{SENTENCE} {WORD}")).episode
    other = apsw.Connection(str(roomy.home / "episodes.db"))
    other.execute(damage).fetchall()
    other.close()
    delete(roomy, [episode.seq])
    assert inside(roomy).secure_wipe.wipe(episodes=True, mind=True)
    assert holding(roomy.home, WORD) == []
    roomy.index.rebuild()
    assert inside(roomy).episode_index.words_in_order()


@shows("C74")
def test_a_reader_in_the_way_is_waited_for(roomy: Memory):
    """It ends while the wipe is patient."""
    episode = roomy.episodes.record(draft(input_context=SENTENCE)).episode
    reader = apsw.Connection(str(roomy.home / "episodes.db"))
    reader.execute("BEGIN; SELECT count(*) FROM episodes").fetchall()
    delete(roomy, [episode.seq])
    assert not inside(roomy).episodes_db.cut_log()
    inside(roomy).clock.machine.on_pause = lambda _count: reader.close()  # type: ignore[attr-defined]
    assert inside(roomy).secure_wipe.wipe(episodes=True, mind=True)
    assert holding(roomy.home, SENTENCE) == []


@shows("C74")
def test_a_wipe_that_dies_halfway_is_owed_and_done_by_the_next_tick(
    roomy: Memory, monkeypatch: pytest.MonkeyPatch
):
    id = roomy.episodes.record(draft(input_context=SENTENCE)).episode.id
    with monkeypatch.context() as dying:

        def dies(file: apsw.VFSFile, *_: int) -> None:
            file.xRead(100, 0)
            raise apsw.IOError

        dying.setattr(page_gaps, "clean", dies)
        receipt = roomy.upkeep.forget("novel", Target(episode_id=id))
    assert (receipt.counts["episodes"], receipt.wiped) == (1, False)
    assert [each.reason for each in inside(roomy).health.current()] == [Reason.CLEANUP_FAILED]
    roomy.episodes.record(draft())  # nobody is kept from writing
    inside(roomy).upkeep.tick()
    assert inside(roomy).health.current() == []
    assert holding(roomy.home, SENTENCE) == []


@shows("C74")
def test_the_log_can_be_cut_while_many_read_and_write(roomy: Memory):
    stop = threading.Event()

    def work(n: int) -> None:
        while not stop.is_set():
            roomy.episodes.record(draft(project_id=f"p{n}"))
            roomy.episodes.list(f"p{n}", limit=5)

    with ThreadPoolExecutor(3) as pool:
        busy = [pool.submit(work, n) for n in range(3)]
        eventually(lambda: inside(roomy).episodes_db.cut_log())
        stop.set()
        for each in busy:
            each.result()
