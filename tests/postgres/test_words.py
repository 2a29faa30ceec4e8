"""Words that are searched in memory are those that stand in the table, whoever wrote them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from mohen.core.database import Tx
from mohen.core.fulltext import Word
from mohen.core.postgres import fulltext
from mohen.core.postgres import server as engine
from mohen.core.postgres.database import PostgresDatabase
from mohen.core.postgres.server import Server
from mohen.core.postgres.session import session_of
from mohen.errors import StoreCorrupt
from postgres.conftest import new_database
from postgres.stores import store

TERMS = ("剑", "雨夜", "桥头", "rain", "sword", "gate")
ASKED = [Word("剑"), Word("rain"), Word("雨", begins=True)]
SCOPES = ["p1", "p2"]

Process = Callable[..., PostgresDatabase]


@pytest.fixture
def process(address: str, request: pytest.FixtureRequest) -> Iterator[Process]:
    """`process()`: the author's store as another process has it, with a memory of its own."""
    made: list[Server] = []

    def another(**changes: Any) -> PostgresDatabase:
        made.append(Server(address, 4))
        return store(address, f"w-{request.node.name}"[:100], server=made[-1], **changes)

    yield another
    for each in made:
        each.close()


def answers(of: PostgresDatabase) -> list[Any]:
    words = of.words("search")
    query = words.newest(ASKED, scopes=SCOPES, limit=5)
    with of.read() as reader:
        newest = reader.execute(query.sql, query.values).fetchall()
    return [words.best(ASKED, scopes=SCOPES, limit=9), newest, words.spread(TERMS)]


def change(of: PostgresDatabase, chance: random.Random) -> None:
    """Something that may happen to a table of words."""
    words = of.words("search")
    rows = [
        (seq, chance.choice(SCOPES), " ".join(chance.choices(TERMS, k=chance.randint(1, 6))))
        for seq in chance.sample(range(1, 30), 4)
    ]
    seqs = [row[0] for row in rows]
    what = chance.randrange(8)
    if what == 0:
        of.write(words.recreate)
    elif what < 4:
        of.write(partial(words.remove, seqs=seqs))
    else:
        of.write(partial(words.put, rows=rows))


@pytest.mark.parametrize("known_for", [fulltext._GONE_FOR, 2])
@pytest.mark.parametrize("at_once", [fulltext._AT_ONCE, 3])
def test_who_read_on_finds_what_a_process_finds_that_reads_everything(
    process: Process, monkeypatch: pytest.MonkeyPatch, known_for: int, at_once: int
) -> None:
    """Given changes of every kind, when who was there before is asked now and then, they answer
    like somebody who has just come, however little is remembered of what went."""
    monkeypatch.setattr(fulltext, "_GONE_FOR", known_for)
    monkeypatch.setattr(fulltext, "_AT_ONCE", at_once)
    chance = random.Random(f"{known_for} {at_once}")
    writes, reads = process(), process()
    for _ in range(12):
        for _ in range(chance.randint(1, 4)):
            change(writes, chance)
        assert answers(reads) == answers(process())


def test_a_commit_that_is_undone_is_found_by_nobody(process: Process) -> None:
    ours = process()
    words = ours.words("search")

    def fail(tx: Any) -> None:
        words.add(tx, 1, "p1", "剑")
        raise ValueError

    with pytest.raises(ValueError):
        ours.write(fail)
    assert words.best(ASKED, scopes=SCOPES, limit=9) == []
    ours.write(partial(words.add, seq=1, scope="p1", terms="rain"))
    assert [seq for seq, _ in words.best(ASKED, scopes=SCOPES, limit=9)] == [1]


def test_a_store_that_came_back_from_a_backup_is_read_anew(process: Process) -> None:
    """Given a process that has seen more commits than there are, it does not wait for them."""
    ours = process()
    words = ours.words("search")
    for seq in range(1, 5):
        ours.write(partial(words.add, seq=seq, scope="p1", terms="剑"))
    assert len(words.best(ASKED, scopes=SCOPES, limit=9)) == 4

    def turn_back(tx: Any) -> None:
        tx.execute("DELETE FROM search_rows WHERE seq > 1")
        tx.execute("UPDATE commits SET count = count - 3")

    ours.write(turn_back)
    assert [seq for seq, _ in words.best(ASKED, scopes=SCOPES, limit=9)] == [1]


def test_a_row_that_does_not_open_is_seen_and_made_anew(process: Process) -> None:
    """Given a row of words that was damaged, then questions say so, and so does who looks."""
    ours = process()
    words = ours.words("search")
    for seq in (1, 2):
        ours.write(partial(words.add, seq=seq, scope="p1", terms="剑"))

    def is_sound() -> bool:
        with ours.one_view() as reader:
            return words.in_order([("p1", 2)], reader)

    assert is_sound()
    damage = (
        "UPDATE search_rows SET said = set_byte(said, 40, get_byte(said, 40) # 1) WHERE seq = 2"
    )

    def harm(tx: Tx) -> None:
        session_of(tx).connection.execute(damage)
        tx.execute("UPDATE search_rows SET scope = scope")  # which counts as a write

    ours.write(harm)
    again = process()
    with pytest.raises(StoreCorrupt):
        again.words("search").best(ASKED, scopes=SCOPES, limit=9)
    assert not is_sound()
    ours.write(partial(words.put, rows=[(2, "p1", "剑")]))
    assert is_sound()
    assert len(again.words("search").best(ASKED, scopes=SCOPES, limit=9)) == 2


def test_memory_is_bounded_over_all_authors(address: str) -> None:
    """Given room for nobody, when authors are asked in turn, each is read anew and the last alone
    is kept."""
    server = Server(address, 4)
    stores = [store(address, f"w-{name}", server=server, words_bytes=1) for name in ("a", "b", "c")]
    for number, each in enumerate(stores):
        each.write(partial(each.words("search").add, seq=1, scope="p1", terms=TERMS[number]))
    for _ in range(2):
        for number, each in enumerate(stores):
            found = each.words("search").spread(TERMS)
            assert found == {term: int(term == TERMS[number]) for term in TERMS}
    assert list(server.shelf(1)._kept) == [("episodes", "w-c", "search")]
    server.close()


def test_words_of_a_store_of_the_version_before_are_found(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a database whose words stand as marks with their keys, when it is opened, they are
    found as they were said, and no mark is left."""
    every = engine.migrations
    with new_database(server) as address:
        with monkeypatch.context() as before:
            before.setattr(engine, "migrations", lambda name: every(name)[:1])
            old = Server(address, 4)
            ours = store(address, "old", server=old)
            ours.write(
                lambda tx: tx.execute(
                    "INSERT INTO search_rows (seq, scope, length, terms, said)"
                    " VALUES (?1, ?2, 3, string_to_array('m n', ' '), ?3)",
                    (7, "p1", "雨夜 rain"),
                )
            )
            old.close()
        new = Server(address, 4)
        ours = store(address, "old", server=new)
        words = ours.words("search")
        assert [seq for seq, _ in words.best(ASKED, scopes=["p1"], limit=9)] == [7]
        with ours.read() as reader:
            assert words.in_order([("p1", 1)], reader)
            left = reader.execute(
                "SELECT to_regclass('search_postings'), to_regclass('search_keys')"
            )
            assert left.get == (None, None)
        new.close()
