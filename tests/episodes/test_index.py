"""The index can be lost, damaged and made anew; no episode is."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from databases import ask, stranger
from factories import draft, eventually, policy
from inside import inside
from mohen.core.degradation import Reason
from mohen.core.scope import Scope
from mohen.episodes.model import Question
from mohen.errors import StoreBusy
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock
from mohen.text.terms import as_words
from shows import shows

SHADOWS = ("search_data", "search_idx", "search_docsize", "search_config")
GARBAGE = "UPDATE search_data SET block = x'ffffffffffffffffffffffff'"
DAMAGE = {
    "dropped": "DROP TABLE search",
    **{f"{shadow} dropped": f"DROP TABLE {shadow}" for shadow in SHADOWS},
    **{f"{shadow} emptied": f"DELETE FROM {shadow}" for shadow in SHADOWS[:3]},
    "blocks of garbage": GARBAGE,
    "blocks cut short": "UPDATE search_data SET block = substr(block, 1, 3)",
}


def asked(memory: Memory, words: str) -> tuple[list[str], list[Reason]]:
    answer = memory.episodes.query(Question(project_id="novel", query_text=words))
    return [each.episode.id for each in answer.items], [each.reason for each in answer.degradations]


@pytest.fixture
def damaged(home: Path, request: pytest.FixtureRequest) -> Iterator[Memory]:
    """A memory whose full-text index was damaged while it was closed."""
    with open_memory(home, clock=FrozenClock(), ids=CountingIds(), immediate=True) as memory:
        for n in range(6):
            memory.episodes.record(draft(input_context=f"第{n}章，林远拔剑，heron{n}"))
    ask(home / "episodes.db", request.param)
    ids = CountingIds()
    ids._next = iter(range(100, 200))
    with open_memory(home, clock=FrozenClock(), ids=ids, immediate=True) as opened:
        yield opened


damages = pytest.mark.parametrize("damaged", DAMAGE.values(), ids=DAMAGE, indirect=True)


@shows("R93")
@damages
def test_without_its_index_a_memory_records_and_answers(damaged: Memory):
    kept = damaged.episodes.record(draft(input_context="雪夜，heron99")).episode
    assert damaged.episodes.get("novel", kept.id).texts.input_context == "雪夜，heron99"
    found, _ = asked(damaged, "heron3")
    assert found
    assert len(damaged.episodes.list("novel").items) == 7


@damages
def test_a_rebuild_makes_it_anew_from_the_episodes(damaged: Memory):
    damaged.episodes.record(draft(input_context="雪夜，heron99"))
    assert damaged.index.rebuild() == (7, 7)
    assert inside(damaged).episode_index.words_in_order()
    for n in (0, 3, 5, 99):
        found, broken = asked(damaged, f"heron{n}")
        assert broken == []
        assert damaged.episodes.get("novel", found[0]).texts.input_context.endswith(f"heron{n}")
    assert ask(damaged.home / "episodes.db", "PRAGMA integrity_check") == "ok"
    assert damaged.degraded() == []


@pytest.mark.parametrize(
    "damaged",
    # A small index does without its upper floor.
    [sql for name, sql in DAMAGE.items() if name != "search_idx emptied"],
    ids=[name for name in DAMAGE if name != "search_idx emptied"],
    indirect=True,
)
def test_damage_is_noticed_and_not_taken_for_damage_of_the_file(damaged: Memory):
    """FTS5's own check is silent on some of it, and SQLite's check of the file is not: mending
    would set all episodes aside because their index is broken."""
    assert not inside(damaged).episode_index.words_in_order()
    assert inside(damaged).episodes_db.check() == "ok"


@shows("R93")
@damages
def test_mending_keeps_every_episode(damaged: Memory):
    damaged.mend()
    assert len(damaged.episodes.list("novel").items) == 6
    assert inside(damaged).episode_index.words_in_order()


def test_an_episode_missing_from_the_index_is_noticed(memory: Memory):
    for n in range(3):
        memory.episodes.record(draft(input_context=f"heron{n}"))
    assert inside(memory).episode_index.words_in_order()
    ask(memory.home / "episodes.db", "DELETE FROM search WHERE rowid = 2")
    assert not inside(memory).episode_index.words_in_order()


def test_a_lock_is_not_mistaken_for_damage(home: Path):
    """Else the doctor would send everybody to a rebuild whenever a backup runs."""
    rule = policy(storage={"busy_timeout_ms": 1})
    with open_memory(home, policy=rule, clock=FrozenClock(), immediate=True) as memory:
        memory.episodes.record(draft())
        other = stranger(home / "episodes.db")
        other.execute("BEGIN IMMEDIATE")
        assert inside(memory).episode_index.words_in_order()
        other.close()
    other = stranger(home / "episodes.db")
    other.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()
    other.execute("BEGIN EXCLUSIVE")
    with open_memory(home, policy=rule, clock=FrozenClock(), immediate=True) as memory:
        with pytest.raises(StoreBusy):
            inside(memory).episode_index.words_in_order()
        other.close()
        assert inside(memory).episode_index.words_in_order()


def test_a_rebuild_can_be_repeated(memory: Memory):
    for n in range(3):
        memory.episodes.record(draft(input_context=f"heron{n}"))
    assert memory.index.rebuild() == memory.index.rebuild() == (3, 3)


def test_a_rebuild_while_others_record_loses_nothing(home: Path):
    with open_memory(home) as memory, ThreadPoolExecutor() as pool:
        for n in range(20):
            memory.episodes.record(draft(input_context=f"heron{n}"))
        rebuild = pool.submit(memory.index.rebuild)
        during = [
            pool.submit(memory.episodes.record, draft(input_context=f"egret{n}")) for n in range(20)
        ]
        ids = [each.result().episode.id for each in during]
        rebuild.result()
        memory.drain()
        for n, id in enumerate(ids):
            assert id in asked(memory, f"egret{n}")[0]
        assert inside(memory).episode_index.words_in_order()


def test_the_number_of_segments_stays_bounded(home: Path):
    """Automatic merging is off, because it is the slow tail of a write: the lane does it."""
    rule = policy(capacity={"active_per_project": 10**6})

    def segments() -> int:
        return ask(home / "episodes.db", "SELECT count(DISTINCT segid) FROM search_idx")

    with open_memory(home, policy=rule, clock=FrozenClock()) as memory:
        worst = 0
        for n in range(400):
            memory.episodes.record(draft(input_context=f"{n} 雨声盖过了脚步 heron{n}"))
            if n % 20 == 0:
                worst = max(worst, segments())
        # One commit is one segment: under an endless stream eight times merge_every may pile
        # up, and each level of merged segments keeps a few of its own.
        assert worst < rule.storage.merge_every * 8 + 40
        memory.drain()
        eventually(lambda: segments() < 40)


def test_the_text_is_not_kept_a_second_time(memory: Memory):
    memory.episodes.record(draft(input_context="林远拔剑，雨声盖过了脚步"))
    connection = stranger(memory.home / "episodes.db")
    blocks = b"".join(row[0] for row in connection.execute("SELECT block FROM search_data"))
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema")]
    connection.close()
    assert "林远拔剑".encode() not in blocks
    assert "search_content" not in tables


@shows("R116")
def test_rare_words_find_the_same_as_words_in_one_project_only(home: Path):
    with open_memory(home, clock=FrozenClock(), ids=CountingIds(), immediate=True) as memory:
        for n in range(8):
            for project in ("novel", "poems"):
                text = f"第{n}章，林远拔剑 heron{n} " + "heron " * n
                memory.episodes.record(draft(project_id=project, input_context=text))
        index = inside(memory).episode_index
        for project in ("novel", "poems"):
            scope = Scope(project)
            token = index.scope_token(scope)
            assert token is not None
            scoped = index.by_words(as_words(["heron", "heron3"]), token, 5)
            assert index.by_rare_words(as_words(["heron", "heron3"]), scope, 5) == scoped
            assert len(scoped) == 5
        assert index.by_rare_words(as_words(["heron"]), Scope("letters"), 5) == []
